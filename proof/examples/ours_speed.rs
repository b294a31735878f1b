//! How long it takes from a move of the mouse in the panel to our picture, for every lesson: `docs/speed.md` has a table.
//!
//! Two programs of the lesson are given the same, as with F2: one stands for the window. A move counts as done when both
//! have drawn it and handed it over. `cargo build` comes first, and `cargo run --package proof --example ours_speed` after it.

use anyhow::{Context, Result, ensure};
use course::LessonInfo;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const MOVES: usize = 40;

struct Follower(Child, BufReader<ChildStdout>);

impl Follower {
    fn start(name: &str) -> Result<Self> {
        let programs = std::env::current_exe()?.ancestors().nth(2).context("a folder")?.to_owned();
        let mut command = Command::new(programs.join(name));
        command.args(["--headless", "--follow", "--size", "1280x800"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context(name.to_owned())?;
        let stdout = BufReader::with_capacity(1 << 16, child.stdout.take().context("no output")?);
        Ok(Self(child, stdout))
    }

    fn tell(&mut self, lines: &str) -> Result<()> {
        Ok(self.0.stdin.as_mut().context("no input")?.write_all(lines.as_bytes())?)
    }

    /// Waits for the picture that it was asked for.
    fn picture(&mut self) -> Result<Vec<u8>> {
        let mut line = String::new();
        while !line.starts_with("seen ") {
            line.clear();
            ensure!(self.1.read_line(&mut line)? > 0, "it has ended");
        }
        let mut pixels = vec![0; 4 * 1280 * 800];
        self.1.read_exact(&mut pixels)?;
        Ok(pixels)
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        // It has ended already, or does so now.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn measure(name: &str) -> Result<Vec<Duration>> {
    let mut both = [Follower::start(name)?, Follower::start(name)?];
    let mut took = Vec::new();
    for at in 0..MOVES + 10 {
        let button = if at == 5 { "button 0 1\n" } else { "" };
        // With the panel, from left to right over a slider.
        let shown = if at == 0 { "picture 1280 800 1 1 0 0\n" } else { "" };
        let lines = format!("{shown}mouse {} 100\n{button}time 0.0166\npaint 0.0166 1\n", 180 + 2 * at);
        let start = Instant::now();
        for follower in &mut both {
            follower.tell(&lines)?;
        }
        let [one, other] = &mut both;
        let pictures = [one.picture()?, other.picture()?];
        took.push(start.elapsed());
        ensure!(pictures[0] == pictures[1], "{name}: the same comes to other pixels");
    }
    let mut took = took.split_off(10);
    took.sort();
    Ok(took)
}

fn main() -> Result<()> {
    println!("| lesson | from a move to both pictures, middle | of ten the slowest |\n|---|---|---|");
    for lesson in LessonInfo::all(course::root())? {
        let took = measure(&lesson.slug())?;
        let [middle, slow] = [MOVES / 2, 9 * MOVES / 10].map(|at| 1e3 * took[at].as_secs_f64());
        println!("| {:02} | {middle:.0} ms | {slow:.0} ms |", lesson.number);
    }
    Ok(())
}
