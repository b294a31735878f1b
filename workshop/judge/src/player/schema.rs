//! The task that goes into a player, and the answer that comes out.

use crate::VERSION;
use anyhow::{Result, ensure};
use glam::DMat4;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// The largest number that a matrix may have, far beyond any figure's, so that a difference is a number too.
const MOST: f64 = 1e9;

/// A figure, its clips, a script of what begins when, and the moments to be seen.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Task {
    pub version: u64,
    /// The sentence and the scene. A player passes it over, as it does every name that it doesn't know.
    #[serde(default)]
    pub about: String,
    /// Parents come before their children.
    pub joints: Vec<Joint>,
    pub clips: Vec<Clip>,
    /// In the order of time.
    pub script: Vec<Entry>,
    /// The moments whose poses are wanted, in seconds, none earlier than the one before.
    pub ask: Vec<f64>,
    /// The moment whose state is wanted, if any. None that is asked is later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub save: Option<f64>,
    /// The moment of the state that the player goes on from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<f64>,
    /// The state that the player itself has saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Value>,
}

/// A joint at rest: its transform in its parent.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Joint {
    pub name: String,
    /// Its parent's index, or -1 for a root.
    pub parent: i64,
    pub translation: [f64; 3],
    /// A unit quaternion: x, y, z and w.
    pub rotation: [f64; 4],
    /// Along its own axes.
    pub scale: [f64; 3],
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Clip {
    pub name: String,
    pub seconds: f64,
    pub loops: bool,
    pub tracks: Vec<Track>,
}

/// The motion of one part of a joint. No part has two.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Track {
    pub joint: usize,
    pub part: Part,
    /// At least one, from the clip's start, none earlier than the one before.
    pub times: Vec<f64>,
    /// Three or four numbers for each time.
    pub values: Vec<Vec<f64>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    Translation,
    Rotation,
    Scale,
}

/// A clip begins.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Entry {
    /// The moment, in seconds.
    pub at: f64,
    /// The clip's name.
    pub start: String,
    /// The seconds until the clip alone is seen.
    pub fade: f64,
}

/// The fate of the old clip during a fade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fades {
    /// The pose that was seen is kept, as in lesson 13.
    #[default]
    Kept,
    /// It runs on until the fade is over.
    Running,
}

pub struct Answer {
    pub fades: Fades,
    /// For each asked moment each joint's matrix, in model space.
    pub poses: Vec<Vec<DMat4>>,
    pub state: Option<Value>,
}

/// An answer as it's printed.
#[derive(Deserialize)]
struct Printed {
    /// Some languages print `1.0`.
    version: f64,
    #[serde(default)]
    fades: Fades,
    poses: Vec<Vec<Vec<f64>>>,
    /// Before anything has begun, `null` may be all there is to remember.
    #[serde(default, deserialize_with = "also_null")]
    state: Option<Value>,
}

fn also_null<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl Answer {
    /// Reads what has been printed for a task, or tells what isn't as it should be.
    pub fn read(json: &str, task: &Task) -> Result<Self> {
        let Printed { version, fades, poses, state } = crate::read(json)?;
        ensure!(version == VERSION as f64, "`version` is {version}, and these tasks have {VERSION}");
        let counts = |name: &str, given: usize, wanted: usize, of: &str| {
            ensure!(given == wanted, "`{name}` has length {given}, for {wanted} {of}");
            Ok(())
        };
        counts("poses", poses.len(), task.ask.len(), "asked moments")?;
        for (i, pose) in poses.iter().enumerate() {
            counts(&format!("poses[{i}]"), pose.len(), task.joints.len(), "joints")?;
            for (joint, matrix) in pose.iter().enumerate() {
                let name = format!("poses[{i}][{joint}]");
                counts(&name, matrix.len(), 16, "numbers of a matrix")?;
                let most = matrix.iter().map(|number| number.abs()).fold(0.0, f64::max);
                ensure!(most <= MOST, "`{name}` has a number as large as {most:e}");
            }
        }
        let matrix = |numbers: &Vec<f64>| DMat4::from_cols_slice(numbers);
        let poses = poses.iter().map(|pose| pose.iter().map(matrix).collect()).collect();
        Ok(Self { fades, poses, state })
    }
}
