//! The instruments: choices and sliders for his task; the tree and the chart of the mix; path and bones.

mod graph;

use crate::ChangingYourMind;
use crate::knight::{LAYERS, MOTIONS, numbered};
use crate::past::{FOLLOWED, Moment};
use crate::scene::{Change, Edge};
use common::clip::Motion;
use gl::colour::{ACCENT, CHANGED, Colour, FAINT, mix, with_alpha};
use glam::{Mat4, Vec3};
use stage::{Frame, Panel};

/// Motions that last, and motions that end.
pub const ON_AND_ON: [&str; 5] = ["idle", "walk", "run", "stride", "fall"];
pub const ONCE: [&str; 5] = ["–", "jump", "land", "punch", "swing"];
pub const OVER_IT: [&str; 4] = ["nothing", "punch", "swing", "hit"];
const CHANGES: [(Change, &str); 3] =
    [(Change::Cut, "cut"), (Change::Fade, "fade"), (Change::FromFirstPose, "first pose")];
const EDGES: [(Edge, &str); 4] =
    [(Edge::Hips, "hips"), (Edge::Spine, "spine"), (Edge::Chest, "chest"), (Edge::Arm, "arm")];

/// Height of drawn footprints above the ground, in metres, so that the ground does not hide them.
const ABOVE: f32 = 0.004;

pub fn show(lesson: &mut ChangingYourMind, panel: &mut Panel<'_>) {
    panel.choice_of("play", &mut lesson.scripted, &[(false, "by hand"), (true, "a scene")]);
    // A motion chosen during the scene ends the script.
    let by_hand = panel.choice("motion", &mut lesson.on_and_on, &ON_AND_ON);
    lesson.scripted &= !by_hand;
    panel.choice("look at", &mut lesson.topic, &["fade", "stride", "layer"]);
    match lesson.topic {
        0 => show_fade(lesson, panel),
        1 => show_stride(lesson, panel),
        _ => show_layer(lesson, panel),
    }
    panel.choice_of("mixed are", &mut lesson.matrices_mixed, &[(false, "poses"), (true, "matrices")]);
    panel.switch("ground", &mut lesson.ground_moves);
    panel.same_line();
    panel.switch("trail", &mut lesson.trail_shown);
    panel.same_line();
    panel.switch("bones", &mut lesson.bones_shown);
    let followed = followed(lesson);
    let speed = lesson.show.past.fastest(followed);
    panel.number("fastest", &format!("{} of late: {speed:4.1} m/s at most", FOLLOWED[followed]));
    graph::tree(panel, &lesson.show);
    if let Some(refusal) = &lesson.refusal {
        panel.note(refusal);
    }
}

fn show_fade(lesson: &mut ChangingYourMind, panel: &mut Panel<'_>) {
    let by_hand = panel.choice("once", &mut lesson.once, &ONCE);
    lesson.scripted &= !by_hand;
    panel.choice_of("change", &mut lesson.request.change, &CHANGES);
    panel.slider("fade", &mut lesson.request.fade, 0.0..=1.0, "%.2f s");
}

fn show_stride(lesson: &mut ChangingYourMind, panel: &mut Panel<'_>) {
    panel.slider("mix", &mut lesson.request.mix, 0.0..=1.0, "%.2f of the run");
    panel.switch("phases matched", &mut lesson.request.matched);
    panel.same_line();
    panel.switch("footprints", &mut lesson.footprints_shown);
    if let Some(Motion::Gaits(gaits)) = lesson.show.mixer.source() {
        panel.number("speed", &format!("the ground goes by at {:.2} m/s", gaits.in_step().speed));
        let [walk, run] = gaits.phases();
        panel.number("phases", &format!("phase  walk {walk:.2}  run {run:.2}"));
        panel.number("slide", &format!("{} slides at {:.2} m/s", FOLLOWED[1], lesson.show.past.slide()));
    } else {
        panel.note("Choose the motion stride to see it.");
    }
}

fn show_layer(lesson: &mut ChangingYourMind, panel: &mut Panel<'_>) {
    let by_hand = panel.choice("over it", &mut lesson.over_it, &OVER_IT);
    lesson.scripted &= !by_hand;
    panel.choice_of("how", &mut lesson.request.added, &[(false, "blend"), (true, "add")]);
    let [first, last] = &mut lesson.request.mask;
    panel.choice_of("first joint", first, &EDGES);
    panel.choice_of("last joint", last, &EDGES);
    panel.slider("amount", &mut lesson.request.amount, 0.0..=1.0, "%.2f");
}

/// Returns the index of the followed joint on show.
fn followed(lesson: &ChangingYourMind) -> usize {
    usize::from(lesson.topic == 1)
}

/// Bones and path if they are switched on, and footprints or the chart.
pub fn mark(lesson: &ChangingYourMind, frame: &mut Frame<'_>, world_from_joints: &[Mat4]) {
    if lesson.bones_shown {
        draw_bones(lesson, frame, world_from_joints);
    }
    if lesson.trail_shown {
        draw_trail(lesson, frame);
    }
    match lesson.topic == 1 && lesson.footprints_shown {
        true => draw_footprints(lesson, frame),
        false => graph::chart(frame, &lesson.show),
    }
}

/// The path of a hand or a foot, on the ground that moves past.
fn draw_trail(lesson: &ChangingYourMind, frame: &mut Frame<'_>) {
    let followed = followed(lesson);
    let place = |moment: &Moment| {
        let behind = if lesson.ground_moves { lesson.show.gone() - moment.gone } else { 0.0 };
        moment.places[followed] - behind * Vec3::Z
    };
    let moments = lesson.show.past.moments.iter();
    for (before, moment) in moments.clone().zip(moments.skip(1)) {
        let colour = MOTIONS[moment.playing.0].colour;
        frame.lines_on_top.line(place(before), place(moment), 2.5, with_alpha(colour, 0.8));
        frame.lines_on_top.line(place(moment), place(moment), 5.0, colour);
    }
}

/// Draws his footprints on the moving ground: dots where a foot stays, lines where it slides; the left in blue.
fn draw_footprints(lesson: &ChangingYourMind, frame: &mut Frame<'_>) {
    let here = if lesson.ground_moves { lesson.show.gone() } else { 0.0 };
    let place = |print: Vec3| print - here * Vec3::Z + ABOVE * Vec3::Y;
    for (prints, colour) in lesson.show.past.footprints().into_iter().zip([CHANGED, ACCENT]) {
        for print in prints {
            frame.lines.line(place(print.from), place(print.to), 9.0, with_alpha(colour, 0.85));
        }
    }
}

/// The bones, each coloured by its weight in the mask.
fn draw_bones(lesson: &ChangingYourMind, frame: &mut Frame<'_>, world_from_joints: &[Mat4]) {
    let place = |joint: usize| world_from_joints[joint].w_axis.truncate();
    for chain in &lesson.knight.scene.asset.chains {
        for (number, chained) in chain.skeleton.joints().iter().enumerate() {
            let Some(parent) = chained.parent else { continue };
            let (joint, parent) = (chain.joints[number], chain.joints[parent]);
            let colour = mix(FAINT, layer_colour(lesson), lesson.show.layer.mask[parent]);
            frame.lines_on_top.line(place(parent), place(joint), 5.0, colour);
            let colour = mix(FAINT, layer_colour(lesson), lesson.show.layer.mask[joint]);
            frame.lines_on_top.line(place(joint), place(joint), 10.0, colour);
        }
    }
}

fn layer_colour(lesson: &ChangingYourMind) -> Colour {
    let layer = lesson.request().layer.map_or("punch", |layer| LAYERS[layer]);
    numbered(layer).map_or(FAINT, |index| MOTIONS[index].colour)
}
