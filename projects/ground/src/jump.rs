//! Moves a player up and down through the air, under gravity and the jump key.

use super::MovementParameters;

/// The vertical motion of a player in the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VerticalMotion {
    /// The upward velocity in units a second.
    pub velocity: f64,
    /// True if a jump is rising, and its key has been held since it began.
    pub rises: bool,
}

/// The state of the jump key in a step.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum JumpKey {
    /// The key begins a jump in this step.
    Starts,
    Held,
    /// The key is up.
    Free,
}

/// Makes a step through the air, with one gravity for all of it. Returns how much higher the feet are then,
/// in units, and the motion after it.
pub fn vertical_step(
    before: VerticalMotion,
    key: JumpKey,
    movement: &MovementParameters,
    time: f64,
) -> (f64, VerticalMotion) {
    // TODO 17.4: Jump, rise and fall. A jump adds the velocity that brings one who holds the key up by `jump_height`; gravity
    //   is weaker for one who rises so, and nobody falls faster than `fall`. However long a step is, the height is the
    //   same, unless `fall` is reached within it.
    // BEGIN SOLUTION 17.4
    let light = movement.held * movement.gravity;
    let (from, rises) = match key {
        JumpKey::Starts => (before.velocity + (2.0 * light * movement.jump_height).sqrt(), true),
        JumpKey::Held => (before.velocity, before.rises && before.velocity > 0.0),
        JumpKey::Free => (before.velocity, false),
    };
    let gravity = if rises { light } else { movement.gravity };
    let to = (from - gravity * time).max(-movement.fall);
    // The velocity changes evenly, so on the whole it is as if the mean of both had lasted for all of the step.
    (0.5 * (from + to) * time, VerticalMotion { velocity: to, rises })
    // END SOLUTION 17.4
    // STARTER 17.4: let _ = (before, key);
    // STARTER 17.4: (-movement.fall * time, VerticalMotion { velocity: -movement.fall, rises: false })
}
