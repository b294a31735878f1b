//! A glTF model with its JSON.

use crate::scene::store_as_bytes;
use anyhow::{Result, ensure};
use formats::gltf::{self, Document, Outline};
use gl::{Gl, Model};
use glam::{Mat4, Vec3};
use stage::Camera;
use std::collections::BTreeMap;
use std::path::Path;

/// Number of moments of an animation that the camera must see.
const MOMENTS: f32 = 10.0;

/// A file that is shown.
pub struct Opened {
    pub scene: Model,
    pub document: Document,
    pub outline: Outline,
    /// The model with its weights stored as bytes, and the number of vertices for each sum of bytes.
    pub in_bytes: Model,
    pub sums: BTreeMap<u32, usize>,
}

impl Opened {
    pub fn read(gl: &Gl, path: &Path) -> Result<Self> {
        let is_collada = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("dae"));
        ensure!(
            !is_collada,
            "{}: This lesson opens .glb and .gltf. A Collada file opens in lessons 11 and 12.",
            path.display()
        );
        let document = gltf::read(path)?;
        let outline = Outline::read(path)?;
        let scene = Model::new(gl, formats::read(path)?)?;
        let mut in_bytes = scene.asset.clone();
        let sums = store_as_bytes(&mut in_bytes);
        let in_bytes = Model::new(gl, in_bytes)?;
        Ok(Self { scene, document, outline, in_bytes, sums })
    }

    /// The animation at the start: the knight walks.
    pub fn first_animation(&self) -> usize {
        let animations = &self.document.animations;
        let by_name = |name: &str| animations.iter().position(|animation| animation.name == name);
        by_name("walk").or_else(|| by_name("all")).unwrap_or(0)
    }

    /// Returns a camera that sees all of the model while an animation plays.
    pub fn around(&self, animation: usize) -> Camera {
        let mut placed = vec![self.scene.model_from_nodes_at_rest()];
        if let Some(animation) = self.document.animations.get(animation) {
            let time = |moment: u8| {
                animation.start + (animation.end - animation.start) * f32::from(moment) / MOMENTS
            };
            let pose = |moment| animation.parent_from_nodes(&self.document.nodes, time(moment));
            placed.extend((0..MOMENTS as u8).map(pose).map(|pose| self.scene.model_from_nodes(&pose)));
        }
        let places = placed.iter().flat_map(|placed| self.scene.places(placed));
        Camera::around(places.filter(|place| place.is_finite()), 24.0, 12.0)
    }

    /// The largest distance by which a vertex moves when weights are stored as bytes, in metres.
    pub fn moved(&self, placed: &[Mat4]) -> Option<f32> {
        let [floats, bytes] = [&self.scene, &self.in_bytes].map(|scene| world(scene, placed));
        floats.into_iter().zip(bytes).map(|(float, byte)| float.distance(byte)).reduce(f32::max)
    }
}

fn world(scene: &Model, placed: &[Mat4]) -> Vec<Vec3> {
    let from_model = scene.world_from_model();
    scene.posed(placed).into_iter().map(|place| from_model.transform_point3(place)).collect()
}
