//! Times palettes of many characters in each way of `crowd`, by turns in one run.
//!
//! `cargo bench --package proof --bench crowd`
//!
//! The variable `OZZ` names ozz-animation to compare with, as docs/speed.md says; without it that is
//! `common`'s animator. ozz-animation is opened as on Unix, so elsewhere it is left out.

#[cfg(unix)]
mod beside_ozz;
#[cfg(unix)]
#[path = "beside_ozz/crowds.rs"]
mod crowds;
#[cfg(unix)]
mod motion;
#[cfg(unix)]
#[path = "beside_ozz/player.rs"]
mod player;

fn main() {
    #[cfg(unix)]
    crowds::compare();
}
