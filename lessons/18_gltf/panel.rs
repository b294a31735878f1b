//! The instruments: the file's bytes, its skin's joints and weights, its curves, and the same model from the other format.

mod bytes;
mod curves;

use crate::Gltf;
use crate::opened::Opened;
use crate::scene::Way;
use common::transform::transform_point;
use formats::gltf::Interpolation;
use gl::colour::{ACCENT, CHANGED, INK, mix};
use glam::{Mat4, Vec3};
use stage::{Branch, Frame, Panel};

/// What the panel shows.
#[derive(Clone, Copy, PartialEq)]
pub enum Topic {
    Bytes,
    Joints,
    Weights,
    Curves,
    Beside,
}

const TOPICS: [(Topic, &str); 5] = [
    (Topic::Bytes, "bytes"),
    (Topic::Joints, "joints"),
    (Topic::Weights, "weights"),
    (Topic::Curves, "curves"),
    (Topic::Beside, "beside"),
];

const WAYS: [(Way, &str); 4] = [
    (Way::AsWritten, "as written"),
    (Way::All(Interpolation::Step), "step"),
    (Way::All(Interpolation::Linear), "linear"),
    (Way::All(Interpolation::CubicSpline), "cubic"),
];

pub fn show(lesson: &mut Gltf, panel: &mut Panel<'_>) {
    let is_other = panel.model(&mut lesson.models);
    let opened = lesson.opened();
    if is_other {
        lesson.animation = opened.first_animation();
        (lesson.block, lesson.element) = (Some(0), 0.0);
        (lesson.skin, lesson.joint, lesson.channel) = (0, None, None);
    }
    let before = (lesson.animation, lesson.aside(&opened));
    let animations: Vec<&str> = opened.document.animations.iter().map(|one| one.name.as_str()).collect();
    lesson.animation = lesson.animation.min(animations.len().saturating_sub(1));
    if !animations.is_empty() {
        panel.choice("animation", &mut lesson.animation, &animations);
        if lesson.animation != before.0 {
            (panel.clock.time, lesson.time, lesson.channel) = (0.0, 0.0, None);
        }
    }
    panel.switch("skeleton", &mut lesson.skeleton_shown);
    panel.same_line();
    panel.switch("weights", &mut lesson.look.weights_shown);
    panel.same_line();
    panel.switch("wires", &mut lesson.look.wires_shown);
    panel.choice_of("look at", &mut lesson.topic, &TOPICS);
    if is_other || before != (lesson.animation, lesson.aside(&opened)) {
        lesson.look_around(&opened);
        *panel.camera = lesson.around;
    }
    match lesson.topic {
        Topic::Bytes => bytes::show(lesson, &opened, panel),
        Topic::Joints => show_joints(lesson, &opened, panel),
        Topic::Weights => show_weights(lesson, &opened, panel),
        Topic::Curves => {
            panel.choice_of("from key to key", &mut lesson.way, &WAYS);
            curves::show(lesson, &opened, panel);
        }
        Topic::Beside => show_beside(lesson, &opened, panel),
    }
    for note in opened.document.notes.iter().take(3) {
        panel.note(note);
    }
}

/// The joints in the order of a skin, each with its node.
fn show_joints(lesson: &mut Gltf, opened: &Opened, panel: &mut Panel<'_>) {
    let skins: Vec<&str> = opened.document.skins.iter().map(|skin| skin.name.as_str()).collect();
    if skins.is_empty() {
        panel.note("This file has no skin.");
        return;
    }
    lesson.skin = lesson.skin.min(skins.len() - 1);
    if skins.len() > 1 {
        panel.choice("skin", &mut lesson.skin, &skins);
    }
    let (skin, joints) = (&opened.document.skins[lesson.skin], &opened.joints[lesson.skin]);
    panel.heading(&format!("{} joints in the skin's order", skin.joints.len()));
    let names = &opened.document.nodes;
    let ends: Vec<String> = (skin.joints.iter())
        .map(|&number| format!("node {number}, {} in the tree", opened.document.place_of[number]))
        .collect();
    let branches = joints.iter().zip(&ends).map(|(joint, end)| Branch {
        depth: 0,
        name: &names[joint.node].name,
        end,
        colour: opened.scene.colour(joint.node),
        solid: true,
    });
    panel.tree("joint", 9.0, &branches.collect::<Vec<_>>(), &mut lesson.joint);
    let Some((number, joint)) = lesson.joint.and_then(|number| Some((number, joints.get(number)?))) else {
        panel.note("Choose a joint.");
        return;
    };
    panel.heading(&format!("Influences call it {number}. Its inverse bind:"));
    panel.matrix("inverse bind", joint.joint_from_bind);
    let shown = joint.joint_from_bind.inverse().w_axis.truncate().to_array().map(|x| format!("{x:.3}"));
    panel.number("bound", &format!("bound at {}", shown.join(", ")));
}

/// What becomes of weights that are stored as bytes.
fn show_weights(lesson: &mut Gltf, opened: &Opened, panel: &mut Panel<'_>) {
    panel.choice_of("stored as", &mut lesson.in_bytes, &[(false, "floats"), (true, "bytes")]);
    panel.slider("from the origin", &mut lesson.away, 0.0..=40.0, "%.0f m");
    panel.heading("The four bytes of a vertex sum to");
    for (sum, vertices) in &opened.sums {
        panel.number(&format!("sum {sum}"), &format!("{sum}: {vertices} vertices"));
    }
    let placed = lesson.placed_away(&lesson.model_from_nodes(opened));
    if let Some(moved) = opened.moved(&placed) {
        panel.number("moved", &format!("farthest moved by it: {:.1} mm", 1e3 * moved));
    }
}

/// Where the chosen joint is, and where it was when the skin was made.
pub fn mark_joint(lesson: &Gltf, frame: &mut Frame<'_>, opened: &Opened, model_from_nodes: &[Mat4]) {
    let joint = lesson.joint.filter(|_| lesson.topic == Topic::Joints);
    let joints = opened.joints.get(lesson.skin);
    let Some(joint) = joint.and_then(|number| joints?.get(number)) else { return };
    let world_from_model = opened.scene.world_from_model();
    let world_from_joint = world_from_model * model_from_nodes[joint.node];
    let place = transform_point(world_from_joint, Vec3::ZERO);
    let bound = transform_point(world_from_model * joint.joint_from_bind.inverse(), Vec3::ZERO);
    frame.axes(world_from_joint, frame.view.metres_of_pixels(place, 46.0));
    frame.lines_on_top.line(place, place, 9.0, ACCENT);
    frame.lines_on_top.line(bound, bound, 7.0, CHANGED);
    frame.lines_on_top.line(bound, place, 1.5, CHANGED);
    let name = opened.document.nodes[joint.node].name.clone();
    frame.label(place, [0.0, -18.0], name, mix(opened.scene.colour(joint.node), INK, 0.4));
    frame.label(bound, [0.0, 20.0], "bound here", CHANGED);
}

fn show_beside(lesson: &Gltf, opened: &Opened, panel: &mut Panel<'_>) {
    let placed = lesson.model_from_nodes(opened);
    let Some(twin) = &opened.twin else {
        panel.note("There is no Collada file of this model.");
        return;
    };
    let apart = opened.apart(&placed, &lesson.twin_from_nodes(opened));
    panel.heading("The same knight in two formats");
    let (ours, theirs) = (opened.scene.vertices(), twin.scene.vertices());
    panel.number("vertices", &format!("vertices: .glb {ours}, .dae {theirs}"));
    if let Some(apart) = apart {
        panel.number("apart", &format!("farthest apart: {:.6} m", apart));
    }
    if lesson.way != Way::AsWritten {
        panel.note("The .dae goes from key to key as it is written.");
    }
}
