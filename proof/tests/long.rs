//! Every lesson with a child at its keyboard: see docs/long-runs.md.
#![cfg(target_os = "linux")]

mod support;

use anyhow::{Context, Result, anyhow, ensure};
use std::time::{Duration, Instant};
use support::child::Child;
use support::screen::{Opening, Screen, Window};
use support::{
    Ended, Folder, PATIENCE, PAUSED_BY_P, copy_of_workbook, ending, for_each, kept_pictures, lesson_command,
    lesson_names, run,
};

/// By how much memory may grow after the first minute, in MB.
const GROWTH: f64 = 8.0;

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
    let length = Duration::from_secs(setting("WORKBOOK_LONG", 4)?);
    let seed = setting("WORKBOOK_SEED", 1)?;
    // One that went wrong can be tried alone.
    let one = std::env::var("WORKBOOK_LESSON").unwrap_or_default();
    let names = lesson_names()?.into_iter().filter(|name| name.contains(&one)).collect();
    println!(
        "| lesson | keys | mouse | sizes and hidings | saves | drops | most MB in the first minute | least MB in the last third |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for_each(names, |name| play(&name, length, seed).with_context(|| format!("lesson {name}")))
}

fn play(name: &str, length: Duration, seed: u64) -> Result<()> {
    let (screen, copy) = (Screen::open(1400, 900)?, copy_of_workbook()?);
    let mut child = Child::new(&screen, &copy, name, seed)?;
    let played = try_everything(&mut child, length).and_then(|memory| {
        print_row(name, &child, memory);
        if PAUSED_BY_P.contains(&name) {
            child.window.keys("p")?;
        }
        still_answers(&child.window)
    });
    played.map_err(|error| {
        let told = child.done.len().saturating_sub(TOLD);
        let picture = keep_picture(&screen, name).unwrap_or_else(|error| error.to_string());
        println!("| {name} | went wrong, see below |");
        anyhow!(
            "{error:#}\nWORKBOOK_SEED={seed}\nThe screen: {picture}\nIt says: {}\nThe last actions:\n{}",
            child.window.process.said(),
            child.done[told..].join("\n")
        )
    })?;
    child.window.keys(ending(name))?;
    let Ended { status, stderr, .. } = child.window.end()?;
    ensure!(status.success() && stderr.is_empty(), "it ended with {status}: {stderr}");
    Ok(())
}

fn keep_picture(screen: &Screen, name: &str) -> Result<String> {
    let path = kept_pictures()?.join(format!("long-{name}.png"));
    screen.picture()?.write_png(&path)?;
    Ok(path.display().to_string())
}

/// Returns the most memory that was used in the first minute, and the least in the last third, in MB.
fn try_everything(child: &mut Child<'_>, length: Duration) -> Result<[f64; 2]> {
    child.see_all()?;
    await_settled(&child.window)?;
    let mut memory = try_for(child, length)?;
    // What is seen late for the first time, and kept, lifts memory once; a leak lifts it again.
    for _ in 0..2 {
        if memory[1] > memory[0] + GROWTH {
            memory = try_for(child, length)?;
        }
    }
    let [early, late] = memory;
    ensure!(late <= early + GROWTH, "memory grows from {early:.0} MB to {late:.0} MB, for the third time");
    Ok(memory)
}

fn try_for(child: &mut Child<'_>, length: Duration) -> Result<[f64; 2]> {
    let start = Instant::now();
    let (first, part) = (Duration::from_secs(60).min(length / 3), Duration::from_secs(15).min(length / 3));
    let [mut early, mut late] = [0.0f64, f64::INFINITY];
    // On a slow machine a part can take longer than all should.
    while start.elapsed() < length || late.is_infinite() {
        let begun = start.elapsed();
        while start.elapsed() < begun + part {
            child.act()?;
        }
        child.come_home()?;
        let memory = child.window.process.memory()?;
        if begun < first {
            early = early.max(memory);
        } else if begun + part >= length * 2 / 3 {
            late = late.min(memory);
        }
    }
    Ok([early, late])
}

/// Waits until memory stays as it is: a driver keeps what its largest picture took, and a flight comes to that by and by.
fn await_settled(window: &Window<'_>) -> Result<()> {
    let most = Instant::now() + Duration::from_secs(30);
    let mut memory = 0.0;
    while Instant::now() < most && window.process.memory()? > memory + 1.0 {
        memory = window.process.memory()?;
        std::thread::sleep(Duration::from_secs(2));
    }
    Ok(())
}

/// Keys still change the picture, and Escape closes the text.
fn still_answers(window: &Window<'_>) -> Result<()> {
    window.changes("the key H", window.panel(), 2000, || window.keys("h"))?;
    window.changes("the key F1", window.view(), 10_000, || window.keys("F1"))?;
    window.changes("the key Escape, which closes the text,", window.view(), 10_000, || window.keys("Escape"))
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
        let lines: Vec<&str> = said.lines().collect();
        let are_refusals = lines.iter().all(|line| line.starts_with("OpenGL: GL_INVALID_OPERATION"));
        ensure!(!lines.is_empty() && are_refusals, "it says: {said}");
        // What draws lines and what draws strings use this shader, and each is refused in every picture.
        let times = |line| lines.iter().filter(|other| **other == line).count();
        ensure!(lines.iter().all(|line| times(*line) == 1), "it says it more than once: {said}");
    }
    Ok(())
}
