//! Memory of the panels, kept from one frame to the next.

use super::Rect;
use super::names::Renaming;
use super::regions::Regions;
use anyhow::{Result, bail};
use std::collections::HashMap;
use std::path::PathBuf;

/// The panels' memory from one frame to the next.
#[derive(Default)]
pub struct Memory {
    /// Numbers on the panels by their names, and the times of their last changes.
    pub(super) shown: HashMap<String, (String, f64)>,
    /// The branch of each tree that was last scrolled to.
    pub(super) shown_branches: HashMap<String, usize>,
    /// The name in a list that is being typed.
    pub(super) renaming: Option<Renaming>,
    /// The key of a timeline that is being dragged; none while the time is.
    pub(super) dragged_key: Option<usize>,
    /// The height in pixels that lists may add to their own, and the part of it that is taken in this frame.
    pub(crate) room: f32,
    pub(crate) taken: f32,
    /// Areas of the picture that the panels had.
    pub(crate) regions: Regions,
    /// Height of the panel below at scale 1, in pixels, if the user has set it.
    pub(crate) below: Option<f32>,
    /// Distance of the mouse from the border of that panel, as it was grabbed.
    pub(crate) held_border: f32,
    /// True if the frame before had a question.
    pub(crate) was_asking: bool,
    /// The panel that the keys go to from now on, by its index.
    pub(crate) enters: Option<usize>,
    /// True if the keys go to the menus from now on: to the first, since the others are in the same bar.
    pub(crate) enters_menus: bool,
    /// A model that the lesson asks to open instead of its own.
    pub(crate) opens: Option<PathBuf>,
    /// The message that the lesson asks to show for a few seconds.
    pub(crate) tells: Option<String>,
    /// The places of named things.
    places: HashMap<String, Rect>,
    /// Controls that are to be set from outside, by name.
    wanted: Vec<(String, String)>,
    /// The controls that are shown and their values, while they are being collected.
    pub(crate) settings: Option<Vec<(String, String)>>,
    /// The names of all controls.
    known: Vec<String>,
    /// Settings that failed, and the reasons.
    refused: Vec<String>,
}

impl Memory {
    /// Begins a picture: forgets the places of the last one.
    pub fn begin(&mut self) {
        self.places.clear();
        let before = std::mem::take(&mut self.regions);
        self.was_asking = before.is_asking;
    }

    /// Returns true if the keys go to the panel that is built next.
    pub fn enters(&mut self) -> bool {
        self.regions.panels += 1;
        self.enters == Some(self.regions.panels - 1)
    }

    /// Returns the place of something in the last frame: a control by its name, an option or a row as in
    /// `motion=walk`, a menu's item as in `Edit/Undo`, or a thing with a name in the lesson's drawing. None if unseen.
    pub fn place(&self, name: &str) -> Option<Rect> {
        self.places.get(name).copied()
    }

    /// The names of everything that was seen in the last frame, in order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.places.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// Stores the place of something. The first one with a name keeps it.
    pub fn found(&mut self, name: impl Into<String>, place: Rect) {
        self.places.entry(name.into()).or_insert(place);
    }

    /// Sets a control as soon as it appears.
    pub fn want(&mut self, setting: &(String, String)) {
        self.wanted.push(setting.clone());
        // The numbers shown next are set from outside, so they must not light up as changed.
        self.shown.clear();
    }

    /// Stores a control's value in the form for setting it, if those are collected. The first with a name keeps it.
    pub(crate) fn note_setting(&mut self, name: &str, value: impl FnOnce() -> String) {
        if let Some(settings) = self.settings.as_mut()
            && !settings.iter().any(|(other, _)| other == name)
        {
            settings.push((name.to_owned(), value()));
        }
    }

    /// Fails unless every setting has found its control, and was accepted by it.
    pub fn check_settings(&self) -> Result<()> {
        if let Some(refusal) = self.refused.first() {
            bail!("{refusal}");
        }
        if let Some((name, _)) = self.wanted.first() {
            bail!("there is no control '{name}'; there are: {}", self.known.join(", "));
        }
        Ok(())
    }

    /// Sets a control if that was asked for from outside. True if it was set.
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
