//! Every lesson with a child at its keyboard: see docs/long-runs.md.
#![cfg(target_os = "linux")]

mod support;

use anyhow::{Context, Result, ensure};
use std::time::{Duration, Instant};
use support::child::Child;
use support::screen::{Opening, Screen, Window};
use support::{
    Folder, PATIENCE, copy_of_workbook, for_each, kept_pictures, lesson_command, lesson_names, run,
};

/// By how much memory may grow after the first minute, in MB.
const GROWTH: f64 = 24.0;

/// How many of the last actions are told when something goes wrong.
const TOLD: usize = 30;

/// A number from the environment.
fn setting(name: &str, otherwise: u64) -> Result<u64> {
    match std::env::var(name) {
        Ok(text) => text.parse().with_context(|| format!("{name}={text}")),
        Err(_) => Ok(otherwise),
    }
}

#[test]
fn a_child_breaks_nothing() -> Result<()> {
    let length = Duration::from_secs(setting("WORKBOOK_LONG", 6)?);
    let seed = setting("WORKBOOK_SEED", 1)?;
    println!(
        "| lesson | keys | mouse | sizes and hidings | saves | drops | MB after a minute | MB at the end |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for_each(lesson_names()?, |name| play(&name, length, seed).with_context(|| format!("lesson {name}")))
}

fn play(name: &str, length: Duration, seed: u64) -> Result<()> {
    let (screen, copy) = (Screen::open(1400, 900)?, copy_of_workbook()?);
    let mut child = Child::new(&screen, &copy, name, seed)?;
    let memory = try_everything(&mut child, length).map_err(|error| {
        let told = child.done.len().saturating_sub(TOLD);
        let picture = keep_picture(&screen, name).unwrap_or_else(|error| error.to_string());
        error.context(format!(
            "WORKBOOK_SEED={seed}. It says: {}\nThe screen: {picture}\nThe last actions:\n{}",
            child.window.process.said(),
            child.done[told..].join("\n")
        ))
    })?;
    print_row(name, &child, memory);
    ensure!(memory[1] <= memory[0] + GROWTH, "memory grows from {} MB to {} MB", memory[0], memory[1]);
    end(child.window)
}

fn keep_picture(screen: &Screen, name: &str) -> Result<String> {
    let path = kept_pictures()?.join(format!("long-{name}.png"));
    screen.picture()?.write_png(&path)?;
    Ok(path.display().to_string())
}

/// Returns how much memory was used at most until the first minute was over, and afterwards, in MB.
fn try_everything(child: &mut Child<'_>, length: Duration) -> Result<[f64; 2]> {
    let start = Instant::now();
    let first = Duration::from_secs(60).min(length / 3);
    let mut memory = [0.0f64; 2];
    child.come_home()?;
    while start.elapsed() < length {
        let part = Instant::now();
        while part.elapsed() < (length / 3).min(Duration::from_secs(15)) {
            child.act()?;
        }
        child.come_home()?;
        // Where nothing was measured in time, the first is what later ones are held to.
        let later = start.elapsed() > first && memory[0] > 0.0;
        memory[usize::from(later)] = memory[usize::from(later)].max(memory_of(child.window.process.id())?);
    }
    Ok(memory)
}

/// What a process has of the machine's memory, in MB.
fn memory_of(process: u32) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes / 1024.0)
}

/// The lesson still answers, and ends well.
fn end(window: Window<'_>) -> Result<()> {
    window.changes("the key H", window.panel(), 2000, || window.keys("h"))?;
    window.changes("the key F1", window.view(), 10_000, || window.keys("F1"))?;
    window
        .changes("the key Escape, which closes the text,", window.view(), 10_000, || window.keys("Escape"))?;
    window.keys("Escape")?;
    let ended = window.end()?;
    ensure!(
        ended.status.success() && ended.stderr.is_empty(),
        "it ended with {}: {}",
        ended.status,
        ended.stderr
    );
    Ok(())
}

fn print_row(name: &str, child: &Child<'_>, [first, later]: [f64; 2]) {
    let sum = |kinds: &[&str]| kinds.iter().filter_map(|kind| child.counts.get(kind)).sum::<u32>();
    let (keys, mouse) = (sum(&["keys", "numbers"]), sum(&["clicks", "drags", "wheel"]));
    let (sizes, saves, drops) = (sum(&["sizes", "hidings"]), sum(&["saves"]), sum(&["drops"]));
    println!("| {name} | {keys} | {mouse} | {sizes} | {saves} | {drops} | {first:.0} | {later:.0} |");
}

#[test]
fn what_opengl_refuses_is_told() -> Result<()> {
    const FILE: &str = "shaders/joint_lines.geom";
    let (folder, copy, screen) = (Folder::new()?, copy_of_workbook()?, Screen::open(1280, 800)?);
    let good = std::fs::read_to_string(copy.join(FILE))?;
    // It links, but what is drawn with it are lines.
    std::fs::write(copy.join(FILE), good.replace("layout(lines) in", "layout(triangles) in"))?;
    let lesson = "04-joint-chain-lines";
    let mut command = lesson_command(lesson)?;
    command.env("WORKBOOK_ROOT", copy.path()).current_dir(folder.path()).arg("--headless");
    let headless = run(&mut command, PATIENCE)?.stderr;
    let window = Window::open(&screen, &Opening { root: copy.path(), ..Opening::lesson(lesson) })?;
    window.keys("Escape")?;
    for said in [headless, window.end()?.stderr] {
        ensure!(said.starts_with("OpenGL: GL_INVALID_OPERATION"), "it says: {said}");
        ensure!(said.lines().count() == 1, "it says it more than once: {said}");
    }
    Ok(())
}
