//! Swings at random, and the knight's own: prints how often the swept test and brute force differ, and what is missed
//! without it.
//!
//! `cargo run --release --package proof --example swings [SWINGS]`

mod brute;
mod judge;
mod knight;
mod random;

use anyhow::Result;
use random::Random;

fn main() -> Result<()> {
    let swings = std::env::args().nth(1).and_then(|swings| swings.parse().ok()).unwrap_or(1_000_000);
    let half = swings / 2;
    let mut random = Random(1);
    let exact = judge::exactly(&mut random, half);
    let any = judge::by_trying(&mut random, swings - half);
    println!("| what | whole numbers, counted | any numbers, tried |\n|---|---|---|");
    println!("| swings | {half} | {} |", swings - half);
    let row =
        |what: &str, of: fn(&judge::Seen) -> usize| println!("| {what} | {} | {} |", of(&exact), of(&any));
    row("of these that touch", |seen| seen.touches);
    row("too near to just touching to say", |seen| seen.nearly);
    row("different", |seen| seen.wrong.len());
    for spheres in exact.wrong.iter().chain(&any.wrong).take(5) {
        eprintln!("{spheres:?}");
    }
    println!();
    knight::print(&mut random)
}
