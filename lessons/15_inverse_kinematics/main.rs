//! Inverse kinematics: the rotations of joints that bring a hand, a tip or a foot to its place.
//!
//! ```text
//! target ── bend 15.1, hinge 15.2 ─→ where the bones lie ── turns_in_parents 15.3 ─→ pose    `arm`
//! pose of a clip ── hold 15.4 ─→ where feet stay ── 15.1 to 15.3 ─→ pose on the ground       `feet`
//! target ── gradient 15.5 ─→ turns of many joints                                            `chain`
//! ```

mod arm;
mod chain;
mod feet;

use arm::Arms;
use chain::Tentacle;
use feet::Walk;
use stage::Scenes;
use std::process::ExitCode;

/// Least height of the camera above the ground, in metres.
const CLEAR: f32 = 0.05;

fn main() -> ExitCode {
    stage::run::<Scenes<Arms, Tentacle, Walk>>(env!("CARGO_BIN_NAME"))
}
