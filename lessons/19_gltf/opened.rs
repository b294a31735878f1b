//! A glTF model with its JSON, and the same model from a Collada file if there is one.

use crate::scene::store_as_bytes;
use anyhow::{Result, ensure};
use common::clip::{Animator, Clip};
use common::pose::walk;
use formats::all_clips;
use formats::gltf::{self, Document, Outline};
use gl::Gl;
use glam::{Mat4, Vec3};
use models::ModelScene;
use stage::Camera;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Number of moments of an animation that the camera must see.
const MOMENTS: f32 = 10.0;

/// A file that is shown.
pub struct Opened {
    pub scene: ModelScene,
    pub document: Document,
    pub outline: Outline,
    /// The model with its weights stored as bytes, and the number of vertices for each sum of bytes.
    pub in_bytes: ModelScene,
    pub sums: BTreeMap<u32, usize>,
    pub twin: Option<Twin>,
}

/// The model from a Collada file.
pub struct Twin {
    pub scene: ModelScene,
    clips: Vec<Arc<Clip>>,
    /// The vertex of this model at the same place of the bind pose, for each vertex of the glTF model.
    same: Vec<Option<usize>>,
}

impl Opened {
    pub fn read(gl: &Gl, path: &Path, is_own: bool, others: &mut Vec<PathBuf>) -> Result<Self> {
        let is_collada = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("dae"));
        ensure!(
            !is_collada,
            "{}: This lesson opens .glb and .gltf. A Collada file opens in lessons 11 and 12.",
            path.display()
        );
        let document = gltf::read(path)?;
        let outline = Outline::read(path)?;
        let scene = ModelScene::new(gl, formats::read(path)?)?;
        let mut in_bytes = scene.asset.clone();
        let sums = store_as_bytes(&mut in_bytes);
        let in_bytes = ModelScene::new(gl, in_bytes)?;
        let beside = path.with_extension("dae");
        let twin = match is_own && beside.is_file() {
            true => Some(Twin::read(gl, &beside, &scene, others)?),
            false => None,
        };
        Ok(Self { scene, document, outline, in_bytes, sums, twin })
    }

    /// The animation at the start: the knight walks.
    pub fn first_animation(&self) -> usize {
        let animations = &self.document.animations;
        let by_name = |name: &str| animations.iter().position(|animation| animation.name == name);
        by_name("walk").or_else(|| by_name("all")).unwrap_or(0)
    }

    /// Returns a camera that sees all of the model while an animation plays, and `aside` metres to both sides of it.
    pub fn around(&self, animation: usize, aside: f32) -> Camera {
        let mut placed = vec![self.scene.model_from_nodes_at_rest()];
        if let Some(animation) = self.document.animations.get(animation) {
            let time = |moment: u8| {
                animation.start + (animation.end - animation.start) * f32::from(moment) / MOMENTS
            };
            let pose = |moment| animation.parent_from_nodes(&self.document.nodes, time(moment));
            placed.extend((0..MOMENTS as u8).map(pose).map(|pose| self.scene.model_from_nodes(&pose)));
        }
        let places = placed.iter().flat_map(|placed| self.scene.places(placed));
        let places = places.filter(|place| place.is_finite());
        Camera::around(places.flat_map(|place| [-aside, aside].map(|x| place + Vec3::X * x)), 24.0, 12.0)
    }

    /// The largest distance by which a vertex moves when weights are stored as bytes, in metres.
    pub fn moved(&self, placed: &[Mat4]) -> Option<f32> {
        let [floats, bytes] = [&self.scene, &self.in_bytes].map(|scene| world(scene, placed));
        floats.into_iter().zip(bytes).map(|(float, byte)| float.distance(byte)).reduce(f32::max)
    }

    /// The largest distance between vertices of both models that should be at the same place, in metres.
    pub fn apart(&self, placed: &[Mat4], twins: &[Mat4]) -> Option<f32> {
        let twin = self.twin.as_ref()?;
        let [ours, theirs] =
            [(&self.scene, placed), (&twin.scene, twins)].map(|(scene, placed)| world(scene, placed));
        let pairs =
            twin.same.iter().zip(ours).filter_map(|(same, place)| Some(theirs[(*same)?].distance(place)));
        pairs.reduce(f32::max)
    }
}

impl Twin {
    fn read(gl: &Gl, path: &Path, other: &ModelScene, others: &mut Vec<PathBuf>) -> Result<Self> {
        let scene = ModelScene::new(gl, formats::read(path)?)?;
        let all = all_clips(path, &scene.asset);
        others.extend(all.paths);
        others.push(path.to_owned());
        let bound = |scene: &ModelScene| -> Vec<Vec3> {
            let surfaces = scene.asset.surfaces.iter();
            let points = surfaces.flat_map(|surface| &surface.mesh.positions);
            points.map(|&point| scene.world_from_model().transform_point3(point)).collect()
        };
        let same = same_places(&bound(other), &bound(&scene));
        Ok(Self { scene, clips: all.clips, same })
    }

    /// Every node's matrix to the model, at a time of a clip.
    pub fn model_from_nodes(&self, clip: &str, time: f32) -> Vec<Mat4> {
        let rig = &self.scene.asset.rig;
        let mut placed = vec![Mat4::IDENTITY; rig.rest.len()];
        match self.clips.iter().find(|other| other.name == clip) {
            Some(clip) => {
                let mut animator = Animator::new(rig.clone(), clip.clone());
                animator.seek(time);
                walk(&rig.skeleton, |i| animator.pose()[i].to_matrix(), &mut placed);
            }
            None => walk(&rig.skeleton, |i| rig.rest[i].to_matrix(), &mut placed),
        }
        placed
    }
}

/// Returns all vertices in the world.
fn world(scene: &ModelScene, placed: &[Mat4]) -> Vec<Vec3> {
    let from_model = scene.world_from_model();
    scene.posed(placed).into_iter().map(|place| from_model.transform_point3(place)).collect()
}

/// Returns the nearest of other places for each place, if it is within a tenth of a millimetre.
fn same_places(places: &[Vec3], others: &[Vec3]) -> Vec<Option<usize>> {
    const CELL: f32 = 1e-3;
    let cell = |place: Vec3| (place / CELL).to_array().map(|x| x.round() as i32);
    let mut cells: HashMap<[i32; 3], Vec<usize>> = HashMap::new();
    for (index, &other) in others.iter().enumerate() {
        cells.entry(cell(other)).or_default().push(index);
    }
    let around: Vec<[i32; 3]> = (0..27).map(|i| [i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1]).collect();
    let nearest = |&place: &Vec3| {
        let [x, y, z] = cell(place);
        let near = around.iter().filter_map(|by| cells.get(&[x + by[0], y + by[1], z + by[2]]));
        let near = near.flatten().copied();
        let nearest = near.min_by(|&a, &b| others[a].distance(place).total_cmp(&others[b].distance(place)));
        nearest.filter(|&index| others[index].distance(place) < 0.1 * CELL)
    };
    places.iter().map(nearest).collect()
}
