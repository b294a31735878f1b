//! The instruments at the left: the animations, the joints, and the chosen joint's transform.

use crate::AnimationEditor;
use crate::editor::Editor;
use editor::gizmo::{Axes, Tool};
use glam::{EulerRot, Quat, Vec3};
use stage::{NamesAct, Panel};

const TOOLS: [(Tool, &str); 2] = [(Tool::Turn, "turn"), (Tool::Move, "move")];
const AXES: [(Axes, &str); 2] = [(Axes::Own, "own"), (Axes::Parent, "parent's")];

/// Length of a new animation, in seconds.
const SECONDS: f32 = 1.0;

/// Least length that the field can give an animation, in seconds.
const SHORTEST: f32 = 1.0 / 30.0;

/// Least numbers of visible rows of the two lists; the animations also have a greatest one.
const ANIMATIONS: [f32; 2] = [4.0, 10.0];
const JOINTS: f32 = 5.0;

/// The angles that the panel shows for a rotation. Many angles give the same rotation: while they are changed by hand,
/// they must not jump to others.
#[derive(Default)]
pub struct Angles {
    shown: Vec3,
    of: Quat,
}

impl Angles {
    fn of(&mut self, rotation: Quat) -> &mut Vec3 {
        if self.of != rotation {
            let (x, y, z) = rotation.to_euler(EulerRot::XYZ);
            (self.shown, self.of) = (Vec3::new(x, y, z).map(f32::to_degrees), rotation);
        }
        &mut self.shown
    }

    fn rotation(&mut self) -> Quat {
        let [x, y, z] = self.shown.to_array().map(f32::to_radians);
        self.of = Quat::from_euler(EulerRot::XYZ, x, y, z);
        self.of
    }
}

pub fn show(lesson: &mut AnimationEditor, panel: &mut Panel<'_>) {
    if let Some(time) = lesson.timeline.seeks.take() {
        panel.clock.scrub(time);
    }
    if let Some(told) = lesson.editor.draft.told.take() {
        panel.tell(told);
    }
    show_animations(&mut lesson.editor, panel);
    let (opened, chosen) = (lesson.scene.clone(), &mut lesson.editor.chosen);
    let skeleton = &opened.asset.rig.skeleton;
    let count = skeleton.joints().len();
    let rows = panel.rows_in_room(JOINTS, count);
    // Without a joint the tree has the space of its fields, so that everything below stays in place when one is chosen.
    let joint = chosen.active();
    let (fields, row) = (2.0 * panel.frame_height_with_spacing(), panel.text_line_height_with_spacing());
    let more = if joint.is_some() { 0.0 } else { (fields / row - 1.0).min(count as f32 - rows).max(0.0) };
    panel.node_tree_of_many(skeleton, &opened.skeletons, rows + more, chosen);
    panel.choice_of("by hand", &mut lesson.hand.gizmo.tool, &TOOLS);
    panel.choice_of("axes", &mut lesson.hand.gizmo.axes, &AXES);
    match joint {
        Some(joint) => show_joint(&mut lesson.editor, &mut lesson.angles, panel, joint),
        None => {
            let [left, top] = panel.cursor_pos();
            panel.note("Choose a joint, here or in the view.");
            panel.set_cursor_pos([left, top + fields - more * row]);
        }
    }
    show_length(&mut lesson.editor, panel);
    panel.notes(&lesson.files.notes);
}

/// Shows the list of the animations. Each action in it is a step.
fn show_animations(editor: &mut Editor, panel: &mut Panel<'_>) {
    let document = editor.document().clone();
    let names: Vec<&str> = document.animations.iter().map(|animation| animation.name.as_str()).collect();
    let [least, most] = ANIMATIONS;
    let rows = panel.rows_in_room(least, names.len().min(most as usize));
    match panel.names("animation", rows, &names, Some(document.shown)) {
        Some(NamesAct::Chosen(other)) => editor.draft.edit("", |all| all.show(other)),
        Some(NamesAct::Added(name)) => editor.draft.edit("Add an animation", |all| all.add(&name, SECONDS)),
        Some(NamesAct::Renamed(which, name)) => {
            editor.draft.edit("Rename an animation", |all| all.rename(which, &name))
        }
        Some(NamesAct::Duplicated(which)) => {
            editor.draft.edit("Duplicate an animation", |all| all.duplicate(which))
        }
        Some(NamesAct::Deleted(which)) => editor.draft.edit("Delete an animation", |all| all.delete(which)),
        Some(NamesAct::Moved { from, to }) => {
            editor.draft.edit("Move an animation", |all| all.reorder(from, to))
        }
        None => {}
    }
}

/// Shows the animation's length in a field.
fn show_length(editor: &mut Editor, panel: &mut Panel<'_>) {
    let Some(mut seconds) = editor.animation().map(|animation| animation.seconds) else { return };
    panel.number_field("length", &mut seconds, 0.01, "%.2f s");
    editor.follow(panel.edit(), "Set the length", |editor| {
        editor.draft.change(|document| {
            document.edit(|animation, selection| {
                animation.set_seconds(seconds.max(SHORTEST));
                selection.clone()
            });
        });
    });
}

/// Shows a joint's place and angles in its parent, in numbers.
fn show_joint(editor: &mut Editor, angles: &mut Angles, panel: &mut Panel<'_>, joint: usize) {
    let time = panel.clock.time;
    let mut stands = editor.pose(time)[joint];
    panel.vector_field("place", &mut stands.translation, 0.002, "%.3f");
    let place = panel.edit();
    if panel.vector_field("angle", angles.of(stands.rotation), 0.5, "%.1f°") {
        stands.rotation = angles.rotation();
    }
    for edit in [place, panel.edit()] {
        panel.clock.playing &= !edit.changed;
        editor.follow(edit, "Pose", |editor| editor.set_joints(&[(joint, stands)], time));
    }
}
