//! The clip.

use super::sources::{input, matrix, names, rows, source};
use super::{CLIP, File};
use crate::export::curves::all_times;
use crate::export::xml::{Xml, el};
use common::clip::{Channel, Cursors};

impl File<'_> {
    /// The clip: each joint that moves has a matrix for each of its keys.
    pub fn animations(&self) -> Vec<Xml> {
        let Some(clip) = self.scene.clips.first() else { return Vec::new() };
        let id = format!("{CLIP}-all");
        // All of it together, so that the clip can name it.
        let all = el("animation").at("id", &id).at("name", &clip.name);
        let all = all.of(clip.channels.iter().map(|channel| self.animation(channel)));
        let named = el("animation_clip").at("id", CLIP).at("name", &clip.name);
        let named = named.at("start", 0).at("end", clip.seconds);
        let named = named.of([el("instance_animation").at("url", format!("#{id}"))]);
        vec![el("library_animations").of([all]), el("library_animation_clips").of([named])]
    }

    fn animation(&self, channel: &Channel) -> Xml {
        let node = &self.ids.nodes[channel.joint];
        let rest = self.scene.nodes[channel.joint].rest;
        let times = all_times(channel);
        let cursors = &mut Cursors::default();
        let matrices = times.iter().map(|&time| matrix(channel.sample(rest, time, cursors)));
        let matrices: Vec<f32> = matrices.flat_map(rows).collect();
        let id = format!("{node}-motion");
        let [input_id, output, ways, sampler] =
            ["times", "matrices", "ways", "sampler"].map(|part| format!("{id}-{part}"));
        let inputs = [("INPUT", &input_id), ("OUTPUT", &output), ("INTERPOLATION", &ways)];
        el("animation").at("id", &id).of([
            source(&input_id, &["TIME"], times.iter().copied()),
            source(&output, &["TRANSFORM"], matrices),
            names(&ways, "INTERPOLATION", times.iter().map(|_| "LINEAR")),
            el("sampler").at("id", &sampler).of(inputs.map(|(semantic, id)| input(semantic, id))),
            el("channel").at("source", format!("#{sampler}")).at("target", format!("{node}/transform")),
        ])
    }
}
