"""Whole archives of logs."""
