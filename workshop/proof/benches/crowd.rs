//! Times palettes of many characters, in each way of `crowd`; all in turns, in one run.
//!
//! `cargo bench --package proof --bench crowd`
//!
//! They are held beside ozz-animation if the variable `OZZ` names it, and otherwise beside `common`'s animator: see
//! docs/speed.md. ozz-animation is opened as a Unix does it, so it tells nothing elsewhere.

#[cfg(unix)]
mod beside_ozz;
#[cfg(unix)]
#[path = "beside_ozz/crowds.rs"]
mod crowds;
#[cfg(unix)]
#[path = "beside_ozz/player.rs"]
mod player;

fn main() {
    #[cfg(unix)]
    crowds::compare();
}
