//! The checks of lesson 13.
