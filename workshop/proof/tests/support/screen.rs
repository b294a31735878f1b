//! Opens a program's window on a virtual display, and uses it by keys and mouse.

pub use super::display::Screen;
use super::picture::{Area, Look};
use super::{Ended, Folder, PATIENCE, Process, kept_pictures, wait_until};
use anyhow::{Context, Result, bail, ensure};
use gpu::Image;
use std::process::Command;
use std::time::Duration;

/// The panel's width, and the height of the area with messages, in points.
const PANEL: f64 = 340.0;
const MESSAGES: f64 = 96.0;

impl Screen {
    /// Reads the screen's present picture.
    pub fn picture(&self) -> Result<Image> {
        let (size, pixels) = self.pixels()?;
        Ok(Image { size, pixels })
    }
}

/// Returns the area with the scene, without its upper right corner, where messages appear.
pub fn view(size: [usize; 2], scale: f64) -> Area {
    Area { from: [(PANEL * scale).ceil() as usize + 1, (MESSAGES * scale) as usize], to: size }
}

pub fn panel([_, height]: [usize; 2], scale: f64) -> Area {
    Area { from: [0, 0], to: [(PANEL * scale) as usize, height] }
}

/// A window that has the keyboard's focus, with a temporary folder as its program's current one. Points are at scale 1.
pub struct Window<'a> {
    pub screen: &'a Screen,
    pub process: Process,
    pub folder: Folder,
    pub size: [usize; 2],
    scale: f64,
    id: String,
}

impl<'a> Window<'a> {
    /// Starts a program, and waits until it draws something.
    pub fn start(screen: &'a Screen, command: &mut Command, points: [usize; 2], scale: f64) -> Result<Self> {
        let folder = Folder::new()?;
        command.env("DISPLAY", &screen.name).env("WINIT_X11_SCALE_FACTOR", scale.to_string());
        let process = Process::start(command.current_dir(&*folder))?;
        let size = points.map(|side| (side as f64 * scale).round() as usize);
        let mut window = Self { screen, process, folder, size, scale, id: String::new() };
        let found = wait_until(PATIENCE, || {
            ensure!(window.process.is_running(), "it opens no window, and says: {}", window.process.said());
            // It fails for as long as there is none.
            let found = screen.try_xdotool(&["search", "--onlyvisible", "--name", "."])?;
            window.id = found.unwrap_or_default().trim().to_owned();
            let picture = screen.picture()?;
            let colours: std::collections::HashSet<_> = picture.part(window.view()).step_by(13).collect();
            Ok(window.id.lines().count() == 1 && colours.len() > 20)
        })?;
        found.with_context(|| format!("it shows nothing, and says: {}", window.process.said()))?;
        // There is no window manager to do this.
        screen.xdotool(&["windowfocus", "--sync", &window.id])?;
        Ok(window)
    }

    pub fn view(&self) -> Area {
        view(self.size, self.scale)
    }

    pub fn panel(&self) -> Area {
        panel(self.size, self.scale)
    }

    /// The upper right corner, where messages appear.
    pub fn corner(&self) -> Area {
        let [left, bottom] = [200.0, MESSAGES].map(|far| (far * self.scale) as usize);
        Area { from: [self.size[0] - left, 0], to: [self.size[0], bottom] }
    }

    pub fn keys(&self, keys: &str) -> Result<()> {
        keys.split(' ').try_for_each(|key| self.screen.xdotool(&["key", key]).map(drop))
    }

    pub fn resize(&mut self, size: [usize; 2]) -> Result<()> {
        let [width, height] = size.map(|side| side.to_string());
        self.screen.xdotool(&["windowsize", &self.id, &width, &height])?;
        self.size = size;
        Ok(())
    }

    /// Moves the mouse, as a hand does: Dear ImGui knows whose it is before the next event.
    pub fn point(&self, at: [f64; 2]) -> Result<()> {
        let [x, y] = at.map(|x| (x * self.scale).round().to_string());
        self.screen.xdotool(&["mousemove", &x, &y])?;
        self.await_pictures();
        Ok(())
    }

    /// Drags with a button, which stays down for several frames, since Dear ImGui sees only the start of a shorter drag.
    pub fn drag(&self, button: &str, [from, to]: [[f64; 2]; 2]) -> Result<()> {
        self.point(from)?;
        self.screen.xdotool(&["mousedown", button])?;
        self.point([0, 1].map(|i| 0.5 * (from[i] + to[i])))?;
        self.point(to)?;
        self.screen.xdotool(&["mouseup", button])?;
        Ok(())
    }

    /// Waits long enough for several frames, even large ones on a busy machine.
    fn await_pictures(&self) {
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
        let before = self.settled().with_context(|| format!("before {what}"))?;
        act()?;
        self.shows(&format!("{what} changes nothing within {part:?}"), |now| {
            now.changed(&before, part) >= pixels
        })
    }

    /// Waits until the screen is as wanted. If it never is, its picture is saved.
    pub fn shows(&self, or_else: &str, wanted: impl Fn(&Image) -> bool) -> Result<()> {
        if wait_until(PATIENCE / 3, || Ok(wanted(&self.screen.picture()?)))?.is_some() {
            return Ok(());
        }
        let path = kept_pictures()?.join(format!("screen-{}.png", self.process.id()));
        let picture = self.screen.picture()?;
        stage::write_png(&path, picture.size.into(), &picture.pixels)?;
        bail!("{or_else}. The screen: {}", path.display());
    }

    /// Waits until the program ends by itself.
    pub fn end(self) -> Result<Ended> {
        self.process.end(PATIENCE)
    }
}
