"""A log made by hand, an East-only game without a seed: tests spell out its values, and `synth` may change."""

from pathlib import Path

HAND_MADE = (Path(__file__).parent / "data" / "hand_made.mjlog").read_bytes()
