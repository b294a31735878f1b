//! The gallery, which `cargo run` opens: all lessons as cards, to look at and to start.

mod cards;
mod gallery;
mod reel;
mod start;

fn main() -> std::process::ExitCode {
    gallery::run()
}
