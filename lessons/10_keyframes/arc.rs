//! The way from one quaternion to the next, as an arc of their sphere: how far slerp has come on it, and how far nlerp.

use crate::dial::Circle;
use crate::panel::fastest;
use crate::scene::Scene;
use crate::ways::{WAYS, Way};
use common::transform::slerp;
use gl::colour::{ACCENT, CHANGED, FAINT, INK, with_alpha};
use glam::{Quat, vec3};
use stage::Frame;

const ARC: Circle = Circle { centre: vec3(0.0, 0.7, 0.0), radius: 1.5 };
/// How many marks the way from key to key has.
const MARKS: u8 = 8;

/// Shows the joint that turns farthest.
pub fn draw(scene: &Scene, frame: &mut Frame<'_>) {
    let (_, from, to) = fastest(scene);
    let (from, to) = (from.rotation, to.rotation);
    // Of a rotation and its negative the nearer one.
    let angle = |q: Quat| from.dot(q).abs().min(1.0).acos();
    let (whole, alpha) = (angle(to), scene.keyframes.easing.ease(scene.span().alpha));
    let place = |angle: f32, times: f32| ARC.at(angle - 0.5 * whole, times);
    ARC.arc(frame, [-0.5 * whole, 0.5 * whole], 2.0, FAINT);
    for (at, name) in [(0.0, "q₀"), (whole, "q₁")] {
        frame.lines_on_top.line(ARC.centre, place(at, 1.0), 1.5, with_alpha(FAINT, 0.6));
        frame.lines_on_top.rimmed_dot(place(at, 1.0), 8.0, FAINT);
        frame.label(place(at, 1.0), [if at > 0.0 { 20.0 } else { -20.0 }, 0.0], name, INK);
    }
    frame.label(ARC.centre, [0.0, 16.0], format!("{:.0}°", whole.to_degrees()), FAINT);
    let is_nlerp = WAYS[scene.beside].2 == Some(Way::Nlerp);
    let nlerp = |part: f32| Way::Nlerp.rotation(from, to, part).map_or(0.0, angle);
    let slerp = |part: f32| angle(slerp(from, to, part));
    for mark in (0..=MARKS).map(|i| f32::from(i) / f32::from(MARKS)).filter(|mark| *mark <= alpha) {
        frame.lines_on_top.line(place(slerp(mark), 1.02), place(slerp(mark), 1.09), 3.0, ACCENT);
        if is_nlerp {
            frame.lines_on_top.line(place(nlerp(mark), 0.98), place(nlerp(mark), 0.91), 3.0, CHANGED);
        }
    }
    if is_nlerp {
        // Evenly along the chord, and from there out to the arc.
        let on_chord = place(0.0, 1.0).lerp(place(whole, 1.0), alpha);
        frame.lines_on_top.line(place(0.0, 1.0), place(whole, 1.0), 2.0, with_alpha(CHANGED, 0.5));
        frame.lines_on_top.line(on_chord, place(nlerp(alpha), 1.0), 1.5, CHANGED);
        frame.lines_on_top.rimmed_dot(on_chord, 6.0, CHANGED);
        frame.lines_on_top.rimmed_dot(place(nlerp(alpha), 1.0), 11.0, CHANGED);
    }
    frame.lines_on_top.rimmed_dot(place(slerp(alpha), 1.0), 11.0, ACCENT);
}
