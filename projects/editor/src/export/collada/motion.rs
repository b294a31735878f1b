//! The clip.

use super::sources::{input, matrix, names, rows, source};
use super::{CLIP, File};
use crate::export::curves::all_times;
use crate::export::xml::Xml;
use common::clip::{Channel, Cursors};

impl File<'_> {
    /// The clip: each joint that moves has a matrix for each of its keys.
    pub fn animations(&self, xml: &mut Xml) {
        let Some(clip) = self.scene.clips.first() else { return };
        xml.element("library_animations", &[], |xml| {
            // All of it together, so that the clip can name it.
            xml.element("animation", &[("id", &format!("{CLIP}-all")), ("name", &clip.name)], |xml| {
                clip.channels.iter().for_each(|channel| self.animation(xml, channel));
            });
        });
        xml.element("library_animation_clips", &[], |xml| {
            let end = clip.seconds.to_string();
            let of = [("id", CLIP), ("name", &clip.name), ("start", "0"), ("end", &end)];
            xml.element("animation_clip", &of, |xml| {
                xml.empty("instance_animation", &[("url", &format!("#{CLIP}-all"))]);
            });
        });
    }

    fn animation(&self, xml: &mut Xml, channel: &Channel) {
        let node = &self.ids.nodes[channel.joint];
        let rest = self.scene.nodes[channel.joint].rest;
        let times = all_times(channel);
        let cursors = &mut Cursors::default();
        let matrices = times.iter().map(|&time| matrix(channel.sample(rest, time, cursors)));
        let matrices: Vec<f32> = matrices.flat_map(rows).collect();
        let id = format!("{node}-motion");
        xml.element("animation", &[("id", &id)], |xml| {
            let [input_id, output, ways] = ["times", "matrices", "ways"].map(|part| format!("{id}-{part}"));
            source(xml, &input_id, &["TIME"], times.iter().copied());
            source(xml, &output, &["TRANSFORM"], matrices);
            names(xml, &ways, "INTERPOLATION", times.iter().map(|_| "LINEAR"));
            xml.element("sampler", &[("id", &format!("{id}-sampler"))], |xml| {
                input(xml, "INPUT", &input_id, None);
                input(xml, "OUTPUT", &output, None);
                input(xml, "INTERPOLATION", &ways, None);
            });
            let of = [("source", &format!("#{id}-sampler")[..]), ("target", &format!("{node}/transform"))];
            xml.empty("channel", &of);
        });
    }
}
