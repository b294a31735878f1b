//! All lessons as cards, to look at and to start: what `cargo run` opens.

mod cards;
mod gallery;
mod reel;
mod start;

fn main() -> std::process::ExitCode {
    gallery::run()
}
