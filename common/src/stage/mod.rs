//! What runs a lesson: window, headless, camera, panel, clock, command line.

pub mod look;
