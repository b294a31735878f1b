//! The instruments: choices and sliders, every joint's keys along time, the chosen joint's trail, and the mouse.

use crate::JointPlayback;
use crate::played::Played;
use crate::scene::Rule;
use common::clip::FRAMES_PER_SECOND;
use gl::colour::{INK, joint_colour, mix, with_alpha};
use glam::Mat4;
use stage::{Frame, KeyRow, KeySheet, Panel, Pointer};

/// The rules for when a key holds, with their names in the panel.
pub const RULES: [(Rule, &str); 4] = [
    (Rule::Frames, "30 a second"),
    (Rule::Times, "own times"),
    (Rule::Gliding, "gliding"),
    (Rule::Between, "between"),
];

/// The factor that widens the view for a second figure.
const WIDER: f32 = 1.35;

pub fn show(lesson: &mut JointPlayback, panel: &mut Panel<'_>) {
    let is_other = panel.model(&mut lesson.models);
    let played = lesson.models.shown();
    let played = played.get();
    if is_other {
        (lesson.scene.clip, lesson.chosen) = (0, None);
        lesson.around = played.camera(lesson.scene.clip);
        *panel.camera = lesson.around;
    }
    let was_twice = lesson.is_twice && !is_other;
    let scene = &mut lesson.scene;
    let before = (scene.clip, scene.rule);
    let clips: Vec<&str> = played.clips.iter().map(|keyed| keyed.clip.name.as_str()).collect();
    if clips.len() > 1 {
        panel.choice("clip", &mut scene.clip, &clips);
    }
    panel.choice_of("keys", &mut scene.rule, &RULES);
    if is_other || before != (scene.clip, scene.rule) {
        scene.begin(&played);
    }
    panel.slider("turn", &mut scene.turn, -180.0..=180.0, "%.0f°");
    panel.switches([("trail", &mut lesson.trail_shown), ("own times beside", &mut lesson.is_twice)]);
    let more = f32::from(u8::from(lesson.is_twice)) - f32::from(u8::from(was_twice));
    panel.camera.target += 0.5 * more * lesson.aside();
    panel.camera.height *= WIDER.powf(more);
    show_keys(lesson, &played, panel);
    panel.notes(&played.model.asset.notes);
}

/// Shows every joint's keys along time, with the one that holds.
fn show_keys(lesson: &mut JointPlayback, played: &Played, panel: &mut Panel<'_>) {
    let (scene, nodes) = (&lesson.scene, played.model.asset.rig.skeleton.joints());
    let Some(keyed) = played.clips.get(scene.clip) else {
        panel.note("Nothing moves here, because no animation of this file moves a joint.");
        return;
    };
    let joints: Vec<(usize, usize)> = played.model.skeletons.joints().collect();
    let rows = joints.iter().map(|&(node, joint)| {
        let keys = &keyed.keys[node];
        let last = keys.matrices.len().checked_sub(1);
        let holds = last.map(|last| scene.key_now(keyed, keys).min(last));
        let (name, keys) = (nodes[node].name.as_str(), keys.times.as_slice());
        KeyRow { name, colour: joint_colour(joint), keys, holds }
    });
    let (start, end) = (keyed.clip.start, keyed.clip.start + keyed.clip.seconds);
    let counts = scene.rule == Rule::Frames;
    let now = if counts { scene.counter.frame as f32 / FRAMES_PER_SECOND } else { scene.time };
    let sheet = KeySheet { rows: rows.collect(), seconds: start..=end, now: start + now };
    panel.heading(&match counts {
        true => format!("Frame {} of {}", scene.counter.frame + 1, scene.frames(played)),
        false => format!("Keys from {:.2} to {:.2} s", start, end),
    });
    let mut row = lesson.chosen.and_then(|chosen| joints.iter().position(|&(node, _)| node == chosen));
    if panel.key_sheet("joint", 9.0, &sheet, &mut row) {
        lesson.chosen = row.map(|row| joints[row].0);
    }
}

/// Draws the chosen joint's name, and its trail.
pub fn mark(lesson: &JointPlayback, played: &Played, world_from_nodes: &[Mat4], frame: &mut Frame<'_>) {
    for (node, joint) in played.model.skeletons.joints().filter(|(node, _)| lesson.chosen == Some(*node)) {
        let colour = joint_colour(joint);
        let name = played.model.asset.rig.skeleton.joints()[node].name.clone();
        frame.label(world_from_nodes[node].w_axis.truncate(), [0.0, -18.0], name, mix(colour, INK, 0.4));
        if lesson.trail_shown {
            for place in lesson.scene.trail(played, node) {
                frame.lines_on_top.line(place, place, 5.0, with_alpha(colour, 0.6));
            }
        }
    }
}

/// Lets the mouse choose a joint.
pub fn press(lesson: &mut JointPlayback, pointer: &Pointer) -> bool {
    let played = lesson.models.shown();
    let played = played.get();
    let world_from_nodes = lesson.scene.world_now(&played);
    let origin = |node: usize| world_from_nodes[node].w_axis.truncate();
    let pressed = pointer.pressed(played.model.skeletons.joints().map(|(node, _)| (node, origin(node))));
    lesson.chosen = pressed.or(lesson.chosen);
    pressed.is_some()
}
