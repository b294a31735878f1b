//! A child at the keyboard: it tries everything, in no order.

use super::drop::Hand;
use super::picture::{Part, Picture, distance};
use super::screen::{Screen, Window};
use super::{Folder, PATIENCE, lesson_command, wait_until};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Keys and chords. Escape is not among them: it ends the lesson, as it should.
const KEYS: &str = "space space Left Left Right Right Up Down h h r r F1 F1 F5 F11 F12 F2 Tab shift+Tab Return \
    BackSpace Delete Insert Home End Prior Next Menu Super_L Alt_L Caps_Lock Caps_Lock Num_Lock a b 1 2 minus \
    period comma plus H R alt+Return ctrl+a ctrl+c ctrl+v ctrl+x ctrl+z ctrl+y ctrl+r udiaeresis Greek_theta dead_acute";

/// What is typed where numbers stand.
const NUMBERS: &[&str] =
    &["0", "-90", "45.5", "1e30", "-1e30", "1e-30", "nan", "inf", "-", "", "1 2", "12345678901234567890"];

/// How sizes are often chosen.
const SIZES: &[[u64; 2]] =
    &[[1280, 800], [1280, 800], [1400, 900], [480, 320], [100, 50], [340, 700], [1, 1]];

/// The colour of panel and text, which no scene has.
const PAPER: [u8; 3] = [0xf6, 0xf7, 0xf5];

/// Numbers in no order, but the same ones for the same seed (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % end
    }

    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}

/// A child, a lesson in a window, and a copy of the workbook that may be spoilt.
pub struct Child<'a> {
    pub window: Window<'a>,
    /// How often it did what.
    pub counts: BTreeMap<&'static str, u32>,
    /// All that it did, in order.
    pub done: Vec<String>,
    copy: &'a Folder,
    hand: Hand,
    random: Random,
    /// The files of the workbook that a lesson may read, seen from its folder.
    files: Vec<PathBuf>,
    spoilt: Vec<PathBuf>,
    /// What is dropped onto the window.
    gifts: Vec<PathBuf>,
    takes_models: bool,
}

impl<'a> Child<'a> {
    pub fn new(screen: &'a Screen, copy: &'a Folder, lesson: &str, seed: u64) -> Result<Self> {
        let files = files_of_workbook(copy.path(), lesson)?;
        let mut command = lesson_command(lesson)?;
        command.env("WORKBOOK_ROOT", copy.path());
        // What is freed goes back to the system at once, so that memory can be measured.
        command.envs([("MALLOC_ARENA_MAX", "1"), ("MALLOC_MMAP_THRESHOLD_", "131072")]);
        let main = std::fs::read_to_string(lesson_folder(copy.path(), lesson).join("main.rs"))?;
        Ok(Self {
            window: Window::start(screen, &mut command, 1.0)?,
            counts: BTreeMap::new(),
            done: Vec::new(),
            hand: Hand::new(screen.name())?,
            random: Random(seed + 1000 * number(lesson)),
            gifts: gifts(copy, &files)?,
            files,
            spoilt: Vec::new(),
            takes_models: main.contains("TAKES_MODEL: bool = true"),
            copy,
        })
    }

    /// Does one thing or another.
    pub fn act(&mut self) -> Result<()> {
        match self.random.below(24) {
            0..=5 => self.press_key(),
            6 => self.hold_key(),
            7..=8 => self.type_number(),
            9..=11 => self.click(),
            12..=15 => self.drag(),
            16 => self.turn_wheel(),
            17 => self.resize(),
            18 => self.hide(),
            19..=20 => self.spoil(),
            21 => self.mend_one(),
            22 => self.drop_files(),
            _ => self.wait(),
        }?;
        let process = &mut self.window.process;
        ensure!(process.is_running(), "the lesson ended");
        ensure!(process.stderr().is_empty(), "the lesson complains");
        Ok(())
    }

    fn note(&mut self, kind: &'static str, what: String) {
        *self.counts.entry(kind).or_default() += 1;
        self.done.push(what);
    }

    /// Does what a line for xdotool says; `WINDOW` stands for the window.
    fn hands(&mut self, kind: &'static str, line: &str) -> Result<()> {
        self.note(kind, line.to_owned());
        let id = self.window.id()?.to_string();
        let words: Vec<&str> =
            line.split_whitespace().map(|word| if word == "WINDOW" { &id } else { word }).collect();
        self.window.xdotool(&words)?;
        Ok(())
    }

    fn key(&mut self) -> &'static str {
        let keys: Vec<&str> = KEYS.split_whitespace().collect();
        self.random.one_of::<&str>(&keys)
    }

    fn press_key(&mut self) -> Result<()> {
        let key = self.key();
        self.hands("keys", &format!("key {key}"))
    }

    /// Long enough for the key to repeat.
    fn hold_key(&mut self) -> Result<()> {
        let key = self.key();
        self.hands("keys", &format!("keydown {key} sleep 0.9 keyup {key}"))
    }

    /// A place in the panel or in the view, as words.
    fn place(&mut self) -> String {
        let x = match self.random.below(2) {
            0 => self.random.below(340),
            _ => 340 + self.random.below(940),
        };
        format!("{x} {}", self.random.below(800))
    }

    /// Opens a number of the panel with Ctrl and a click, if there is one, and writes into it.
    fn type_number(&mut self) -> Result<()> {
        let y = self.random.below(800);
        let number = self.random.one_of(NUMBERS);
        let keys: String = number.chars().map(|sign| name_of_key(sign) + " ").collect();
        let end = self.random.one_of(&["Return", "Tab", "ctrl+a", "Return Return"]);
        let open = format!("mousemove 150 {y} sleep 0.05 keydown ctrl click 1 keyup ctrl sleep 0.05");
        self.hands("numbers", &format!("{open} key ctrl+a BackSpace {keys} {end}"))
    }

    fn click(&mut self) -> Result<()> {
        let (place, button, times) =
            (self.place(), self.random.one_of(&[1, 1, 1, 2, 3, 8, 9]).to_owned(), 1 + self.random.below(3));
        self.hands("clicks", &format!("mousemove {place} click --repeat {times} --delay 40 {button}"))
    }

    /// Drags with a button, and now and then presses a key meanwhile.
    fn drag(&mut self) -> Result<()> {
        let button = *self.random.one_of(&[1, 1, 1, 2, 3]);
        let [from, by, to] = [0; 3].map(|_| self.place());
        let key = if self.random.below(4) == 0 { format!("key {}", self.key()) } else { String::new() };
        let moves = format!("sleep 0.05 mousemove {by} {key} sleep 0.05 mousemove {to} sleep 0.02");
        self.hands(
            "drags",
            &format!("mousemove {from} sleep 0.02 mousedown {button} {moves} mouseup {button}"),
        )
    }

    fn turn_wheel(&mut self) -> Result<()> {
        let (place, times) = (self.place(), 1 + self.random.below(12));
        let button = self.random.one_of(&[4, 5, 6, 7]).to_owned();
        self.hands("wheel", &format!("mousemove {place} click --repeat {times} --delay 10 {button}"))
    }

    fn resize(&mut self) -> Result<()> {
        let [width, height] = match self.random.below(3) {
            0 => [1 + self.random.below(1400), 1 + self.random.below(900)],
            _ => *self.random.one_of(SIZES),
        };
        self.hands("sizes", &format!("windowsize WINDOW {width} {height}"))
    }

    /// Takes the window from the screen, as minimising does, or covers it; and brings it back.
    fn hide(&mut self) -> Result<()> {
        if self.random.below(2) == 0 {
            self.note("hidings", "cover".to_owned());
            return self.hand.cover(Duration::from_millis(200));
        }
        self.hands("hidings", "windowunmap WINDOW sleep 0.2")?;
        if self.random.below(2) == 0 {
            self.spoil()?;
            self.resize()?;
        }
        self.hands("hidings", "windowmap --sync WINDOW windowfocus --sync WINDOW")
    }

    /// Saves a shader, an asset or the text, mostly for the worse.
    fn spoil(&mut self) -> Result<()> {
        let [file, other] = [0; 2].map(|_| self.random.one_of(&self.files).clone());
        let path = self.copy.join(&file);
        let good = std::fs::read(course::root().join(&file))?;
        let way = self.random.below(6);
        self.note("saves", format!("spoil {} ({way}, {})", file.display(), other.display()));
        match way {
            0 => std::fs::write(&path, &good)?,
            1 => std::fs::write(&path, &good[..good.len() / 2])?,
            2 => std::fs::write(&path, [])?,
            3 => std::fs::write(&path, [&good, "\n]]> {\"= 1e99 nonsense".as_bytes()].concat())?,
            4 => std::fs::write(&path, std::fs::read(course::root().join(&other))?)?,
            // It may be gone already.
            _ => drop(std::fs::remove_file(&path)),
        }
        self.spoilt.push(file);
        Ok(())
    }

    fn mend_one(&mut self) -> Result<()> {
        let Some(file) = self.spoilt.pop() else {
            return Ok(());
        };
        self.note("saves", format!("mend {}", file.display()));
        std::fs::write(self.copy.join(&file), std::fs::read(course::root().join(&file))?)?;
        Ok(())
    }

    fn drop_files(&mut self) -> Result<()> {
        let count = *self.random.one_of(&[1, 1, 1, 2, 5]);
        let gifts: Vec<PathBuf> = (0..count).map(|_| self.random.one_of(&self.gifts).clone()).collect();
        let away = self.random.below(6) == 0;
        let names: Vec<_> =
            gifts.iter().map(|gift| gift.strip_prefix(self.copy.path()).unwrap_or(gift)).collect();
        self.note("drops", format!("{} {names:?}", if away { "show" } else { "drop" }));
        let window = self.window.id()?;
        if away { self.hand.show_files(window, &gifts) } else { self.hand.drop_files(window, &gifts) }
    }

    fn wait(&mut self) -> Result<()> {
        let milliseconds = self.random.below(300);
        self.note("pauses", format!("wait {milliseconds} ms"));
        std::thread::sleep(Duration::from_millis(milliseconds));
        Ok(())
    }

    /// Sees what is kept once it was seen: the text with its pictures, and the largest size.
    pub fn see_all(&mut self) -> Result<()> {
        self.hands("sizes", "windowsize WINDOW 1400 900")?;
        self.window.await_pictures();
        self.hands("keys", "key F12")?;
        let view = self.window.view();
        self.toggle("F1", view)?;
        self.toggle("F1", view)
    }

    /// Presses a key that shows or hides something, and waits for it: pressed twice it would undo itself.
    fn toggle(&mut self, key: &str, part: Part) -> Result<()> {
        let shown = is_paper(&self.window.screen.picture()?, part);
        self.hands("keys", &format!("key {key}"))?;
        // Where a number is still being typed, nothing happens.
        wait_until(PATIENCE / 6, || Ok(is_paper(&self.window.screen.picture()?, part) != shown))?;
        Ok(())
    }

    /// Puts everything back: files, size, panel, model. Where the lesson does not follow, that is an error.
    pub fn come_home(&mut self) -> Result<()> {
        self.done.push("come home".to_owned());
        while !self.spoilt.is_empty() {
            self.mend_one()?;
        }
        // A press in the view takes the keys back from the panel.
        self.hands(
            "sizes",
            "windowsize WINDOW 1280 800 windowfocus WINDOW mousemove 800 500 sleep 0.2 click 1",
        )?;
        // Return ends the typing of a number; what F2 compares can be as light as paper; after R nothing dark shines
        // through the panel.
        self.hands("keys", "key Return shift+F2 r Left")?;
        let (view, panel) = (self.window.view(), self.window.panel());
        let (mut looks, mut tries) = (0, 0);
        let home = wait_until(2 * PATIENCE, || {
            // What was dropped may have been opened after R; but opening takes seconds on a slow machine.
            tries += 1;
            self.hands("keys", if tries % 5 == 0 { "key Return r" } else { "key Return" })?;
            // R is not everywhere for beginning again, but a good model takes the refusal of a bad one away.
            if tries % 5 == 0 {
                self.drop_the_knight()?;
            }
            self.window.await_pictures();
            let picture = self.window.screen.picture()?;
            if is_paper(&picture, view) {
                self.toggle("F1", view)?;
            } else if !is_paper(&picture, panel) {
                self.toggle("h", panel)?;
            } else if !self.window.shows_error(&picture) {
                // A slow machine may still be busy with what was done before.
                looks += 1;
                return Ok(looks == 3);
            }
            looks = 0;
            Ok(false)
        })?;
        home.context("the panel does not come back, or a text or an error does not go")?;
        self.drop_the_knight()?;
        self.window.await_pictures();
        // Return answers what may be asked first; while a question is open, a press leaves the keys in the panel. Here
        // the press meets nothing, so that R takes hold of nothing; where it did, Return lets go.
        self.hands("keys", "key Return sleep 0.2 mousemove 420 300 click 1 sleep 0.2 key r Left Return")?;
        self.window.await_pictures();
        Ok(())
    }

    /// Drops a good model, where models are taken: in the format that all of them open.
    fn drop_the_knight(&mut self) -> Result<()> {
        if self.takes_models {
            let own = self.copy.join("assets/knight/knight.glb");
            self.note("drops", "drop the knight".to_owned());
            self.hand.drop_files(self.window.id()?, &[own])?;
        }
        Ok(())
    }
}

/// Whether most of a part has the colour of panel and text. What is dark shines through the panel a little.
fn is_paper(picture: &Picture, part: Part) -> bool {
    let paper = picture.part(part).filter(|pixel| distance(*pixel, PAPER) < 6).count();
    2 * paper > picture.part(part).count()
}

/// xdotool's name of the key for a sign.
fn name_of_key(sign: char) -> String {
    match sign {
        '-' => "minus".to_owned(),
        '.' => "period".to_owned(),
        ' ' => "space".to_owned(),
        other => other.to_string(),
    }
}

/// So that not all lessons are treated alike.
fn number(lesson: &str) -> u64 {
    lesson.split('-').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

fn lesson_folder(root: &Path, lesson: &str) -> PathBuf {
    root.join("lessons").join(lesson.replace('-', "_"))
}

/// Shaders, assets, and the lesson's text.
fn files_of_workbook(root: &Path, lesson: &str) -> Result<Vec<PathBuf>> {
    let mut files = vec![lesson_folder(Path::new(""), lesson).join("README.md")];
    for folder in [
        "shaders",
        "assets/cylinder",
        "assets/joints",
        "assets/knight",
        "assets/puppet",
        "assets/root_motion",
    ] {
        for entry in std::fs::read_dir(root.join(folder)).context(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if entry.path().is_file() && !name.to_string_lossy().ends_with(".json") {
                files.push(Path::new(folder).join(name));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Files and folders to drop: models of all lessons, and what is no model.
fn gifts(copy: &Folder, files: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let knight = std::fs::read(copy.join("assets/knight/knight.dae"))?;
    let odd = copy.join("Für Übungen (100 %)");
    std::fs::create_dir_all(&odd)?;
    std::fs::write(odd.join("Kühner Ritter #1.dae"), &knight)?;
    std::fs::write(odd.join("half.dae"), &knight[..knight.len() / 2])?;
    std::fs::write(odd.join("empty.dae"), [])?;
    let mut gifts: Vec<PathBuf> =
        ["Kühner Ritter #1.dae", "half.dae", "empty.dae", "gone.dae", "."].map(|name| odd.join(name)).into();
    let wanted =
        |file: &&PathBuf| ["dae", "png"].iter().any(|kind| file.extension().is_some_and(|is| is == *kind));
    gifts.extend(files.iter().filter(wanted).map(|file| copy.join(file)));
    Ok(gifts)
}
