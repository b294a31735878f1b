//! Edits the list of animations.

use super::{Animation, Document};
use std::sync::Arc;

impl Document {
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
    pub fn add(&mut self, name: &str, seconds: f32) {
        let animation = Animation { name: self.free_name(name, None), seconds, channels: Vec::new() };
        self.animations.push(Arc::new(animation));
        self.turn_to(self.animations.len() - 1);
    }

    /// Duplicates an animation below itself. An index that doesn't exist changes nothing, here and below.
    pub fn duplicate(&mut self, index: usize) {
        let Some(animation) = self.animations.get(index) else { return };
        let copy = Animation { name: self.free_name(&animation.name, None), ..Animation::clone(animation) };
        self.animations.insert(index + 1, Arc::new(copy));
        self.turn_to(index + 1);
    }

    /// Renames an animation: with the requested name, or a free one like it.
    pub fn rename(&mut self, index: usize, request: &str) {
        let name = self.free_name(request, Some(index));
        if let Some(renamed) = self.animations.get_mut(index) {
            Arc::make_mut(renamed).name = name;
            self.show(index);
        }
    }

    pub fn delete(&mut self, index: usize) {
        if index < self.animations.len() {
            self.animations.remove(index);
            self.turn_to(index);
        }
    }

    /// Moves an animation to another place in the list.
    pub fn reorder(&mut self, index: usize, place: usize) {
        if index < self.animations.len() {
            let moved = self.animations.remove(index);
            let place = place.min(self.animations.len());
            self.animations.insert(place, moved);
            self.turn_to(place);
        }
    }
}
