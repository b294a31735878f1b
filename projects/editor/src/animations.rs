//! Edits of the list of animations.

use super::{Animation, Document};
use std::sync::Arc;

/// Result of an edit of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListEdit {
    /// Name of the edit in plain words, for the history.
    pub name: String,
    /// The document as it is now.
    pub document: Document,
    /// Animation to show now, if there is any.
    pub shown: Option<usize>,
}

impl Document {
    /// Replaces the animation at an index. Beyond the end of the list nothing changes.
    pub fn with(&self, index: usize, animation: Animation) -> Self {
        let mut document = self.clone();
        if let Some(place) = document.animations.get_mut(index) {
            *place = Arc::new(animation);
        }
        document
    }

    /// A free name for an animation, as near as possible to the requested one.
    fn free_name(&self, request: &str, except: Option<usize>) -> String {
        let request = match request.trim() {
            "" => "animation",
            request => request,
        };
        let is_taken = |name: &str| {
            let mut others = self.animations.iter().enumerate().filter(|&(index, _)| Some(index) != except);
            others.any(|(_, other)| other.name == name)
        };
        if !is_taken(request) {
            return request.to_owned();
        }
        // "walk 2" becomes "walk 3", not "walk 2 2".
        let (stem, number) =
            match request.rsplit_once(' ').map(|(stem, number)| (stem, number.parse::<u32>())) {
                Some((stem, Ok(number))) if !stem.is_empty() => (stem, number),
                _ => (request, 1),
            };
        let mut numbered = (u64::from(number) + 1..).map(|number| format!("{stem} {number}"));
        numbered.find(|name| !is_taken(name)).unwrap_or_default()
    }

    /// Adds an animation without keys, of this length, below another one. Its name may differ from the requested one.
    pub fn add(&self, name: &str, seconds: f32, below: Option<usize>) -> ListEdit {
        let name = self.free_name(name, None);
        let animation = Animation { name: name.clone(), seconds, looping: true, channels: Vec::new() };
        self.with_new(format!("Add {name}"), animation, below)
    }

    fn with_new(&self, name: String, animation: Animation, below: Option<usize>) -> ListEdit {
        let mut document = self.clone();
        let index = below.map_or(usize::MAX, |below| below + 1).min(self.animations.len());
        document.animations.insert(index, Arc::new(animation));
        ListEdit { name, document, shown: Some(index) }
    }

    /// Duplicates an animation below itself. An index that doesn't exist returns none, here and below.
    pub fn duplicate(&self, index: usize) -> Option<ListEdit> {
        let animation = self.animations.get(index)?;
        let copy = Animation { name: self.free_name(&animation.name, None), ..Animation::clone(animation) };
        Some(self.with_new(format!("Duplicate {}", animation.name), copy, Some(index)))
    }

    /// Renames an animation: with the requested name, or a free one like it.
    pub fn rename(&self, index: usize, request: &str) -> Option<ListEdit> {
        let name = self.free_name(request, Some(index));
        let old = &self.animations.get(index)?.name;
        self.changed(index, format!("Rename {old} to {name}"), |animation| animation.name.clone_from(&name))
    }

    /// Deletes an animation.
    pub fn delete(&self, index: usize) -> Option<ListEdit> {
        let name = format!("Delete {}", self.animations.get(index)?.name);
        let mut document = self.clone();
        document.animations.remove(index);
        let shown = document.animations.len().checked_sub(1).map(|last| last.min(index));
        Some(ListEdit { name, document, shown })
    }

    /// Moves an animation to another place in the list.
    pub fn reorder(&self, index: usize, place: usize) -> Option<ListEdit> {
        let name = &self.animations.get(index)?.name;
        let mut document = self.clone();
        let moved = document.animations.remove(index);
        let place = place.min(document.animations.len());
        let name = format!("Move {name} to place {}", place + 1);
        document.animations.insert(place, moved);
        Some(ListEdit { name, document, shown: Some(place) })
    }

    /// Sets whether an animation begins again at its end.
    pub fn set_looping(&self, index: usize, looping: bool) -> Option<ListEdit> {
        let name = &self.animations.get(index)?.name;
        let how = if looping { "in a loop" } else { "once" };
        self.changed(index, format!("Play {name} {how}"), |animation| animation.looping = looping)
    }

    /// Sets the length of an animation, at least up to its last key.
    pub fn set_seconds(&self, index: usize, seconds: f32) -> Option<ListEdit> {
        let name = &self.animations.get(index)?.name;
        self.changed(index, format!("Set the length of {name}"), |animation| {
            if seconds.is_finite() {
                animation.seconds = seconds.max(animation.last_key());
            }
        })
    }

    fn changed(&self, index: usize, name: String, change: impl FnOnce(&mut Animation)) -> Option<ListEdit> {
        let mut animation = Animation::clone(self.animations.get(index)?);
        change(&mut animation);
        Some(ListEdit { name, document: self.with(index, animation), shown: Some(index) })
    }
}
