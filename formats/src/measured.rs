//! How far keys are from the curves that a file has.

use super::{Asset, Error, Format, collada, gltf, read_file};
use common::clip::{Clip, Cursors, Search};
use common::pose::{Pose, model_from_joints};
use glam::Mat4;
use std::path::Path;

/// How many moments of a second are compared, unless that are too many.
const MOMENTS_PER_SECOND: f32 = 240.0;

/// How often a node is placed for it, over all clips of a file.
const MOST_PLACED: f32 = 400_000.0;

/// The golden ratio's part behind the point. Steps of it through a clip meet no grid of keys.
const GOLDEN: f64 = 0.618_033_988_749;

/// From every node to its parent at a time of a file, along its curves.
type Curves<'c> = Box<dyn Fn(f32) -> Vec<Mat4> + 'c>;

/// Reads the model file at `path` as [`read`](super::read) does, and measures what clips with curves have lost by becoming
/// keys with straight ways between them: see [`Asset::from_curves`].
pub fn read_measured(path: &Path) -> Result<Asset, Error> {
    let (bytes, file) = (read_file(path)?, path.display().to_string());
    match Format::of(&bytes, &file)? {
        Format::Gltf => {
            let document = gltf::Document::parse(bytes, &file)?;
            let animations = document.animations.iter();
            let curved: Vec<_> = animations.map(|one| one.has_splines().then(|| one.clone())).collect();
            let nodes = document.nodes.clone();
            let curves = curved.iter().map(|animation| -> Option<Curves<'_>> {
                let animation = animation.as_ref()?;
                Some(Box::new(|time| animation.parent_from_nodes(&nodes, time)))
            });
            Ok(document.into_asset().measured(curves.collect()))
        }
        Format::Collada => {
            let document = collada::Document::parse(&bytes, &file)?;
            let scene = document.scene.clone();
            let animations = document.clips.iter();
            let curved: Vec<_> = animations.map(|one| one.has_curves(&scene).then(|| one.clone())).collect();
            let curves = curved.iter().map(|animation| -> Option<Curves<'_>> {
                let animation = animation.as_ref()?;
                Some(Box::new(|time| animation.parent_from_nodes(&scene, time)))
            });
            Ok(document.into_asset().measured(curves.collect()))
        }
    }
}

impl Asset {
    /// The same with its clips measured, of which some have curves.
    fn measured(mut self, curves: Vec<Option<Curves<'_>>>) -> Self {
        let curved = curves.iter().flatten().count();
        let most = MOST_PLACED / (curved * self.nodes.len()).max(1) as f32;
        let clips = self.clips.iter().zip(&curves);
        let measure = |(clip, curves): (&Clip, &Option<Curves<'_>>)| {
            let moments = (MOMENTS_PER_SECOND * clip.seconds).min(most).max(1.0) as u32;
            curves.as_ref().map(|curves| self.farthest(clip, curves, moments))
        };
        self.from_curves = clips.map(measure).collect();
        self
    }

    /// How far a node is from where curves have it at most, in metres, at so many moments of a clip.
    fn farthest(&self, clip: &Clip, curves: &Curves<'_>, moments: u32) -> f32 {
        let skeleton = &self.rig.skeleton;
        let (mut pose, mut farthest) = (Pose::new(), 0.0_f32);
        for moment in 0..moments {
            let time = clip.seconds * (GOLDEN * f64::from(moment)).fract() as f32;
            pose.clone_from(&self.rig.rest);
            for channel in &clip.channels {
                pose[channel.joint] =
                    channel.sample(pose[channel.joint], time, &mut Cursors::new(Search::Halving));
            }
            let parent_from_nodes: Vec<Mat4> = pose.iter().map(|transform| transform.to_matrix()).collect();
            let model_from_keyed = model_from_joints(skeleton, &parent_from_nodes);
            let model_from_curved = model_from_joints(skeleton, &curves(clip.start + time));
            for (keyed, curved) in model_from_keyed.iter().zip(&model_from_curved) {
                let away = (keyed.w_axis - curved.w_axis).truncate();
                farthest = farthest.max(self.world_from_model.transform_vector3(away).length());
            }
        }
        farthest
    }
}
