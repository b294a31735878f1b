//! Keeps what panels must know from one frame to the next.

use super::Rect;
use super::names::Typed;
use super::regions::Regions;
use anyhow::{Result, bail};
use std::collections::HashMap;
use std::path::PathBuf;

/// The panels' memory from one frame to the next.
#[derive(Default)]
pub struct Memory {
    /// The text of each number on the panels by name, and when it last changed.
    pub(super) shown: HashMap<String, (String, f64)>,
    /// The index to which each tree was last scrolled.
    pub(super) shown_branches: HashMap<String, usize>,
    /// The name in a list that is being edited.
    pub(super) typed: Option<Typed>,
    /// The key of a timeline that is being dragged, or none if it is the time.
    pub(super) dragged_key: Option<usize>,
    /// The pixels by which lists may still grow in this frame.
    pub(crate) room: f32,
    pub(crate) taken: f32,
    /// The areas of the picture that panels cover.
    pub(crate) regions: Regions,
    /// The height of the panel below, in pixels at scale 1, if the user has set it.
    pub(crate) below: Option<f32>,
    /// The distance of the mouse from the border of that panel as it was grabbed, in pixels.
    pub(crate) held_border: f32,
    /// True if the frame before had a question.
    pub(crate) was_asking: bool,
    /// The index of the panel that gets the keys from now on.
    pub(crate) enters: Option<usize>,
    /// True if the menus get the keys from now on, beginning with the first.
    pub(crate) enters_menus: bool,
    /// The model that the lesson asks to open.
    pub(crate) opens: Option<PathBuf>,
    /// The message that the lesson asks to show for a few seconds.
    pub(crate) tells: Option<String>,
    /// The rectangles of named things in the picture.
    places: HashMap<String, Rect>,
    /// The controls to be set from outside by name, as soon as they are shown.
    wanted: Vec<(String, String)>,
    /// The controls that are shown with their values, while they are being collected.
    pub(crate) settings: Option<Vec<(String, String)>>,
    /// The names of all controls.
    known: Vec<String>,
    /// The settings that failed, with the reasons.
    refused: Vec<String>,
}

impl Memory {
    /// Begins a frame, and forgets the rectangles of the last one.
    pub fn begin(&mut self) {
        self.places.clear();
        let before = std::mem::take(&mut self.regions);
        self.was_asking = before.is_asking;
    }

    /// Returns true if the panel that is built next gets the keys.
    pub fn enters(&mut self) -> bool {
        self.regions.panels += 1;
        self.enters == Some(self.regions.panels - 1)
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
    pub fn want(&mut self, setting: &(String, String)) {
        self.wanted.push(setting.clone());
        // The numbers shown next are set from outside, so they must not light up as changed.
        self.shown.clear();
    }

    /// Stores a control's value as a setting, if those are collected. The first with a name keeps it.
    pub(crate) fn note_setting(&mut self, name: &str, value: impl FnOnce() -> String) {
        if let Some(settings) = self.settings.as_mut()
            && !settings.iter().any(|(other, _)| other == name)
        {
            settings.push((name.to_owned(), value()));
        }
    }

    /// Returns an error unless every setting has found its control, and was accepted by it.
    pub fn check_settings(&self) -> Result<()> {
        if let Some(refusal) = self.refused.first() {
            bail!("{refusal}");
        }
        if let Some((name, _)) = self.wanted.first() {
            bail!("there is no control '{name}'; there are: {}", self.known.join(", "));
        }
        Ok(())
    }

    /// Sets a control if that was asked for from outside. Returns true if it was set.
    pub(crate) fn apply<T>(
        &mut self,
        name: &str,
        value: &mut T,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> bool {
        if !self.known.iter().any(|known| known == name) {
            self.known.push(name.to_owned());
        }
        let mut set = false;
        while let Some(i) = self.wanted.iter().position(|(wanted, _)| wanted == name) {
            let (_, text) = self.wanted.remove(i);
            match parse(&text) {
                Ok(parsed) => (*value, set) = (parsed, true),
                Err(reason) => self.refused.push(format!("control '{name}' cannot be '{text}': {reason}")),
            }
        }
        set
    }
}
