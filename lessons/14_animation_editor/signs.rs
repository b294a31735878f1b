//! Texts over the view: names of joints, and notes on changes.

use crate::editor::Loose;
use crate::{AnimationEditor, DOT};
use gl::colour::{AXES, CHANGED, Colour, FAINT, INK};
use glam::{Vec2, Vec3, vec2};
use stage::{Corner, Frame};
use std::f32::consts::TAU;

/// The colour of the sign that changes are keyed.
const RECORDING: Colour = AXES[0];

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

    /// Shows signs for auto-key, for changes without keys, and for unsaved work.
    pub fn show_signs(&self, frame: &mut Frame<'_>) {
        let (keys, colour) = match self.editor.auto_key {
            true => ("auto-key is on: what you change is keyed", RECORDING),
            false => ("auto-key is off", FAINT),
        };
        let at = vec2(22.0, 22.0);
        let corner = |i: u8| at + DOT * Vec2::from_angle(TAU * f32::from(i) / 24.0);
        let mut layer = frame.overlay(Corner::UpperLeft);
        layer.filled((0..24).map(corner), colour);
        layer.words(at + vec2(14.0, 0.0), vec2(0.0, 0.5), keys, INK);
        if self.editor.is_loose() {
            let Loose { joints, time } = &self.editor.loose;
            let joints = match joints.len() {
                1 => "a joint was".to_owned(),
                count => format!("{count} joints were"),
            };
            let words =
                format!("{joints} changed at {time:.2} s without a key: K keys here, Shift+K drops it");
            layer.words(at + vec2(14.0, 24.0), vec2(0.0, 0.5), words, CHANGED);
        }
        if !self.editor.draft.history.is_saved() {
            let mut layer = frame.overlay(Corner::UpperRight);
            layer.words(vec2(-22.0, 22.0), vec2(1.0, 0.5), "not saved", CHANGED);
        }
    }
}
