//! The checks of lesson 16.
