//! Parameters of running, jumping and climbing: they make a game feel light or heavy.

use super::Stance;

/// Manner of moving along the ground.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Manner {
    /// As fast as its stance lets it.
    #[default]
    Runs,
    /// At the speed of walking at most.
    Walks,
    /// Only ever slower, with any keys.
    Slides,
}

/// Parameters of a player's motion under the keys. Times in seconds, ways in units. Those of lesson 16 are the default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovementParameters {
    /// Speed of running.
    pub run: f64,
    /// Speed of walking.
    pub walk: f64,
    /// Speed of ducking.
    pub duck: f64,
    /// Acceleration on the ground.
    pub speed_up: f64,
    /// Deceleration on the ground.
    pub slow_down: f64,
    /// Deceleration on the ground while sliding.
    pub slide: f64,
    /// Acceleration in the air.
    pub speed_up_in_air: f64,
    /// Deceleration in the air.
    pub slow_down_in_air: f64,
    /// Acceleration of a fall.
    pub gravity: f64,
    /// Height of a jump with the key held all the way up.
    pub jump_height: f64,
    /// Part of gravity that is left while one rises with the key held.
    pub held: f64,
    /// Highest speed of a fall.
    pub fall: f64,
    /// The same while one pushes against a wall.
    pub fall_at_wall: f64,
    /// Speed of a jump off a wall, away from it.
    pub off_wall: f64,
    /// Speed of climbing.
    pub climb: f64,
    /// Speed across a ladder.
    pub climb_across: f64,
    /// True if a jump is the higher, the longer the key is held. If not, it is always as high as it can be.
    pub by_key: bool,
    /// Ticks during which one can still jump after the end of the ground.
    pub coyote_time: u8,
    /// Ticks during which a jump pressed in the air waits for the ground.
    pub jump_buffer: u8,
}

impl Default for MovementParameters {
    fn default() -> Self {
        Self {
            run: 6.0,
            walk: 2.0,
            duck: 2.5,
            speed_up: 60.0,
            slow_down: 80.0,
            slide: 8.0,
            speed_up_in_air: 36.0,
            slow_down_in_air: 18.0,
            gravity: 36.0,
            // Letting go at once halves the height.
            jump_height: 2.96,
            held: 0.5,
            fall: 18.0,
            fall_at_wall: 3.0,
            off_wall: 7.0,
            climb: 4.0,
            climb_across: 2.5,
            by_key: true,
            coyote_time: 0,
            jump_buffer: 0,
        }
    }
}

impl MovementParameters {
    /// Those of the knight, in metres: heavier, and helped by all that players expect.
    pub const KNIGHT: Self = Self {
        run: 4.0,
        walk: 1.2,
        duck: 0.8,
        speed_up: 18.0,
        slow_down: 24.0,
        slide: 3.0,
        speed_up_in_air: 12.0,
        slow_down_in_air: 6.0,
        gravity: 18.0,
        jump_height: 2.15,
        held: 0.52,
        fall: 14.0,
        fall_at_wall: 2.5,
        off_wall: 4.0,
        climb: 1.2,
        climb_across: 0.8,
        by_key: true,
        // A tenth of a second, and a little more.
        coyote_time: 12,
        jump_buffer: 14,
    };

    /// Returns the highest speed of a stance.
    pub(super) fn fastest(&self, stance: Stance, manner: Manner) -> f64 {
        let most = match stance {
            Stance::Standing => self.run,
            Stance::Ducking => self.duck,
        };
        if manner == Manner::Walks { most.min(self.walk) } else { most }
    }
}
