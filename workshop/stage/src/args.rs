//! The options of a lesson's command line.

use crate::handed::Handed;
use anyhow::{Context as _, Result, bail, ensure};
use course::command_line::{self, Opt};
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

/// The largest side of a picture, in pixels, that OpenGL 3.3 drivers can be expected to draw.
const LARGEST: u32 = 8192;

/// Options for a lesson in a window, or for a picture or film without one.
#[derive(Debug, Clone, Default)]
pub struct Args {
    /// True if the lesson is rendered without a window.
    pub headless: bool,
    /// The file that is rendered then, or the frames that are timed.
    pub output: Output,
    /// The time to begin with, in seconds of the lesson's motion.
    pub at: f32,
    /// The width and height of the picture or window.
    pub size: [u32; 2],
    /// Pixels per pixel of a plain screen; a window asks the system.
    pub scale: f32,
    /// The camera at the start, if not the lesson's: target, height, yaw and pitch.
    pub camera: Option<[f32; 6]>,
    /// The controls to set at start, and their values.
    pub settings: Vec<(String, String)>,
    /// A script of keys and mouse to play, and its frames per second.
    pub script: Option<(PathBuf, u16)>,
    /// The model to open, in lessons that take one.
    pub model: Option<PathBuf>,
    /// True if an older program passed the settings, so that a missing control is no error.
    pub handed: bool,
}

/// Options for what is rendered or told without a window.
#[derive(Debug, Clone, Default)]
pub struct Output {
    /// The file to write the picture to.
    pub picture: Option<PathBuf>,
    /// The rectangle of the picture or film to write, as left edge, top edge, width and height in pixels.
    pub crop: Option<[u32; 4]>,
    /// The file to write a film to.
    pub film: Option<PathBuf>,
    /// The film's length in seconds; without it, that of the lesson's motion.
    pub seconds: Option<f32>,
    /// The film's frames per second.
    pub fps: u16,
    /// True if the panel is in the picture or film.
    pub panel: bool,
    /// The number of frames to draw as fast as possible, to measure the time of one.
    pub bench: Option<u32>,
    /// True if the program only tells which OpenGL there is.
    pub gl: bool,
}

const OPTIONS: &[Opt] = &[
    Opt::switch("headless", "Render without a window"),
    Opt {
        default: "0",
        ..Opt::value("at", "SECONDS", "The moment to render, in seconds of the lesson's motion")
    },
    Opt { needs: "headless", ..Opt::value("picture", "FILE.png", "Where to write the picture") },
    Opt {
        needs: "headless",
        ..Opt::value(
            "crop",
            "X,Y,W,H",
            "Write a part of the picture or film only: how far from left and top, how wide and high, in pixels",
        )
    },
    Opt {
        needs: "headless",
        excludes: &["picture"],
        ..Opt::value(
            "film",
            "FILE.gif",
            "Where to write a film; 'name-###.png' writes a file for each of its pictures",
        )
    },
    Opt {
        needs: "film",
        excludes: &["script"],
        ..Opt::value("seconds", "SECONDS", "The film's length; without it, once through the lesson's motion")
    },
    Opt {
        default: "20",
        ..Opt::value("fps", "N", "The film's frames per second; a GIF can hold those that divide 100")
    },
    Opt { default: "1280x800", ..Opt::value("size", "WxH", "The size of the picture, or of the window") },
    Opt {
        default: "1",
        ..Opt::value("scale", "FACTOR", "Pixels per pixel of a plain screen; a window asks the system")
    },
    Opt::switch("panel", "Show the panel in the picture or film"),
    Opt::value(
        "camera",
        "X,Y,Z,H,YAW,PITCH",
        "Look at a point, with H metres from the lower to the upper edge there, so many degrees to the right and above",
    ),
    Opt {
        repeats: true,
        ..Opt::value(
            "set",
            "CONTROL=VALUE",
            "Set a control of the panel at start, as in \"bend 1=60\"; may be given again, and is done in that order",
        )
    },
    Opt::value("script", "FILE", "Play a script of keys and mouse; see docs/scripts.md"),
    Opt {
        default: "60",
        needs: "script",
        ..Opt::value("rate", "N", "How many frames a second the script is played with")
    },
    Opt::switch("gl", "Tell which OpenGL there is, and quit"),
    Opt {
        needs: "headless",
        excludes: &["script"],
        ..Opt::value("bench", "N", "Draw N frames as fast as possible and tell how long one takes")
    },
];

impl Args {
    /// Returns the folder for all that lessons save. Without a window it is the one in `WORKBOOK_SAVES`, or none.
    pub fn saves(&self) -> Option<PathBuf> {
        // An empty one would mean the folder where the lesson was started.
        let named = std::env::var_os("WORKBOOK_SAVES").filter(|named| !named.is_empty()).map(PathBuf::from);
        named.or_else(|| (!self.headless).then(|| course::root().join("saves")))
    }

    /// Reads the arguments of the program `name`, whose help says `about`, with a model if it takes one.
    ///
    /// Returns none if they ask for help or for OpenGL's version, which it prints.
    pub fn of_program(name: &str, about: &str, takes_model: bool) -> Result<Option<Self>> {
        let words = Handed::read().map(|handed| handed.words);
        let words = words.unwrap_or_else(|| std::env::args_os().skip(1).collect());
        let args = Self::parse(words, takes_model)?;
        if args.as_ref().is_some_and(|args| args.output.gl) {
            println!("{}", gl::describe()?);
            return Ok(None);
        }
        if args.is_none() {
            let model = if takes_model { " [MODEL]" } else { "" };
            let mut help = format!("{about}\n\nUsage: {name} [OPTIONS]{model}\n\n");
            if takes_model {
                help += "Arguments:\n  [MODEL]  A model to open instead of the lesson's own: .glb, .gltf or .dae\n\n";
            }
            help += &command_line::options_help(OPTIONS);
            std::io::stdout().write_all(help.as_bytes())?;
        }
        Ok(args)
    }

    fn parse(words: impl IntoIterator<Item = OsString>, takes_model: bool) -> Result<Option<Self>> {
        let Some(line) = command_line::read(OPTIONS, words)? else { return Ok(None) };
        let mut names = line.words.iter();
        let model = if takes_model { names.next().map(PathBuf::from) } else { None };
        if let Some(name) = names.next() {
            let name = name.display();
            ensure!(takes_model, "unexpected argument '{name}': {}", course::opens_no_models(course::root()));
            bail!("unexpected argument '{name}'");
        }
        let needed = "the option has a default";
        let output = Output {
            picture: line.path("picture")?,
            crop: line.read("crop", rectangle)?,
            film: line.path("film")?,
            seconds: line.read("seconds", seconds)?,
            fps: line.within("fps", 1..=120)?,
            panel: line.has("panel"),
            bench: if line.has("bench") { Some(line.within("bench", 1..=u32::MAX)?) } else { None },
            gl: line.has("gl"),
        };
        let rate = line.within("rate", 1..=1000)?;
        Ok(Some(Self {
            headless: line.has("headless"),
            output,
            at: line.read("at", seconds)?.context(needed)?,
            size: line.read("size", size)?.context(needed)?,
            scale: line.read("scale", scale)?.context(needed)?,
            camera: line.read("camera", camera)?,
            settings: line.all("set", |value| setting(value.to_str().context("this is no Unicode")?))?,
            script: line.path("script")?.map(|path| (path, rate)),
            model,
            handed: false,
        }))
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

/// Reads the size of a picture.
pub(crate) fn size(text: &str) -> Result<[u32; 2]> {
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

fn rectangle(text: &str) -> Result<[u32; 4]> {
    numbers(text)?.context("a rectangle is written as in 0,370,340,130")
}

fn camera(text: &str) -> Result<[f32; 6]> {
    let numbers = numbers(text)?.filter(|numbers: &[f32; 6]| numbers.iter().all(|one| one.is_finite()));
    numbers.context("a camera is written as in 0,1,0,2.5,30,15")
}

/// Returns numbers with commas between them, or none if their count is wrong.
fn numbers<T: FromStr, const N: usize>(text: &str) -> Result<Option<[T; N]>, T::Err> {
    let numbers = text.split(',').map(|number| number.trim().parse()).collect::<Result<Vec<T>, _>>()?;
    Ok(numbers.try_into().ok())
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

    fn parse(line: &str, takes_model: bool) -> Result<Option<Args>> {
        Args::parse(line.split_terminator('|').map(OsString::from), takes_model)
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_its_reason() {
        for (line, words) in [
            ("--size|0x0", "each side goes from 16 to 8192 pixels"),
            ("--size|800", "a size is written as in 1280x800"),
            ("--at|-1", "'-1' for '--at <SECONDS>': seconds go from 0 to 3600"),
            ("--at", "a value is missing for '--at <SECONDS>'"),
            ("--at|--panel", "a value is missing for '--at <SECONDS>'"),
            ("--at|1|--at=2", "'--at <SECONDS>' is given twice"),
            ("--panel=1", "'--panel' takes no value"),
            ("--set|bend", "a setting is written as in \"bend 1=60\""),
            ("--scale|0", "the factor goes from 0.5 to 4"),
            ("--crop|0,0,9,9", "'--crop <X,Y,W,H>' needs '--headless'"),
            ("--headless|--picture|a.png|--crop|0,0,9", "a rectangle is written as in 0,370"),
            ("--camera|0,1,0,nan,0,0", "a camera is written as in 0,1,0"),
            ("--headless|--seconds|1", "'--seconds <SECONDS>' needs '--film <FILE.gif>'"),
            ("--headless|--picture|a.png|--film|a.gif", "cannot go with '--picture <FILE.png>'"),
            ("--headless|--film|a.gif|--fps|0", "0 is not in 1..=120"),
            ("--script|a.txt|--rate|0", "0 is not in 1..=1000"),
            ("--pictur|a.png", "unexpected argument '--pictur': did you mean '--picture'?"),
            ("--far-from-all", "unexpected argument '--far-from-all'"),
            ("-x", "unexpected argument '-x'"),
            ("a.dae|b.dae", "unexpected argument 'b.dae'"),
        ] {
            let error = format!("{:#}", parse(line, true).expect_err("it is refused"));
            assert!(error.contains(words), "{line}: {error}");
        }
        let error = parse("a.dae", false).expect_err("it is refused").to_string();
        let words = "unexpected argument 'a.dae': this lesson opens no models, and these do: 05,";
        assert!(error.starts_with(words), "{error}");
    }

    #[test]
    fn options_and_a_model_come_in_any_order() {
        let line = "--set|bend 1=60|my.dae|--headless|--set=a = b=c|--size=80x60|--at|1.5";
        let args = parse(line, true).expect("it is right").expect("no help");
        assert_eq!((args.size, args.at, args.headless), ([80, 60], 1.5, true));
        assert_eq!(args.model, Some("my.dae".into()));
        let setting = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(args.settings, [setting("bend 1", "60"), setting("a", "b=c")]);
        assert_eq!(parse("--|--at", true).unwrap().expect("no help").model, Some("--at".into()));
        assert!(matches!(parse("--at|1|--help", true), Ok(None)));
        assert!(parse("--gl", false).unwrap().expect("no help").output.gl);
        // As the help says.
        let args = parse("", true).expect("nothing is enough").expect("no help");
        assert_eq!((args.at, args.output.fps, args.size, args.scale), (0.0, 20, [1280, 800], 1.0));
    }
}
