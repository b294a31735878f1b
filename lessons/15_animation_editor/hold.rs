//! Handles of the view for mouse and keys: joints, and the gizmo around the active one.

use crate::editor::Editor;
use crate::figure::Figure;
use crate::limbs::Limbs;
use editor::gizmo::{BEYOND, Change, Gizmo, Tool};
use gl::Model;
use glam::Vec3;
use stage::{Clock, Frame, Key, KeyPress, Pointer};

/// The radius of a joint's dot, in pixels at scale 1.
const DOT: f32 = 6.0;

/// The hand in the view: it chooses joints, and moves them by the gizmo.
pub struct Hand {
    pub gizmo: Gizmo,
    /// The chosen joints, and the model as it was, when the gizmo's drag began.
    taken: Option<(Vec<usize>, Figure)>,
    pub limbs: Limbs,
    /// The joint below the mouse.
    hovered: Option<usize>,
}

impl Hand {
    pub fn new(scene: &Model) -> Self {
        Self { gizmo: Gizmo::default(), taken: None, limbs: Limbs::of(scene), hovered: None }
    }

    /// Lets a moment pass with the mouse over the view, which may drag without a button.
    pub fn hover(&mut self, mouse: Option<&Pointer>, figure: &Figure, editor: &mut Editor) {
        self.hovered = mouse.and_then(|mouse| mouse.over(figure.places()));
        if let Some(joint) = editor.chosen.active() {
            let change = self.gizmo.hover(mouse, &figure.placed(joint));
            self.follow(change, figure, editor);
        }
    }

    /// Answers a key: it is the gizmo's, or gives up the choice.
    pub fn key(&mut self, press: &KeyPress, figure: &Figure, editor: &mut Editor) -> bool {
        let Some(joint) = editor.chosen.active() else { return false };
        let change = self.gizmo.key(press, &figure.placed(joint));
        let lets_go = change == Change::Nothing && press.key == Key::ESCAPE;
        if lets_go {
            editor.chosen.clear();
        }
        self.follow(change, figure, editor) || lets_go
    }

    /// Answers a button of the mouse: it drags the gizmo, or chooses joints.
    pub fn take(&mut self, mouse: &Pointer, clock: &mut Clock, figure: &Figure, editor: &mut Editor) -> bool {
        let places = figure.places();
        // A joint's dot takes precedence over the gizmo's lines, which are elsewhere too.
        let is_on_it = |&(_, place): &(usize, Vec3)| {
            let away = mouse.view.pixel(place).map(|pixel| pixel.distance(mouse.pixel));
            away.is_some_and(|away| away <= DOT * mouse.view.scale)
        };
        let mut joint = mouse.pressed_in_front(places.iter().copied().filter(is_on_it));
        if let Some(active) = editor.chosen.active().filter(|_| joint.is_none() || self.gizmo.is_held()) {
            let change = self.gizmo.pointer(mouse, &figure.placed(active));
            if self.follow(change, figure, editor) {
                clock.playing = false;
                return true;
            }
        }
        joint = joint.or_else(|| mouse.pressed_in_front(places));
        if let Some(joint) = joint {
            let more = mouse.ctrl || mouse.shift;
            editor.chosen.click(joint, more);
            if !more && self.limbs.leads(joint) {
                // Held from now on: a click without a drag changes nothing.
                let change = self.gizmo.take_to_move(mouse, &figure.placed(joint));
                clock.playing &= !self.follow(change, figure, editor);
            }
        }
        joint.is_some()
    }

    /// Carries out a change by the gizmo. False if there is none.
    fn follow(&mut self, change: Change, figure: &Figure, editor: &mut Editor) -> bool {
        match change {
            Change::Nothing => return false,
            Change::Began => {
                self.taken = Some((editor.chosen.all().to_vec(), figure.clone()));
                editor.draft.hold("Pose");
            }
            Change::Changed => self.set_taken(figure.time, editor),
            Change::Ended => {
                self.set_taken(figure.time, editor);
                editor.draft.let_go();
            }
            Change::Cancelled => drop(editor.draft.give_up()),
        }
        true
    }

    /// Applies to all chosen joints the gizmo's change of the active one. Each turns about its own origin, so that a
    /// finger or a tail curls. Descendants of a moved joint move with it, and are not moved once more. A hand whose arm
    /// follows turns the arm instead.
    fn set_taken(&self, time: f32, editor: &mut Editor) {
        let Some((taken, figure)) = &self.taken else { return };
        let turns = self.gizmo.tool_of_drag() == Tool::Turn;
        let joints = editor.rig.skeleton.joints();
        let above = |joint: usize| std::iter::successors(joints[joint].parent, |&above| joints[above].parent);
        let goes = |&joint: &usize| turns || !above(joint).any(|above| taken.contains(&above));
        let stands = |joint: usize| {
            let stands = self.gizmo.alike(&figure.placed(joint));
            let by_limb = if turns { None } else { self.limbs.reaching(joint, figure, stands) };
            by_limb.unwrap_or_else(|| vec![(joint, stands)])
        };
        let all: Vec<_> = taken.iter().copied().filter(goes).flat_map(stands).collect();
        editor.set_joints(&all, time);
    }

    /// Draws the gizmo, and names the joint below the mouse and the chosen ones; scripts find all of them.
    pub fn draw(&self, frame: &mut Frame<'_>, figure: &Figure, editor: &Editor) {
        for (joint, place) in figure.places() {
            let name = &editor.rig.skeleton.joints()[joint].name;
            frame.handle(name.clone(), place);
            if self.hovered == Some(joint) || editor.chosen.contains(joint) && !self.gizmo.is_held() {
                let away = if editor.chosen.active() == Some(joint) { BEYOND } else { 16.0 };
                frame.label(place, [0.0, -away], name.clone(), figure.scene.colour(joint));
            }
        }
        if let Some(joint) = editor.chosen.active() {
            self.gizmo.draw(frame, &figure.placed(joint));
        }
    }
}
