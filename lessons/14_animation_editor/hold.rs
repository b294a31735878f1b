//! Handles of the view for mouse and keys: joints, and the gizmo around the active one.

use crate::{AnimationEditor, DOT, Figure};
use common::transform::{Transform, transform_point};
use editor::gizmo::{Change, Placed, Tool};
use glam::Vec3;
use stage::{Clock, Pointer};

impl AnimationEditor {
    /// Returns the places of the joints, in the world.
    pub fn joint_places(&self, figure: &Figure) -> Vec<(usize, Vec3)> {
        let world_from_model = self.opened.world_from_model();
        let place = |node: usize| figure.model_from_nodes[node].w_axis.truncate();
        let joints = self.opened.skeletons.joints();
        joints.map(|(node, _)| (node, transform_point(world_from_model, place(node)))).collect()
    }

    /// The active joint, for the gizmo.
    pub fn placed_active(&self, figure: &Figure) -> Option<Placed> {
        self.editor.chosen.active().map(|joint| self.placed(figure, joint))
    }

    /// Returns a joint's transform, and its parent's.
    fn placed(&self, figure: &Figure, joint: usize) -> Placed {
        let world_from_model = self.opened.world_from_model();
        let parent = self.editor.rig.skeleton.joints()[joint].parent;
        let model_from_parent = parent.map(|parent| figure.model_from_nodes[parent]).unwrap_or_default();
        let world_from_parent = world_from_model * model_from_parent;
        Placed { parent_from_own: figure.pose[joint], world_from_parent }
    }

    /// Answers a button of the mouse: it drags the gizmo, or chooses joints.
    pub fn take_hold(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        if self.timeline.view.is_dragging() {
            // The drag follows the mouse without a button, and this press ends it.
            return true;
        }
        let figure = self.figure();
        let places = self.joint_places(&figure);
        // A joint's dot takes precedence over the gizmo's lines, which are elsewhere too.
        let is_on_it = |&(_, place): &(usize, Vec3)| {
            let away = pointer.view.pixel(place).map(|pixel| pixel.distance(pointer.pixel));
            away.is_some_and(|away| away <= DOT * pointer.view.scale)
        };
        let mut joint = pointer.pressed_in_front(places.iter().copied().filter(is_on_it));
        if let Some(placed) = self.placed_active(&figure).filter(|_| joint.is_none() || self.gizmo.is_held())
        {
            let change = self.gizmo.pointer(pointer, &placed);
            if self.follow(change) {
                clock.playing = false;
                return true;
            }
        }
        joint = joint.or_else(|| pointer.pressed_in_front(places));
        if let Some(joint) = joint {
            let more = pointer.ctrl || pointer.shift;
            self.editor.chosen.click(joint, more);
            if !more && self.limbs.leads(joint) {
                // Held from now on: a click without a drag changes nothing.
                let change = self.gizmo.take_to_move(pointer, &self.placed(&figure, joint));
                clock.playing &= !self.follow(change);
            }
        }
        joint.is_some()
    }

    /// Carries out a change by the gizmo. False if there is none.
    pub fn follow(&mut self, change: Change) -> bool {
        match change {
            Change::Nothing => return false,
            Change::Began => {
                let figure = self.figure();
                let chosen = self.editor.chosen.all();
                self.taken = chosen.iter().map(|&joint| (joint, self.placed(&figure, joint))).collect();
                self.limbs.take(&self.opened, figure);
                self.editor.hold();
            }
            Change::Changed(active) => self.set_taken(active),
            Change::Ended(active) => {
                self.set_taken(active);
                self.editor.let_go();
            }
            Change::Cancelled(_) => self.editor.give_up(),
        }
        true
    }

    /// Applies to all chosen joints the gizmo's change of the active one. Each turns about its own origin, so that a
    /// finger or a tail curls. Descendants of a moved joint move with it, and are not moved once more. A hand whose arm
    /// follows turns the arm instead.
    fn set_taken(&mut self, active: Transform) {
        let Some(&(active_joint, _)) = self.taken.last() else { return };
        let turns = self.gizmo.tool_of_drag() == Tool::Turn;
        let joints = self.editor.rig.skeleton.joints();
        let is_taken = |joint: usize| self.taken.iter().any(|taken| taken.0 == joint);
        let above = |joint: usize| std::iter::successors(joints[joint].parent, |&above| joints[above].parent);
        let goes = |joint: usize| turns || !above(joint).any(is_taken);
        let moves = self.gizmo.tool_of_drag() == Tool::Move;
        let stands = |&(joint, ref placed): &(usize, Placed)| {
            let stands = if joint == active_joint { active } else { self.gizmo.alike(placed) };
            let by_limb = if moves { self.limbs.reaching(joint, placed, stands) } else { None };
            by_limb.unwrap_or_else(|| vec![(joint, stands)])
        };
        let all: Vec<_> = self.taken.iter().filter(|taken| goes(taken.0)).flat_map(stands).collect();
        self.editor.set_joints(&all, self.time);
    }
}
