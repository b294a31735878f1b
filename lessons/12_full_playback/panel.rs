//! The instruments: the clip, a joint's channel, the cost of finding keys, the root, a matrix, and the mouse.

mod cost;
mod lists;
mod matrix;
mod root;

use crate::{Figure, FullPlayback};
use common::clip::Cursors;
use common::transform::transform_point;
use cost::SEARCHES;
use gl::colour::{INK, mix};
use glam::Vec3;
use lists::Span;
use stage::{Frame, Lesson, Panel, Pointer};

pub use cost::Cost;
pub use matrix::{Made, draw as draw_columns, world_from_model as world_from_parts};

/// The topic in which a figure moves through the world.
pub const ROOT: usize = 2;

/// The topic in which the figure stands as a matrix taken apart says.
pub const MATRIX: usize = 3;

/// Choices for the number of repetitions.
const REPEATS: [(usize, &str); 3] = [(1, "once"), (10, "10 times"), (100, "100 times")];

pub fn show(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    let is_other = panel.model(&mut lesson.models);
    let latest = lesson.models.shown().get().clone();
    if is_other {
        lesson.chosen.model = lesson.models.index();
        lesson.chosen.clip = latest.first_clip();
        lesson.node = latest.first_node(lesson.chosen.clip);
    }
    let clips: Vec<&str> = latest.clips.iter().map(|clip| clip.name.as_str()).collect();
    panel.choice("clip", &mut lesson.chosen.clip, &clips);
    lesson.animator.looping = panel.clock.looping;
    make_at_once(lesson, panel);
    panel.switch("skeleton", &mut lesson.skeleton_shown);
    panel.same_line();
    panel.switch("weights", &mut lesson.look.weights_shown);
    panel.same_line();
    panel.switch("wires", &mut lesson.look.wires_shown);
    let topic = lesson.topic;
    panel.choice("look at", &mut lesson.topic, &["joint", "cost", "root", "matrix"]);
    if (topic == ROOT) != lesson.is_led() {
        root::enter_or_leave(lesson, panel);
    }
    match lesson.topic {
        0 => show_joint(lesson, panel),
        1 => show_search(lesson, panel),
        MATRIX => matrix::show(&mut lesson.taken_apart, panel),
        _ => root::show(lesson, panel),
    }
    for note in latest.notes.iter().take(3) {
        panel.note(note);
    }
    make_at_once(lesson, panel);
}

/// Applies choices while the panel is shown: a new clip begins at its start, and the camera turns to a new model.
fn make_at_once(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    let before = lesson.made;
    lesson.make();
    if lesson.made != before {
        panel.clock.time = 0.0;
        lesson.animator.seek(0.0);
    }
    if lesson.made.model != before.model {
        *panel.camera = lesson.camera();
    }
}

/// Shows the three lists of the chosen joint's channel.
fn show_joint(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    let scene = &lesson.played.scene;
    panel.node_tree(&scene.asset.rig.skeleton, &scene.skeletons, 4.0, &mut lesson.node);
    let Some(node) = lesson.node else {
        panel.note("Choose a joint, here or in the view.");
        return;
    };
    let clip = lesson.animator.clip();
    let Some(channel) = clip.channels.iter().find(|channel| channel.joint == node) else {
        panel.note("No channel of this clip moves it. It stays as it is at rest.");
        return;
    };
    let (rest, now) = (scene.asset.rig.rest[node], lesson.animator.time());
    // With a clip repeated in a row, the present round.
    let round = lesson.clip.seconds * (now / lesson.clip.seconds.max(1e-6)).floor();
    let last = (clip.seconds - lesson.clip.seconds).max(0.0);
    let start = round.clamp(0.0, last);
    let span = Span { seconds: start..=start + lesson.clip.seconds, now };
    lists::show(panel, channel, rest, &mut lesson.cursors, lesson.search, &span);
}

/// Shows the cost of finding keys, by each search.
fn show_search(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    let before = lesson.search;
    panel.choice_of("search", &mut lesson.search, &SEARCHES);
    // By hand, or as a setting.
    if lesson.search != before {
        lesson.cursors = Cursors::new(lesson.search);
        lesson.animator.search_by(lesson.search);
    }
    panel.choice_of("in a row", &mut lesson.chosen.repeats, &REPEATS);
    lesson.cost.show(panel, lesson.animator.clip(), lesson.before, lesson.animator.time());
}

/// Marks the chosen joint while its channel is shown.
pub fn mark_joint(lesson: &FullPlayback, frame: &mut Frame<'_>) {
    let scene = &lesson.played.scene;
    let Figure { world_from_model, model_from_nodes, .. } = lesson.figure();
    if let Some(node) = lesson.node.filter(|_| lesson.topic == 0) {
        let place = transform_point(world_from_model * model_from_nodes[node], Vec3::ZERO);
        let colour = mix(scene.colour(node), INK, 0.4);
        frame.lines_on_top.line(place, place, 9.0, colour);
        frame.label(place, [0.0, -18.0], scene.asset.rig.skeleton.joints()[node].name.clone(), colour);
    }
}

/// Lets the mouse choose a joint.
pub fn press(lesson: &mut FullPlayback, pointer: &Pointer) -> bool {
    if lesson.is_led() {
        return false;
    }
    let Figure { world_from_model, model_from_nodes, .. } = lesson.figure();
    let place = |node: usize| transform_point(world_from_model * model_from_nodes[node], Vec3::ZERO);
    let joints = lesson.played.scene.skeletons.joints();
    let pressed = pointer.pressed(joints.map(|(node, _)| (node, place(node))));
    if pressed.is_some() {
        (lesson.node, lesson.topic) = (pressed, 0);
    }
    pressed.is_some()
}
