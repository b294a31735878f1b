//! What the texts say of code and files, with the values from there.

mod chains;
mod crowds;
mod editor;
mod formats;
mod frames;
mod games;
mod ground;
mod kinematics;
mod playback;
mod skins;

use ::formats::Asset;
use ::formats::collada::{self, Document};
use anyhow::{Context, Result};
use course::root;
use glam::Vec3;

/// A passage of a lesson's text, and the values of its numbers.
pub struct Claim {
    pub lesson: &'static str,
    pub passage: &'static str,
    pub values: Vec<f64>,
}

/// The claims of one lesson.
struct Claims {
    lesson: &'static str,
    all: Vec<Claim>,
}

impl Claims {
    /// The text has this passage, and its numbers are these, as rounded as it shows them.
    fn say(&mut self, passage: &'static str, values: &[f64]) {
        self.all.push(Claim { lesson: self.lesson, passage, values: values.to_vec() });
    }

    /// The same of whole numbers.
    fn count(&mut self, passage: &'static str, values: &[usize]) {
        self.say(passage, &values.iter().map(|&value| value as f64).collect::<Vec<_>>());
    }
}

/// A lesson's number, and what its text claims.
type Lesson = (&'static str, fn(&mut Claims) -> Result<()>);

/// All claims.
pub fn claims() -> Result<Vec<Claim>> {
    let lessons: [Lesson; 20] = [
        ("01", frames::hinges),
        ("02", frames::flesh),
        ("03", frames::puppet),
        ("04", chains::lines),
        ("05", chains::nodes),
        ("06", chains::keys),
        ("07", skins::two_triangles),
        ("08", skins::blended_arm),
        ("09", skins::rigged_cylinder),
        ("10", playback::keyframes),
        ("11", skins::knight),
        ("12", playback::clips),
        ("13", playback::fades),
        ("14", editor::editor),
        ("15", kinematics::reaching),
        ("16", ground::grown_hit_and_jumped),
        ("17", games::playing),
        ("18", formats::gltf),
        ("19", skins::volume),
        ("20", crowds::knights),
    ];
    let mut all = Vec::new();
    for (lesson, claim) in lessons {
        let mut claims = Claims { lesson, all: Vec::new() };
        claim(&mut claims).with_context(|| format!("lesson {lesson}"))?;
        all.append(&mut claims.all);
    }
    Ok(all)
}

/// A model in `assets/`.
fn asset(file: &str) -> Result<Asset> {
    Ok(::formats::read(&root().join("assets").join(file))?)
}

/// What its Collada file says.
fn document(file: &str) -> Result<Document> {
    Ok(collada::read(&root().join("assets").join(file))?)
}

fn xyz(point: Vec3) -> [f64; 3] {
    point.to_array().map(f64::from)
}

/// Of a point in the plane z = 0.
fn xy(point: Vec3) -> [f64; 2] {
    [point.x, point.y].map(f64::from)
}
