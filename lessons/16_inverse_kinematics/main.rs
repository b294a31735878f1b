//! Inverse kinematics: the rotations of joints that bring a hand, a tip or a foot to its place.
//!
//! ```text
//! target ── bend 16.1, hinge 16.2 ─→ where the bones lie ── turns_in_parents 16.3 ─→ pose    `arm`
//! pose of a clip ── hold 16.4 ─→ where feet stay ── 16.1 to 16.3 ─→ pose on the ground       `feet`
//! target ── gradient 16.5 ─→ turns of many joints                                            `chain`
//! ```

mod arm;
mod chain;
mod feet;
mod gradient;

use arm::Arms;
use chain::Tentacle;
use feet::Walk;
use stage::Scene;
use std::process::ExitCode;

/// Least height of the camera above the ground, in metres.
const CLEAR: f32 = 0.05;

fn main() -> ExitCode {
    let scenes = [Scene::of::<Arms>("arm"), Scene::of::<Tentacle>("chain"), Scene::of::<Walk>("feet")];
    stage::run_scenes(env!("CARGO_BIN_NAME"), &scenes)
}
