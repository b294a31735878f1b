//! Lesson 17 in a window, with a hundred thousand keys a minute by chance: see docs/play.md.
//!
//! `KNIGHT_SECONDS=600 cargo test --test knight_window -- --nocapture` does so for ten minutes.
#![cfg(target_os = "linux")]

mod support;

use anyhow::{Result, ensure};
use std::fmt::Write as _;
use std::time::{Duration, Instant};
use support::knight::Chance;
use support::screen::Screen;
use support::{Folder, Process, lesson_command};

/// What is pressed.
const ACTIONS: [&str; 11] =
    ["Left", "Right", "Up", "Down", "Jump", "Walk", "Punch", "Swing", "Take", "Exchange", "Lamp"];

/// How many pictures a second has, and how many keys go down or up before each: a hundred thousand a minute.
const PICTURES: u64 = 60;
const KEYS: u64 = 28;

/// By how much memory may grow after the first tenth, in MB.
const GROWTH: f64 = 8.0;

/// So many seconds as a script. Each second one must find the knight in what is to be seen.
fn script(seconds: u64) -> Result<String> {
    let (mut chance, mut held, mut script) = (Chance(3), [false; ACTIONS.len()], String::new());
    for picture in 0..seconds * PICTURES {
        for _ in 0..KEYS {
            let key = chance.below(ACTIONS.len() as u64) as usize;
            held[key] = !held[key];
            writeln!(script, "{} {}", if held[key] { "hold" } else { "release" }, ACTIONS[key])?;
        }
        if picture % PICTURES == PICTURES - 1 {
            writeln!(script, "move \"player\"")?;
        }
        writeln!(script, "wait 0.0167")?;
    }
    Ok(script + "tap Esc\ntap Esc\n")
}

#[test]
fn a_hundred_thousand_keys_a_minute_do_no_harm() -> Result<()> {
    let seconds = std::env::var("KNIGHT_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let (screen, folder) = (Screen::open(640, 480)?, Folder::new()?);
    let path = folder.join("keys.txt");
    std::fs::write(&path, script(seconds)?)?;
    let mut command = lesson_command("17-the-knight-plays")?;
    command.args(["--size", "600x400", "--script"]).arg(&path).current_dir(folder.path());
    let mut process = Process::start(command.env("DISPLAY", screen.name()).env("WORKBOOK_GL_DEBUG", "1"))?;
    let (start, mut memory) = (Instant::now(), Vec::new());
    while process.is_running() {
        // What has ended meanwhile has no memory.
        memory.extend(process.memory().ok());
        ensure!(
            start.elapsed() < Duration::from_secs(60 + 20 * seconds),
            "it does not end: {}",
            process.said()
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    let took = start.elapsed().as_secs();
    let ended = process.end(Duration::ZERO)?;
    ensure!(
        ended.status.success() && ended.stderr.is_empty(),
        "it ended with {}: {}",
        ended.status,
        ended.stderr
    );
    let [first, last] = [memory.len() / 10, memory.len() * 9 / 10].map(|index| memory.get(index).copied());
    let (first, last) = (first.unwrap_or(0.0), last.unwrap_or(0.0));
    println!(
        "{seconds} s of the game in {took} s: {first:.1} MB after a tenth, {last:.1} MB after nine tenths"
    );
    // Two seconds are not enough to have all of it in memory after a tenth.
    ensure!(seconds < 60 || last <= first + GROWTH, "memory grows from {first:.1} MB to {last:.1} MB");
    Ok(())
}
