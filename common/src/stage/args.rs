//! The command line that all lessons share.

use anyhow::{Result, bail, ensure};
use clap::{Arg, CommandFactory, FromArgMatches, Parser};
use std::path::PathBuf;

/// The largest picture, in pixels a side: what OpenGL 3.3 drivers can be counted on to draw.
const LARGEST: u32 = 8192;

/// Starts a lesson: in a window, or without one to render a picture or a film.
#[derive(Parser, Debug, Clone)]
#[command(disable_version_flag = true)]
pub struct Args {
    /// Render without a window
    #[arg(long)]
    pub headless: bool,

    /// The moment to render, in seconds of the lesson's motion
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0, value_parser = seconds, allow_negative_numbers = true)]
    pub at: f32,

    /// Where to write the picture (needs --headless)
    #[arg(long, value_name = "FILE.png", requires = "headless")]
    pub picture: Option<PathBuf>,

    /// Where to write a film (needs --headless)
    #[arg(long, value_name = "FILE.gif", requires = "headless", conflicts_with = "picture")]
    pub film: Option<PathBuf>,

    /// The film's length; without it, once through the lesson's motion
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "film", allow_negative_numbers = true)]
    pub seconds: Option<f32>,

    /// The film's pictures per second
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=50))]
    pub fps: u16,

    /// The size of the picture, or of the window
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    pub size: [u32; 2],

    /// Pixels per pixel of a plain screen; a window asks the system
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = scale, allow_negative_numbers = true)]
    pub scale: f32,

    /// Show the panel in the picture or film
    #[arg(long)]
    pub panel: bool,

    /// Show the lesson's text in the picture or film
    #[arg(long)]
    pub text: bool,

    /// Set a control of the panel at start, as in "bend 1=60"; may be given again, and is done in that order
    #[arg(long = "set", value_name = "CONTROL=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,

    /// Tell which OpenGL there is, and quit
    #[arg(long)]
    pub gl: bool,

    /// The model to open, in lessons that take one
    #[arg(skip)]
    pub model: Option<PathBuf>,

    /// Draw N pictures as fast as possible and tell how long one takes (needs --headless)
    #[arg(long, value_name = "N", requires = "headless", value_parser = clap::value_parser!(u32).range(1..))]
    pub bench: Option<u32>,
}

impl Args {
    /// The arguments of the program `name`, which says `about` of itself; with a model if it takes one.
    pub fn of_program(name: &'static str, about: String, takes_model: bool) -> Self {
        let mut command = Self::command().name(name).about(about);
        if takes_model {
            let help = "A Collada file to open instead of the lesson's own";
            let model = Arg::new("model").value_name("MODEL.dae").help(help);
            command = command.arg(model.value_parser(clap::value_parser!(PathBuf)));
        }
        let matches = command.get_matches();
        let mut args = Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        if takes_model {
            args.model = matches.get_one("model").cloned();
        }
        args
    }
}

fn seconds(text: &str) -> Result<f32> {
    let seconds: f32 = text.parse()?;
    ensure!((0.0..=3600.0).contains(&seconds), "seconds go from 0 to 3600");
    Ok(seconds)
}

fn scale(text: &str) -> Result<f32> {
    let scale: f32 = text.parse()?;
    ensure!((0.5..=4.0).contains(&scale), "the factor goes from 0.5 to 4");
    Ok(scale)
}

fn size(text: &str) -> Result<[u32; 2]> {
    let Some((width, height)) = text.split_once('x') else {
        bail!("a size is written as in 1280x800");
    };
    let size = [width.parse()?, height.parse()?];
    ensure!(
        size.iter().all(|side| (16..=LARGEST).contains(side)),
        "each side goes from 16 to {LARGEST} pixels"
    );
    Ok(size)
}

fn setting(text: &str) -> Result<(String, String)> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => bail!("a setting is written as in \"bend 1=60\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_refused_with_its_reason() {
        for (line, words) in [
            (vec!["--size", "0x0"], "each side goes from 16 to 8192 pixels"),
            (vec!["--size", "100000x100000"], "each side goes from 16 to 8192 pixels"),
            (vec!["--size", "800"], "a size is written as in 1280x800"),
            (vec!["--at", "-1"], "seconds go from 0 to 3600"),
            (vec!["--at", "NaN"], "seconds go from 0 to 3600"),
            (vec!["--set", "bend"], "a setting is written as in \"bend 1=60\""),
            (vec!["--scale", "0"], "the factor goes from 0.5 to 4"),
            (vec!["--picture", "a.png"], "--headless"),
            (vec!["--headless", "--film", "a.gif", "--fps", "0"], "1..=50"),
            (vec!["--pictur", "a.png"], "--picture"),
        ] {
            let error = Args::try_parse_from([vec!["lesson"], line.clone()].concat()).unwrap_err();
            assert!(error.to_string().contains(words), "{line:?}: {error}");
        }
    }
}
