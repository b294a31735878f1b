//! The instruments: choices and sliders for his task; the table and the chart of the mix; path and bones.

mod graph;

use crate::ChangingYourMind;
use crate::knight::{LAYERS, MOTIONS, numbered};
use crate::past::{FOLLOWED, Moment};
use crate::scene::{Change, Edge, Request};
use gl::colour::{Colour, FAINT, mix, with_alpha};
use glam::{Mat4, Vec3};
use stage::{Frame, Panel};

/// Motions that last, and motions that end, by their indices in [`MOTIONS`]; layers by theirs in [`LAYERS`].
const LASTING: [(usize, &str); 4] = [(0, "idle"), (1, "walk"), (2, "run"), (3, "fall")];
const ONCE: [(Option<usize>, &str); 5] =
    [(None, "–"), (Some(4), "jump"), (Some(5), "land"), (Some(6), "punch"), (Some(7), "swing")];
const OVER_IT: [(Option<usize>, &str); 4] =
    [(None, "nothing"), (Some(0), "punch"), (Some(1), "swing"), (Some(2), "hit")];
const CHANGES: [(Change, &str); 3] =
    [(Change::Cut, "cut"), (Change::Fade, "fade"), (Change::FromFirstPose, "first pose")];
const EDGES: [(Edge, &str); 4] =
    [(Edge::Hips, "hips"), (Edge::Spine, "spine"), (Edge::Chest, "chest"), (Edge::Arm, "arm")];
const TOPICS: [(Topic, &str); 2] = [(Topic::Fade, "fade"), (Topic::Layer, "layer")];

#[derive(Clone, Copy, PartialEq)]
enum Topic {
    Fade,
    Layer,
}

/// The controls as they are set.
pub struct Instruments {
    /// True if the scene plays, and makes the request.
    pub scripted: bool,
    pub request: Request,
    topic: Topic,
    pub matrices_mixed: bool,
    trail_shown: bool,
    bones_shown: bool,
}

impl Instruments {
    pub fn new() -> Self {
        let request = Request {
            lasting: 1,
            once: None,
            layer: None,
            added: false,
            change: Change::Fade,
            fade: 0.4,
            amount: 1.0,
            mask: [Edge::Spine, Edge::Chest],
        };
        Self {
            scripted: false,
            request,
            topic: Topic::Fade,
            matrices_mixed: false,
            trail_shown: false,
            bones_shown: false,
        }
    }
}

pub fn show(lesson: &mut ChangingYourMind, panel: &mut Panel<'_>) {
    let ChangingYourMind { show, refusal, instruments, .. } = lesson;
    panel.choice_of("play", &mut instruments.scripted, &[(false, "by hand"), (true, "a scene")]);
    // A motion chosen during the scene ends the script.
    let by_hand = panel.choice_of("motion", &mut instruments.request.lasting, &LASTING);
    instruments.scripted &= !by_hand;
    panel.choice_of("look at", &mut instruments.topic, &TOPICS);
    match instruments.topic {
        Topic::Fade => show_fade(instruments, panel),
        Topic::Layer => show_layer(instruments, panel),
    }
    panel.choice_of("mixed are", &mut instruments.matrices_mixed, &[(false, "poses"), (true, "matrices")]);
    panel.switches([("trail", &mut instruments.trail_shown), ("bones", &mut instruments.bones_shown)]);
    let speed = show.past.fastest();
    panel.number("fastest", &format!("{FOLLOWED} of late: {speed:4.1} m/s at most"));
    graph::table(panel, show);
    if let Some(refusal) = refusal {
        panel.note(refusal);
    }
}

fn show_fade(Instruments { scripted, request, .. }: &mut Instruments, panel: &mut Panel<'_>) {
    let by_hand = panel.choice_of("once", &mut request.once, &ONCE);
    *scripted &= !by_hand;
    panel.choice_of("change", &mut request.change, &CHANGES);
    panel.slider("fade", &mut request.fade, 0.0..=1.0, "%.2f s");
}

fn show_layer(Instruments { scripted, request, .. }: &mut Instruments, panel: &mut Panel<'_>) {
    let by_hand = panel.choice_of("over it", &mut request.layer, &OVER_IT);
    *scripted &= !by_hand;
    panel.choice_of("how", &mut request.added, &[(false, "blend"), (true, "add")]);
    let [first, last] = &mut request.mask;
    panel.choice_of("first joint", first, &EDGES);
    panel.choice_of("last joint", last, &EDGES);
    panel.slider("amount", &mut request.amount, 0.0..=1.0, "%.2f");
}

/// Bones and path if they are switched on, and the chart.
pub fn mark(lesson: &ChangingYourMind, frame: &mut Frame<'_>, world_from_joints: &[Mat4]) {
    let instruments = &lesson.instruments;
    if instruments.bones_shown {
        draw_bones(lesson, frame, world_from_joints);
    }
    if instruments.trail_shown {
        draw_trail(lesson, frame);
    }
    graph::chart(frame, &lesson.show);
}

/// The path of his hand, over the ground that moves past, with the name of each motion where it begins.
fn draw_trail(lesson: &ChangingYourMind, frame: &mut Frame<'_>) {
    let place = |moment: &Moment| moment.place - (lesson.show.gone() - moment.gone) * Vec3::Z;
    let moments = lesson.show.past.moments.iter();
    for (before, moment) in moments.clone().zip(moments.skip(1)) {
        let motion = &MOTIONS[moment.playing.0];
        frame.lines_on_top.line(place(before), place(moment), 2.5, with_alpha(motion.colour, 0.8));
        frame.lines_on_top.line(place(moment), place(moment), 5.0, motion.colour);
        if before.playing.0 != moment.playing.0 {
            frame.label(place(moment), [0.0, -14.0], motion.name, motion.colour);
        }
    }
}

/// The bones, each coloured by its weight in the mask.
fn draw_bones(lesson: &ChangingYourMind, frame: &mut Frame<'_>, world_from_joints: &[Mat4]) {
    let place = |joint: usize| world_from_joints[joint].w_axis.truncate();
    for chain in &lesson.show.knight.scene.asset.chains {
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
    let layer = lesson.instruments.request.layer.map_or("punch", |layer| LAYERS[layer]);
    numbered(layer).map_or(FAINT, |index| MOTIONS[index].colour)
}
