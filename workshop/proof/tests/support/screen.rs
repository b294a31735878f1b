//! Runs a lesson's window on a virtual display, and uses it by keys and mouse.

pub use super::display::Screen;
use super::picture::{Area, Look, distance};
use super::{Ended, Folder, PATIENCE, Process, kept_pictures, wait_until};
use anyhow::{Context, Result, bail, ensure};
use gpu::Image;
use std::process::Command;
use std::time::Duration;

/// The panel's width at scale 1, in pixels.
const PANEL: f64 = 340.0;

/// The width and height of a lesson's window, unless it is given.
const USUAL: [usize; 2] = [1280, 800];

/// The background of an error's box, in RGB.
const ERROR_BOX: [u8; 3] = [0xfb, 0xe9, 0xe4];

impl Screen {
    /// Reads the screen's present picture.
    pub fn picture(&self) -> Result<Image> {
        let (size, pixels) = self.pixels()?;
        Ok(Image { size, pixels })
    }
}

/// The height of the area with messages, at scale 1 and with a bar of menus above.
const MESSAGES: f64 = 96.0;

/// Returns the area with the scene, without its upper right corner, where messages appear.
pub fn view(size: [usize; 2], scale: f64) -> Area {
    Area { from: [(PANEL * scale).ceil() as usize + 1, (MESSAGES * scale) as usize], to: size }
}

pub fn panel([_, height]: [usize; 2], scale: f64) -> Area {
    Area { from: [0, 0], to: [(PANEL * scale) as usize, height] }
}

/// Returns the heights of the sliders in a picture's panel, at scale 1, from above.
///
/// A slider's right end is a bar of one colour, darker than the panel. A scroll bar makes the panel narrower.
pub fn sliders(picture: &Image, scale: f64) -> Vec<f64> {
    let x = (306.0 * scale) as usize;
    let paper = picture.pixel((4.0 * scale) as usize, (4.0 * scale) as usize);
    let is_bar = |y: &usize| {
        let away = |x| distance(picture.pixel(x, *y), paper);
        let [before, left] = [114.0, 124.0].map(|x| (x * scale) as usize);
        // Buttons side by side are as dark, but there is paper between them; a chosen row has none before it.
        (10..40).contains(&away(x)) && (left..x).all(|x| away(x) >= 10) && away(before) < 10
    };
    let rows: Vec<usize> = (0..picture.size.1 as usize).filter(is_bar).collect();
    let bars = rows.chunk_by(|above, below| above + 1 == *below);
    let tall = bars.filter(|bar| bar.len() as f64 > 16.0 * scale);
    tall.map(|bar| 0.5 * (bar[0] + bar[bar.len() - 1]) as f64 / scale).collect()
}

/// A lesson in a window that has the keyboard's focus, with a temporary folder as its current one.
pub struct Window<'a> {
    pub screen: &'a Screen,
    pub process: Process,
    pub folder: Folder,
    pub size: [usize; 2],
    pub scale: f64,
    id: String,
}

impl<'a> Window<'a> {
    /// Starts a lesson's program, and waits until it draws something.
    pub fn start(screen: &'a Screen, command: &mut Command) -> Result<Self> {
        Self::start_sized(screen, command, USUAL, 1.0)
    }

    pub fn start_sized(
        screen: &'a Screen,
        command: &mut Command,
        size: [usize; 2],
        scale: f64,
    ) -> Result<Self> {
        let folder = Folder::new()?;
        let process = Process::start(
            command
                .env("DISPLAY", &screen.name)
                .env("WINIT_X11_SCALE_FACTOR", scale.to_string())
                .current_dir(folder.path()),
        )?;
        let size = size.map(|side| (side as f64 * scale).round() as usize);
        let mut window = Self { screen, process, folder, size, scale, id: String::new() };
        window.find()?;
        Ok(window)
    }

    /// Waits until the window exists and has drawn, and gives it the keyboard.
    pub fn find(&mut self) -> Result<()> {
        let found = wait_until(PATIENCE, || {
            ensure!(self.process.is_running(), "it opens no window, and says: {}", self.process.said());
            // It fails for as long as there is none.
            let found = self.screen.try_xdotool(&["search", "--onlyvisible", "--name", "."])?;
            self.id = found.unwrap_or_default().trim().to_owned();
            let lines = self.id.lines().count();
            ensure!(lines <= 1, "the lesson opened {lines} windows");
            Ok(lines == 1 && self.colours()? > 20)
        })?;
        found.with_context(|| format!("it shows nothing, and says: {}", self.process.said()))?;
        // There is no window manager to do this.
        self.xdotool(&["windowfocus", "--sync", &self.id])?;
        Ok(())
    }

    fn colours(&self) -> Result<usize> {
        let picture = self.screen.picture()?;
        let colours: std::collections::HashSet<_> = picture.part(self.view()).step_by(13).collect();
        Ok(colours.len())
    }

    pub fn xdotool(&self, args: &[&str]) -> Result<String> {
        self.screen.xdotool(args)
    }

    pub fn keys(&self, keys: &str) -> Result<()> {
        for key in keys.split(' ') {
            self.xdotool(&["key", key])?;
        }
        Ok(())
    }

    /// Runs an xdotool command on the window, as in `windowsize 800 600`.
    pub fn to_window(&self, command: &str) -> Result<()> {
        let mut words: Vec<&str> = command.split(' ').collect();
        words.insert(1, &self.id);
        self.xdotool(&words)?;
        Ok(())
    }

    /// Moves the mouse to a point at scale 1, as are all points here.
    pub fn point(&self, at: [f64; 2]) -> Result<()> {
        let [x, y] = at.map(|x| (x * self.scale).round().to_string());
        self.xdotool(&["mousemove", &x, &y])?;
        Ok(())
    }

    pub fn press(&self, button: u8, at: [f64; 2]) -> Result<()> {
        self.point(at)?;
        // As a hand does. Dear ImGui then knows whether the mouse is its own.
        self.await_pictures();
        self.xdotool(&["mousedown", &button.to_string()])?;
        Ok(())
    }

    pub fn release(&self, button: u8) -> Result<()> {
        self.xdotool(&["mouseup", &button.to_string()])?;
        Ok(())
    }

    pub fn click(&self, at: [f64; 2]) -> Result<()> {
        self.press(1, at)?;
        self.release(1)
    }

    /// Turns the wheel by a notch over a point.
    pub fn wheel(&self, at: [f64; 2], up: bool) -> Result<()> {
        self.point(at)?;
        self.await_pictures();
        self.xdotool(&["click", if up { "4" } else { "5" }])?;
        Ok(())
    }

    /// Drags with a button, which comes up once `part` has changed.
    ///
    /// A drag that is shorter than a frame is none, since Dear ImGui then sees only its start.
    pub fn drag_changes(
        &self,
        button: u8,
        [from, to]: [[f64; 2]; 2],
        part: Area,
        pixels: usize,
    ) -> Result<()> {
        let drag = || {
            self.press(button, from)?;
            self.point([0, 1].map(|i| 0.5 * (from[i] + to[i])))?;
            self.point(to)
        };
        let name = format!("a drag with button {button} from {from:?} to {to:?}");
        // Highlights under the mouse do not count.
        self.point(from)?;
        self.changes(&name, part, pixels, drag)?;
        self.release(button)
    }

    pub fn view(&self) -> Area {
        view(self.size, self.scale)
    }

    /// The upper right corner, where messages appear.
    pub fn corner(&self) -> Area {
        let [width, _] = self.size;
        let [left, bottom] = [200.0, MESSAGES].map(|far| (far * self.scale) as usize);
        Area { from: [width - left, 0], to: [width, bottom] }
    }

    pub fn panel(&self) -> Area {
        panel(self.size, self.scale)
    }

    /// Returns the heights of the panel's sliders, at scale 1, from above.
    pub fn sliders(&self) -> Result<Vec<f64>> {
        Ok(sliders(&self.settled()?, self.scale))
    }

    /// Returns true if a picture of the screen has an error's box.
    pub fn shows_error(&self, picture: &Image) -> bool {
        picture.count(self.view(), ERROR_BOX) > 5000
    }

    /// Waits long enough for several frames, even large ones on a busy machine.
    pub fn await_pictures(&self) {
        std::thread::sleep(Duration::from_millis(250).mul_f64(self.scale));
    }

    /// Returns the picture once it no longer changes.
    pub fn settled(&self) -> Result<Image> {
        let mut before = self.screen.picture()?;
        let settled = wait_until(PATIENCE, || {
            self.await_pictures();
            let now = self.screen.picture()?;
            let still = now == before;
            before = now;
            Ok(still)
        })?;
        settled.context("the picture does not come to rest")?;
        Ok(before)
    }

    /// Calls `act`, and waits until at least `pixels` pixels of `part` have changed.
    pub fn changes(
        &self,
        what: &str,
        part: Area,
        pixels: usize,
        act: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        let before = self.settled()?;
        act()?;
        self.comes_true(&format!("{what} changes nothing within {part:?}"), || {
            Ok(self.screen.picture()?.changed(&before, part) >= pixels)
        })
    }

    /// Waits until `done` returns true. If it never does, a picture of the screen is saved.
    pub fn comes_true(&self, or_else: &str, done: impl FnMut() -> Result<bool>) -> Result<()> {
        if wait_until(PATIENCE / 3, done)?.is_some() {
            return Ok(());
        }
        let path = kept_pictures()?.join(format!("screen-{}.png", self.process.id()));
        let picture = self.screen.picture()?;
        stage::write_png(&path, picture.size.into(), &picture.pixels)?;
        bail!("{or_else}. The screen: {}", path.display());
    }

    /// Waits until the picture changes without any keys or mouse.
    pub fn changes_by_itself(&self, what: &str, part: Area) -> Result<()> {
        // The last click may still be lit.
        std::thread::sleep(Duration::from_millis(700));
        let before = self.screen.picture()?;
        self.comes_true(&format!("{what} does not move within {part:?}"), || {
            Ok(self.screen.picture()?.changed(&before, part) > 50)
        })
    }

    /// Pauses a lesson that plays from the start.
    pub fn stop(&self) -> Result<()> {
        self.keys("Left")?;
        self.settled()?;
        Ok(())
    }

    /// Calls `act`, which must leave `part` unchanged.
    pub fn keeps(&self, what: &str, part: Area, act: impl FnOnce() -> Result<()>) -> Result<()> {
        let before = self.settled()?;
        act()?;
        let changed = self.settled()?.changed(&before, part);
        ensure!(changed == 0, "{what} changes {changed} pixels within {part:?}");
        Ok(())
    }

    /// Waits until the program ends by itself.
    pub fn end(self) -> Result<Ended> {
        self.process.end(PATIENCE)
    }
}
