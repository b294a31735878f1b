//! Texts over the view: names of joints, and a note on unsaved work.

use crate::AnimationEditor;
use gl::colour::CHANGED;
use glam::{Vec3, vec2};
use stage::{Corner, Frame};

impl AnimationEditor {
    /// Names the joint below the mouse and the chosen ones; scripts find all of them.
    pub fn name_joints(&self, frame: &mut Frame<'_>, places: Vec<(usize, Vec3)>) {
        for (joint, place) in places {
            let name = &self.editor.rig.skeleton.joints()[joint].name;
            frame.handle(name.clone(), place);
            if self.hovered == Some(joint) || self.editor.chosen.contains(joint) && !self.gizmo.is_held() {
                frame.label(place, [0.0, -16.0], name.clone(), self.opened.colour(joint));
            }
        }
    }

    /// Shows if there is unsaved work.
    pub fn show_signs(&self, frame: &mut Frame<'_>) {
        if !self.editor.draft.history.is_saved() {
            let mut layer = frame.overlay(Corner::UpperRight);
            layer.words(vec2(-22.0, 22.0), vec2(1.0, 0.5), "not saved", CHANGED);
        }
    }
}
