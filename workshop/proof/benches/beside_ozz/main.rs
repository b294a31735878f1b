//! Times palettes of many characters in each way of `crowd`, by turns in one run with ozz-animation.
//!
//! `cargo bench --package proof`
//!
//! The variable `OZZ` names ozz-animation's library, as docs/speed.md says; without it crowds are compared with `common`'s
//! animator. It's opened as on Unix, so elsewhere nothing is timed.

#[cfg(unix)]
mod crowds;
#[cfg(unix)]
mod library;
#[cfg(unix)]
mod motion;
#[cfg(unix)]
mod player;

fn main() {
    #[cfg(unix)]
    crowds::compare();
}
