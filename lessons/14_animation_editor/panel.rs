//! The instruments at the left: the animations, the joints, and how the chosen joint stands.

use crate::AnimationEditor;
use crate::editor::Editor;
use common::edit::{Document, NewName};
use common::stage::{Axes, NamesAct, Panel, Tool};
use common::transform::Transform;
use glam::{EulerRot, Quat, Vec3};

const TOOLS: [(Tool, &str); 3] = [(Tool::Turn, "turn"), (Tool::Move, "move"), (Tool::Scale, "scale")];
const AXES: [(Axes, &str); 3] = [(Axes::Own, "own"), (Axes::Parent, "parent's"), (Axes::Model, "model's")];

/// The angles that the panel shows for a rotation. Many angles make one rotation: while somebody turns it by them, they must
/// not jump to others.
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
    show_animations(lesson, panel);
    let opened = lesson.opened.clone();
    panel.heading("Joint");
    let before = lesson.editor.joint;
    panel.node_tree(&opened.asset.rig.skeleton, &opened.skeletons, 5.0, &mut lesson.editor.joint);
    if lesson.editor.joint != before {
        lesson.timeline.show_joint(lesson.editor.joint);
    }
    panel.choice_of("by hand", &mut lesson.gizmo.tool, &TOOLS);
    panel.choice_of("axes", &mut lesson.gizmo.axes, &AXES);
    match lesson.editor.joint {
        Some(joint) => show_joint(lesson, panel, joint),
        None => panel.note("Click on a joint, here or in the view."),
    }
    panel.switch("auto-key", &mut lesson.editor.auto_key);
    panel.same_line();
    panel.switch("snap", &mut lesson.gizmo.snaps);
}

/// The list of the animations: what is done in it is one step each.
fn show_animations(lesson: &mut AnimationEditor, panel: &mut Panel<'_>) {
    let editor = &mut lesson.editor;
    let names: Vec<&str> = editor.document.animations.iter().map(|one| one.name.as_str()).collect();
    let Some(act) = panel.names("animation", 4.0, &names, editor.index) else { return };
}
