//! Edits the list of animations.

use super::{Animation, Document};
use std::sync::Arc;

/// The result of an edit of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListEdit {
    /// The edit's name in plain words, for the history.
    pub name: &'static str,
    /// The document after the edit.
    pub document: Document,
    /// The animation to show now, if there is any.
    pub shown: Option<usize>,
}

impl Document {
    /// Returns the document with another animation at an index. Beyond the end of the list nothing changes.
    pub fn with(&self, index: usize, animation: Animation) -> Self {
        let mut document = self.clone();
        if let Some(place) = document.animations.get_mut(index) {
            *place = Arc::new(animation);
        }
        document
    }

    /// Returns a free name: the requested one, with a number behind it if another animation has that.
    fn free_name(&self, request: &str, except: Option<usize>) -> String {
        let request = if request.trim().is_empty() { "animation" } else { request.trim() };
        let is_taken = |name: &str| {
            let mut others = self.animations.iter().enumerate().filter(|&(index, _)| Some(index) != except);
            others.any(|(_, other)| other.name == name)
        };
        let numbered = (2u64..).map(|number| format!("{request} {number}"));
        let mut names = std::iter::once(request.to_owned()).chain(numbered);
        names.find(|name| !is_taken(name)).unwrap_or_default()
    }

    /// Adds an animation without keys, of this length, at the end. Its name may differ from the requested one.
    pub fn add(&self, name: &str, seconds: f32) -> ListEdit {
        let animation = Animation { name: self.free_name(name, None), seconds, channels: Vec::new() };
        self.with_new("Add an animation", animation, self.animations.len())
    }

    fn with_new(&self, name: &'static str, animation: Animation, index: usize) -> ListEdit {
        let mut document = self.clone();
        document.animations.insert(index, Arc::new(animation));
        ListEdit { name, document, shown: Some(index) }
    }

    /// Duplicates an animation below itself. An index that doesn't exist returns none, here and below.
    pub fn duplicate(&self, index: usize) -> Option<ListEdit> {
        let animation = self.animations.get(index)?;
        let copy = Animation { name: self.free_name(&animation.name, None), ..Animation::clone(animation) };
        Some(self.with_new("Duplicate an animation", copy, index + 1))
    }

    /// Renames an animation: with the requested name, or a free one like it.
    pub fn rename(&self, index: usize, request: &str) -> Option<ListEdit> {
        let name = self.free_name(request, Some(index));
        self.changed(index, "Rename an animation", |animation| animation.name = name)
    }

    /// Deletes an animation.
    pub fn delete(&self, index: usize) -> Option<ListEdit> {
        self.animations.get(index)?;
        let mut document = self.clone();
        document.animations.remove(index);
        let shown = document.animations.len().checked_sub(1).map(|last| last.min(index));
        Some(ListEdit { name: "Delete an animation", document, shown })
    }

    /// Moves an animation to another place in the list.
    pub fn reorder(&self, index: usize, place: usize) -> Option<ListEdit> {
        self.animations.get(index)?;
        let mut document = self.clone();
        let moved = document.animations.remove(index);
        let place = place.min(document.animations.len());
        document.animations.insert(place, moved);
        Some(ListEdit { name: "Move an animation", document, shown: Some(place) })
    }

    /// Sets the length of an animation, at least up to its last key.
    pub fn set_seconds(&self, index: usize, seconds: f32) -> Option<ListEdit> {
        self.changed(index, "Set the length", |animation| {
            if seconds.is_finite() {
                animation.seconds = seconds.max(animation.last_key());
            }
        })
    }

    fn changed(
        &self,
        index: usize,
        name: &'static str,
        change: impl FnOnce(&mut Animation),
    ) -> Option<ListEdit> {
        let mut animation = Animation::clone(self.animations.get(index)?);
        change(&mut animation);
        Some(ListEdit { name, document: self.with(index, animation), shown: Some(index) })
    }
}
