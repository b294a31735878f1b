//! The instruments: the timeline, the playhead in numbers, and the curves of easing and speed.

use crate::KeyframesLesson;
use crate::body::JOINTS;
use crate::keyframes::{Easing, Playhead};
use crate::motion::REACH;
use crate::scene::{Scene, Span};
use crate::ways::{MixMethod, WAYS};
use common::transform::Transform;
use gl::colour::{ACCENT, CHANGED, Colour};
use glam::Quat;
use stage::Panel;

/// Number of points of a curve.
const POINTS: u16 = 96;

/// The easings by their names.
const EASINGS: [(Easing, &str); 4] =
    [(Easing::Linear, "linear"), (Easing::Smooth, "smooth"), (Easing::In, "in"), (Easing::Out, "out")];

/// The instruments that are shown.
#[derive(Clone, Copy, PartialEq)]
pub enum Topic {
    Easing,
    Speed,
    Dial,
    Matrix,
}

const TOPICS: [(Topic, &str); 4] =
    [(Topic::Easing, "easing"), (Topic::Speed, "speed"), (Topic::Matrix, "matrix"), (Topic::Dial, "dial")];

pub fn show(lesson: &mut KeyframesLesson, panel: &mut Panel<'_>) {
    panel.choice_of("look at", &mut lesson.topic, &TOPICS);
    match lesson.topic {
        Topic::Dial => return lesson.dial.show(panel),
        Topic::Matrix => return lesson.matrix.show(panel),
        Topic::Easing | Topic::Speed => {}
    }
    let scene = &mut lesson.scene;
    panel.choice("beside it", &mut scene.beside, &WAYS.map(|(name, ..)| name));
    show_keys(scene, panel);
    panel.choice_of("easing", &mut scene.keyframes.easing, &EASINGS);
    panel.switch("onion skins", &mut lesson.ghosts_shown);
    match lesson.topic {
        Topic::Speed => show_speed(scene, panel),
        _ => show_easing(scene, panel),
    }
}

fn show_keys(scene: &mut Scene, panel: &mut Panel<'_>) {
    panel.heading("Keyframes");
    let keyframes = &mut scene.keyframes;
    keyframes.looping = panel.clock.looping;
    let moving = keyframes.held().unwrap_or(keyframes.frames.len());
    let frames = &mut keyframes.frames[..moving];
    let mut seconds: Vec<f32> = frames.iter().map(|frame| frame.seconds).collect();
    panel.timeline("keys", &mut seconds, REACH);
    let changed = frames.iter().zip(&seconds).any(|(frame, &seconds)| frame.seconds != seconds);
    for (frame, seconds) in frames.iter_mut().zip(seconds) {
        frame.seconds = seconds;
    }
    if changed || panel.clock.time > keyframes.seconds() {
        panel.clock.time = panel.clock.time.min(keyframes.seconds());
        scene.playhead = Playhead::at(panel.clock.time, keyframes);
    }
    let Playhead { total, in_frame, frame } = scene.playhead;
    panel.number("keyframe", &format!("keyframe {frame}, {in_frame:.2} s in it, {total:.2} s in all"));
    panel.number("alpha", &format!("α = {:.2}", scene.span().alpha));
}

fn show_easing(scene: &Scene, panel: &mut Panel<'_>) {
    let (alpha, easing) = (scene.span().alpha, scene.keyframes.easing);
    panel.heading(&format!("Eased: α = {:.2} becomes {:.2}", alpha, easing.ease(alpha)));
    let curve: Vec<f32> = parts().map(|part| easing.ease(part)).collect();
    panel.curve_with_dot("eased", &curve, [alpha, easing.ease(alpha)]);
}

fn show_speed(scene: &Scene, panel: &mut Panel<'_>) {
    let (joint, from, to) = fastest(scene);
    let seconds = scene.span().seconds;
    panel.heading(&format!("How fast the {} turns, from key to key", JOINTS[joint]));
    let easing = scene.keyframes.easing;
    let speeds = |rotation: &dyn Fn(f32) -> Quat| -> Vec<f32> {
        let turns: Vec<Quat> = parts().map(|part| rotation(easing.ease(part))).collect();
        let step = seconds.max(1e-3) / f32::from(POINTS);
        turns.windows(2).map(|pair| angle(pair[0], pair[1]).to_degrees() / step).collect()
    };
    let apart = speeds(&|alpha| from.interpolate(to, alpha).rotation);
    let mut curves = vec![("kept apart", ACCENT, apart)];
    let (_, name, way) = WAYS[scene.beside];
    if let Some(way) = way.filter(|way| *way != MixMethod::Matrices) {
        let rotation = |alpha| way.rotation(from.rotation, to.rotation, alpha).unwrap_or_default();
        curves.push((name, CHANGED, speeds(&rotation)));
    }
    let largest = curves.iter().flat_map(|(_, _, speeds)| speeds).copied().fold(1.0, f32::max);
    let curves: Vec<(&str, Colour, &[f32])> =
        curves.iter().map(|(name, colour, speeds)| (*name, *colour, speeds.as_slice())).collect();
    panel.curves("speed", 0.0..=1.1 * largest, &curves);
    panel.number("largest", &format!("{largest:.0}° per second at most"));
}

/// The joint that turns farthest between the two keyframes, and its two transforms.
fn fastest(scene: &Scene) -> (usize, Transform, Transform) {
    let Span { from, to, .. } = scene.span();
    let [from, to] = [from, to].map(|frame| &scene.keyframes.frames[frame].pose);
    let turn = |&joint: &usize| angle(from[joint].rotation, to[joint].rotation);
    let joint = (0..JOINTS.len()).max_by(|a, b| turn(a).total_cmp(&turn(b))).unwrap_or(0);
    (joint, from[joint], to[joint])
}

/// Fractions of a span, from 0 to 1.
fn parts() -> impl Iterator<Item = f32> {
    (0..=POINTS).map(|i| f32::from(i) / f32::from(POINTS))
}

/// The angle between two rotations, in radians.
fn angle(a: Quat, b: Quat) -> f32 {
    2.0 * a.dot(b).abs().min(1.0).acos()
}
