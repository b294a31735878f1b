//! Keeps what panels must know from one frame to the next.

use super::Rect;
use super::names::Typed;
use super::regions::Regions;
use super::settings::Settings;
use std::collections::HashMap;
use std::path::PathBuf;

/// The panels' memory from one frame to the next.
#[derive(Default)]
pub struct Memory {
    /// The text of each number on the panels by name, and when it last changed.
    pub(super) numbers: HashMap<String, (String, f64)>,
    /// The index to which each tree was last scrolled.
    pub(super) shown_branches: HashMap<String, usize>,
    pub(super) held: Held,
    /// The pixels by which lists may still grow in this frame.
    pub(crate) room: Room,
    /// The areas of the picture that panels cover.
    pub(crate) regions: Regions,
    pub(crate) below: Below,
    pub(crate) enters: Enters,
    pub(crate) wishes: Wishes,
    /// The controls that are set from outside.
    pub(crate) settings: Settings,
    /// The rectangles of named things in the picture.
    places: HashMap<String, Rect>,
}

/// The name or key that the user holds.
#[derive(Default)]
pub struct Held {
    /// The name in a list that is being edited.
    pub typed: Option<Typed>,
    /// The key of a timeline that is being dragged, or none if it is the time.
    pub key: Option<usize>,
}

/// The pixels by which lists in the panel at the left may grow, and those that they have taken.
#[derive(Default)]
pub struct Room {
    pub left: f32,
    pub taken: f32,
}

/// The panel below the view.
#[derive(Default)]
pub struct Below {
    /// The height in pixels at scale 1, if the user has set it.
    pub height: Option<f32>,
    /// The distance of the mouse from the border as it was grabbed, in pixels.
    pub held: f32,
}

/// The receiver of the keys from now on.
#[derive(Default)]
pub struct Enters {
    /// The index of a panel.
    pub panel: Option<usize>,
    /// True if it is the menus, beginning with the first.
    pub menus: bool,
}

/// The wishes of a lesson, which the stage fulfils after the frame.
#[derive(Default)]
pub struct Wishes {
    pub opens: Option<PathBuf>,
    /// The message to show for a few seconds.
    pub tells: Option<String>,
}

impl Memory {
    /// Begins a frame, and forgets the rectangles of the last one.
    pub fn begin(&mut self) {
        self.places.clear();
        let was_asking = self.regions.is_asking;
        self.regions = Regions { was_asking, ..Regions::default() };
    }

    /// Returns true if the panel that is built next gets the keys.
    pub fn enters(&mut self) -> bool {
        self.regions.panels += 1;
        self.enters.panel == Some(self.regions.panels - 1)
    }

    /// Returns the rectangle of something in the last frame: a control by its name, an option or row as in
    /// `motion=walk`, a menu's item as in `Edit/Undo`, or a named thing in the lesson's drawing.
    pub fn place(&self, name: &str) -> Option<Rect> {
        self.places.get(name).copied()
    }

    /// Returns the names of everything that was shown in the last frame, in order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.places.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// Stores the rectangle of something. The first with a name keeps it.
    pub fn found(&mut self, name: impl Into<String>, place: Rect) {
        self.places.entry(name.into()).or_insert(place);
    }

    /// Sets a control from outside as soon as it is shown.
    pub fn set(&mut self, setting: &(String, String)) {
        self.settings.want(setting);
        // The numbers shown next must not light up as changed.
        self.numbers.clear();
    }
}
