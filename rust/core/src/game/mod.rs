//! Tenhou's rules of a game.
