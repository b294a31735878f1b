//! The checks of lesson 14.
