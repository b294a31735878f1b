//! Renders pictures and films without a window.

use super::event::Request;
use super::film::Film;
use super::output::{cropped, write_png};
use super::pace::Pacer;
use super::runner::{Runner, Shown};
use super::script::{Next, Player, Script};
use super::watch;
use super::window::samples_in_window;
use super::{Args, Scene};
use anyhow::{Result, bail};
use gl::{Gl, UNSEEN};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The samples per pixel, so that edges in pictures are always smooth.
const SAMPLES: u32 = 4;

/// The time step without a script, in seconds, constant so that a picture is always the same.
const STEP: f32 = 1.0 / 60.0;

/// The time step in double precision, for sums over hours.
const EXACT_STEP: f64 = 1.0 / 60.0;

/// Renders what the command line asks for.
pub fn run(info: &course::LessonInfo, scenes: &[Scene], name: &str, args: &Args) -> Result<()> {
    watch::start();
    if let Some((path, rate)) = &args.script {
        let script = Script::read(path, &Scene::all_actions(scenes))?;
        let seen = Args { size: script.size().unwrap_or(args.size), ..args.clone() };
        return perform(&mut open(info, scenes, &seen)?, Player::new(script, *rate), name, args);
    }
    let mut runner = open(info, scenes, args)?;
    if let Some(count) = args.output.bench {
        bench(&mut runner, count)?;
        return untroubled(&runner);
    }
    if let Some(path) = &args.output.film {
        film(&mut runner, args, path)?;
        println!("{}", path.display());
        return Ok(());
    }
    let path = args.output.picture.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.png")));
    picture(&mut runner, args)?;
    untroubled(&runner)?;
    write_canvas(&runner, &path, args)?;
    println!("{}", path.display());
    Ok(())
}

/// Returns the size and the pixels of the picture, or of the part of it that the command line asks for.
fn painted(runner: &Runner, args: &Args) -> Result<([u32; 2], Vec<u8>)> {
    let (size, pixels) = (runner.screen.canvas.size(), runner.screen.canvas.pixels()?);
    Ok(match args.output.crop {
        Some(crop) => ([crop[2], crop[3]], cropped(size, &pixels, crop)?),
        None => (size, pixels),
    })
}

fn write_canvas(runner: &Runner, path: &Path, args: &Args) -> Result<()> {
    let (size, pixels) = painted(runner, args)?;
    write_png(path, size, &pixels)
}

/// Begins a film of pictures like those that [`painted`] returns.
fn begin_film(path: &Path, size: [u32; 2], args: &Args, count: usize) -> Result<Film> {
    let size = args.output.crop.map_or(size, |[.., wide, high]| [wide, high]);
    Film::begin(path, size, args.output.fps, count.max(1))
}

/// Returns an error if the lesson's code has panicked, or failed to draw, since no window shows that here.
fn untroubled(runner: &Runner) -> Result<()> {
    match runner.trouble() {
        Some(trouble) => bail!("{trouble}"),
        None => Ok(()),
    }
}

/// Renders the picture for a machine where no window can be opened.
pub fn picture_without_display(
    info: &course::LessonInfo,
    scenes: &[Scene],
    name: &str,
    args: &Args,
) -> Result<PathBuf> {
    watch::start();
    let mut args = args.clone();
    args.output.panel = true;
    let mut runner = open(info, scenes, &args)?;
    picture(&mut runner, &args)?;
    let path = std::env::temp_dir().join(format!("{name}.png"));
    write_png(&path, args.size, &runner.screen.canvas.pixels()?)?;
    Ok(path)
}

fn open(info: &course::LessonInfo, scenes: &[Scene], args: &Args) -> Result<Runner> {
    let gl = Gl::new(gl::context()?);
    let samples = match args.output.bench {
        Some(_) => samples_in_window(&gl),
        // Only a film needs the pictures of the script itself.
        None if args.script.is_some() && args.output.film.is_none() => UNSEEN,
        None => SAMPLES,
    };
    let mut runner = Runner::open(gl, info, scenes, args, samples)?;
    // A script is written for a window with its panel.
    let panel = args.output.panel || args.script.is_some();
    runner.gui.shown = Shown { panel, mouse: args.output.film.is_some() };
    Ok(runner)
}

/// Plays a script. A picture is of its end, a film of all of it.
fn perform(runner: &mut Runner, player: Player, name: &str, args: &Args) -> Result<()> {
    runner.time.clock.time += args.at;
    let rate = f64::from(args.output.fps) * player.frame_seconds();
    let begin = |path: &PathBuf| {
        let count = (f64::from(player.all_frames()) * rate).ceil() as usize;
        begin_film(path, runner.screen.canvas.size(), args, count)
    };
    let mut film = args.output.film.as_ref().map(begin).transpose()?;
    let (mut passed, mut shown) = (0, 0);
    play(runner, player, name, |runner| {
        passed += 1;
        if let Some(film) = &mut film
            && f64::from(shown) < f64::from(passed) * rate
        {
            shown += 1;
            let (size, pixels) = painted(runner, args)?;
            film.add(size, &pixels)?;
        }
        // Most pictures of a script are not in its film.
        let is_next = film.is_some() && f64::from(shown) < f64::from(passed + 1) * rate;
        runner.screen.set_samples(if is_next { SAMPLES } else { UNSEEN })
    })?;
    untroubled(runner)?;
    film.map(Film::end).transpose()?;
    if let Some(path) = &args.output.film {
        println!("{}", path.display());
    }
    if let Some(path) = &args.output.picture {
        runner.aids.told.message = None;
        runner.screen.set_samples(SAMPLES)?;
        runner.paint(0.0)?;
        write_canvas(runner, path, args)?;
        println!("{}", path.display());
    }
    Ok(())
}

/// Plays a script to its end, and calls `show` after every frame.
fn play(
    runner: &mut Runner,
    mut player: Player,
    name: &str,
    mut show: impl FnMut(&mut Runner) -> Result<()>,
) -> Result<()> {
    loop {
        match player.play(runner)? {
            Next::Time => {
                runner.update(player.frame_seconds());
                runner.paint(player.frame_seconds() as f32)?;
                show(runner)?;
                if runner.settle()? == Request::Quit {
                    return Ok(());
                }
            }
            Next::Picture(path) => {
                let samples = runner.screen.samples();
                runner.screen.set_samples(SAMPLES)?;
                println!("{}", runner.save_picture(path, name)?.display());
                runner.screen.set_samples(samples)?;
            }
            Next::Size(size) => {
                let scale = runner.area().scale;
                runner.resize(size, scale)?;
            }
            Next::End(_) => return Ok(()),
        }
    }
}

/// Advances the motion in equal steps up to a time.
fn advance(runner: &mut Runner, seconds: f32) {
    runner.time.clock.playing = true;
    let steps = (seconds / STEP).floor() as u32;
    for _ in 0..steps {
        runner.update(EXACT_STEP);
    }
    runner.update(f64::from(seconds - steps as f32 * STEP));
}

/// Advances by the time between two frames of a film, in steps short enough for the clock.
fn advance_film(runner: &mut Runner, seconds: f64) {
    let parts = (seconds / Pacer::longest(runner.pace())).ceil().max(1.0);
    for _ in 0..parts as u32 {
        runner.update(seconds / parts);
    }
}

fn picture(runner: &mut Runner, args: &Args) -> Result<()> {
    advance(runner, args.at);
    runner.time.clock.playing = false;
    if args.output.panel {
        // The panel's tables need a few pictures to find their widths.
        runner.screen.set_samples(UNSEEN)?;
        (0..3).try_for_each(|_| runner.paint(STEP))?;
        runner.screen.set_samples(SAMPLES)?;
    }
    runner.paint(STEP)
}

fn film(runner: &mut Runner, args: &Args, path: &Path) -> Result<()> {
    let whole = runner.pace().seconds().unwrap_or(2.0);
    let seconds = args.output.seconds.unwrap_or(whole);
    let interval = 1.0 / f32::from(args.output.fps);
    let count = ((seconds / interval).round() as usize).max(1);
    let mut film = begin_film(path, args.size, args, count)?;
    picture(runner, args)?;
    runner.time.clock.playing = true;
    for _ in 0..count {
        runner.paint(interval)?;
        untroubled(runner)?;
        let (size, pixels) = painted(runner, args)?;
        film.add(size, &pixels)?;
        advance_film(runner, f64::from(interval));
    }
    film.end()
}

/// Draws frames as fast as possible, and prints the time that one takes.
fn bench(runner: &mut Runner, count: u32) -> Result<()> {
    runner.time.clock.playing = true;
    let mut milliseconds = || -> Result<f64> {
        let start = Instant::now();
        for _ in 0..count {
            runner.update(EXACT_STEP);
            runner.paint(STEP)?;
        }
        // Reading the pixels waits until everything is drawn.
        runner.screen.canvas.pixels()?;
        Ok(start.elapsed().as_secs_f64() * 1e3 / f64::from(count))
    };
    // To warm up.
    milliseconds()?;
    let milliseconds = milliseconds()?;
    println!("{milliseconds:.2} ms per frame, {:.0} frames per second", 1e3 / milliseconds);
    Ok(())
}
