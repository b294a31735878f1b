//! Saves.
