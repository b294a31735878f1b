//! The model with its weights in bytes, as far from its origin as you like.

use crate::opened::Opened;
use crate::playback::{Figure, Playback};
use glam::{Mat4, Vec3};
use stage::Panel;

pub struct Weights {
    /// True to store them as bytes.
    in_bytes: bool,
    /// Distance of all nodes from the model's origin, in metres.
    away: f32,
}

impl Weights {
    pub fn new() -> Self {
        Self { in_bytes: true, away: 20.0 }
    }

    /// Moves every node away from the model's origin, and the origin as far back.
    pub fn figure<'a>(&self, opened: &'a Opened, model_from_nodes: &[Mat4]) -> Figure<'a> {
        let away = Mat4::from_translation(Vec3::X * self.away);
        let placed = model_from_nodes.iter().map(|&model_from_node| away * model_from_node).collect();
        let scene = if self.in_bytes { &opened.in_bytes } else { &opened.scene };
        Figure::at(-self.away, scene, placed)
    }

    /// Shows the sums of weights in bytes, and how far they move a vertex.
    pub fn show(&mut self, opened: &Opened, playback: &Playback, panel: &mut Panel<'_>) {
        panel.choice_of("stored as", &mut self.in_bytes, &[(false, "floats"), (true, "bytes")]);
        panel.slider("from the origin", &mut self.away, 0.0..=40.0, "%.0f m");
        panel.heading("The four bytes of a vertex sum to");
        for (sum, vertices) in &opened.sums {
            panel.number(&format!("sum {sum}"), &format!("{sum}: {vertices} vertices"));
        }
        let figure = self.figure(opened, &playback.model_from_nodes(opened));
        if let Some(moved) = opened.moved(&figure.model_from_nodes) {
            panel.number("moved", &format!("farthest moved by it: {:.1} mm", 1e3 * moved));
        }
    }
}
