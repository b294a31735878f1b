//! The instruments: the file's bytes, its weights, its curves, and the model from the other format.

mod bytes;
mod curves;
mod weights;

use crate::Gltf;
use crate::opened::Opened;
use crate::scene::ChannelInterpolation;
use bytes::Bytes;
use curves::Curves;
use formats::gltf::Interpolation;
use models::ModelLook;
use stage::Panel;
use weights::Weights;

/// The instruments that are shown.
#[derive(Clone, Copy, PartialEq)]
pub enum Topic {
    Bytes,
    Weights,
    Curves,
    Beside,
}

const TOPICS: [(Topic, &str); 4] = [
    (Topic::Bytes, "bytes"),
    (Topic::Weights, "weights"),
    (Topic::Curves, "curves"),
    (Topic::Beside, "beside"),
];

const WAYS: [(ChannelInterpolation, &str); 4] = [
    (ChannelInterpolation::AsWritten, "as written"),
    (ChannelInterpolation::All(Interpolation::Step), "step"),
    (ChannelInterpolation::All(Interpolation::Linear), "linear"),
    (ChannelInterpolation::All(Interpolation::CubicSpline), "cubic"),
];

/// Metres between the two knights.
const APART: f32 = 1.7;

impl Topic {
    /// Returns the distance of the model from the middle, in metres: there may be room for another one.
    pub fn aside(self, opened: &Opened) -> f32 {
        if self == Self::Beside && opened.twin.is_some() { 0.5 * APART } else { 0.0 }
    }
}

/// Choices and switches of the panel, with those of each topic.
pub struct Instruments {
    pub look: ModelLook,
    pub skeleton_shown: bool,
    pub topic: Topic,
    bytes: Bytes,
    pub weights: Weights,
    curves: Curves,
}

impl Instruments {
    pub fn new() -> Self {
        Self {
            look: ModelLook::default(),
            skeleton_shown: false,
            topic: Topic::Bytes,
            bytes: Bytes::new(),
            weights: Weights::new(),
            curves: Curves::default(),
        }
    }
}

pub fn show(lesson: &mut Gltf, panel: &mut Panel<'_>) {
    let is_other = panel.model(&mut lesson.models);
    let opened = lesson.opened();
    let Gltf { playback, instruments, around, .. } = lesson;
    if is_other {
        playback.animation = opened.first_animation();
        (instruments.bytes, instruments.curves.channel) = (Bytes::new(), None);
    }
    let before = (playback.animation, instruments.topic.aside(&opened));
    let animations: Vec<&str> = opened.document.animations.iter().map(|one| one.name.as_str()).collect();
    playback.animation = playback.animation.min(animations.len().saturating_sub(1));
    if !animations.is_empty() {
        panel.choice("animation", &mut playback.animation, &animations);
        if playback.animation != before.0 {
            (panel.clock.time, playback.time, instruments.curves.channel) = (0.0, 0.0, None);
        }
    }
    panel.switch("skeleton", &mut instruments.skeleton_shown);
    panel.same_line();
    panel.switch("weights", &mut instruments.look.weights_shown);
    panel.choice_of("look at", &mut instruments.topic, &TOPICS);
    let now = (playback.animation, instruments.topic.aside(&opened));
    if is_other || before != now {
        *around = opened.around(now.0, now.1);
        *panel.camera = *around;
    }
    match instruments.topic {
        Topic::Bytes => instruments.bytes.show(&opened, panel),
        Topic::Weights => instruments.weights.show(&opened, playback, panel),
        Topic::Curves => {
            panel.choice_of("from key to key", &mut playback.way, &WAYS);
            instruments.curves.show(&opened, playback, panel);
        }
        Topic::Beside => show_beside(lesson, &opened, panel),
    }
    for note in opened.document.notes.iter().take(3) {
        panel.note(note);
    }
}

/// Shows how far the model is from the same one of a Collada file.
fn show_beside(lesson: &Gltf, opened: &Opened, panel: &mut Panel<'_>) {
    let Some(twin) = lesson.twin(opened) else {
        panel.note("There is no Collada file of this model.");
        return;
    };
    panel.heading("The same knight in two formats");
    let (ours, theirs) = (opened.scene.vertices(), twin.scene.vertices());
    panel.number("vertices", &format!("vertices: .glb {ours}, .dae {theirs}"));
    if let Some(apart) = opened.apart(&lesson.figure(opened).model_from_nodes, &twin.model_from_nodes) {
        panel.number("apart", &format!("farthest apart: {:.6} m", apart));
    }
    if lesson.playback.way != ChannelInterpolation::AsWritten {
        panel.note("The .dae goes from key to key as it is written.");
    }
}
