//! The instruments: the file's bytes, its weights, and its curves.

mod bytes;
mod curves;
mod weights;

use crate::Gltf;
use bytes::Bytes;
use curves::Curves;
use stage::Panel;
use weights::Weights;

/// The instruments that are shown.
#[derive(Clone, Copy, PartialEq)]
pub enum Topic {
    Bytes,
    Weights,
    Curves,
}

const TOPICS: [(Topic, &str); 3] =
    [(Topic::Bytes, "bytes"), (Topic::Weights, "weights"), (Topic::Curves, "curves")];

/// Choices and switches of the panel, with those of each topic.
pub struct Instruments {
    pub topic: Topic,
    bytes: Bytes,
    pub weights: Weights,
    curves: Curves,
}

impl Instruments {
    pub fn new() -> Self {
        Self { topic: Topic::Bytes, bytes: Bytes::new(), weights: Weights::new(), curves: Curves::default() }
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
    let before = playback.animation;
    let animations = opened.document.animations.iter().enumerate();
    let animations: Vec<(usize, &str)> = animations.map(|(index, one)| (index, one.name.as_str())).collect();
    panel.setting("animation", &mut playback.animation, &animations);
    panel.choice_of("look at", &mut instruments.topic, &TOPICS);
    if is_other || playback.animation != before {
        instruments.curves.channel = None;
        *around = opened.around(playback.animation);
        *panel.camera = *around;
    }
    match instruments.topic {
        Topic::Bytes => instruments.bytes.show(&opened, panel),
        Topic::Weights => instruments.weights.show(&opened, playback, panel),
        Topic::Curves => instruments.curves.show(&opened, playback, panel),
    }
    panel.notes(&opened.document.notes);
}
