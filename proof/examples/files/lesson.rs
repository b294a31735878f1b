//! What a lesson makes of a file.

use anyhow::{Context, Result};
use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A lesson that takes a model.
pub struct Lesson {
    /// Its program's name.
    pub name: &'static str,
    /// Settings that change all that is seen of a model.
    settings: &'static [&'static str],
    /// Whether it opens Collada files.
    opens_collada: bool,
}

/// The lessons that take a model.
pub const LESSONS: [Lesson; 5] = [
    Lesson { name: "05-collada-joints", settings: &["names=on"], opens_collada: true },
    Lesson { name: "06-joint-playback", settings: &["turn=70", "place x=0.3"], opens_collada: true },
    Lesson { name: "11-a-skin-from-a-file", settings: &["weights=on"], opens_collada: true },
    Lesson { name: "12-full-playback", settings: &["weights=on"], opens_collada: true },
    Lesson { name: "18-gltf", settings: &["weights=on"], opens_collada: false },
];

/// A lesson that takes longer for a picture hangs.
const LIMIT: Duration = Duration::from_secs(10);

/// How many of a picture's bytes, some 200,000, the settings must change if anything of the model is seen.
const FEWEST: usize = 100;

/// What a lesson made of a file.
pub enum Outcome {
    /// The model.
    Drawn,
    /// A picture without the model.
    NothingSeen,
    /// One sentence, with the place in the file.
    Refused(String),
    /// Nothing: the lesson is for another format, and was not asked.
    NotAsked,
    /// Anything else: a panic, a hang, an error without a place.
    Wrong(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drawn => write!(f, "drawn"),
            Self::NothingSeen => write!(f, "nothing seen"),
            Self::Refused(_) => write!(f, "refused"),
            Self::NotAsked => write!(f, "–"),
            Self::Wrong(what) => write!(f, "**{what}**"),
        }
    }
}

impl Lesson {
    /// Compares the lesson's pictures with and without its settings.
    pub fn outcome(&self, path: &Path, at: f32) -> Result<Outcome> {
        let is_collada = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("dae"));
        if is_collada && !self.opens_collada {
            return Ok(Outcome::NotAsked);
        }
        let plain = match self.picture(path, at, false)? {
            Ok(plain) => plain,
            Err(said) if has_place(&said, path) => return Ok(Outcome::Refused(said)),
            Err(said) => return Ok(Outcome::Wrong(said)),
        };
        let set = match self.picture(path, at, true)? {
            Ok(set) => set,
            Err(said) => return Ok(Outcome::Wrong(said)),
        };
        let differ = plain.iter().zip(&set).filter(|(a, b)| a != b).count();
        Ok(if differ < FEWEST { Outcome::NothingSeen } else { Outcome::Drawn })
    }

    /// The pixels of a picture, or what the lesson said instead.
    fn picture(&self, path: &Path, at: f32, is_set: bool) -> Result<Result<Vec<u8>, String>> {
        let picture = std::env::temp_dir().join(format!("files-{}.png", std::process::id()));
        // Cargo puts examples into a folder beside the programs.
        let program = std::env::current_exe()?.with_file_name("..").join(self.name);
        let mut command = Command::new(program.with_extension(std::env::consts::EXE_EXTENSION));
        command.args(["--headless", "--size", "320x200", "--at", &at.to_string(), "--picture"]);
        command.arg(&picture).arg(path.file_name().unwrap_or_default());
        for setting in self.settings.iter().filter(|_| is_set) {
            command.args(["--set", setting]);
        }
        // So that messages name the file alone.
        command.current_dir(path.parent().unwrap_or(Path::new(".")));
        let said = match said(command.stdout(Stdio::null()).stderr(Stdio::piped()))? {
            Some(said) => said,
            None => return Ok(Err(format!("hangs for {} s", LIMIT.as_secs()))),
        };
        if !said.is_empty() {
            return Ok(Err(said.strip_prefix("error: ").unwrap_or(&said).to_owned()));
        }
        let mut reader = png::Decoder::new(BufReader::new(File::open(&picture)?)).read_info()?;
        let mut pixels = vec![0; reader.output_buffer_size().context("the picture is too large")?];
        reader.next_frame(&mut pixels)?;
        Ok(Ok(pixels))
    }
}

/// What a program says to the standard error; nothing if it does not end in time.
fn said(command: &mut Command) -> Result<Option<String>> {
    let mut child = command.spawn().context("a lesson's program is missing: build the lessons first")?;
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output()?;
    let said = String::from_utf8_lossy(&output.stderr).trim().replace('\n', " ");
    let failed_silently = said.is_empty() && !output.status.success();
    Ok(Some(if failed_silently { output.status.to_string() } else { said }))
}

/// Whether a message begins with the file and a place in it: a row and a column, a JSON pointer, or a byte.
fn has_place(said: &str, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(place) = said.strip_prefix(&*name) else { return false };
    let numbers = place.split(':').skip(1).take(2);
    place.starts_with('#')
        || place.starts_with(", byte ")
        || numbers.filter(|number| number.parse::<u32>().is_ok()).count() == 2
}
