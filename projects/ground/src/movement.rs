//! Parameters of running, jumping and climbing, which make a game feel light or heavy.

/// Parameters of a player's motion, in seconds and units. The default is lesson 17's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovementParameters {
    /// The speed of running, in units a second.
    pub run: f64,
    /// The speed of ducking, in units a second.
    pub duck: f64,
    /// The acceleration on the ground, in units per second squared. Four thirds of it slow him down.
    pub speed_up: f64,
    /// The acceleration along x in the air, in units per second squared. Half of it slows him down.
    pub speed_up_in_air: f64,
    /// The acceleration of a fall, in units per second squared.
    pub gravity: f64,
    /// The height of a jump with the key held all the way up, in units.
    pub jump_height: f64,
    /// The factor on gravity while a jump rises with the key held.
    pub held: f64,
    /// The highest speed of a fall, in units a second.
    pub fall: f64,
    /// The highest speed of a fall while pushing against a wall, in units a second.
    pub fall_at_wall: f64,
    /// The speed of a jump off a wall, away from it, in units a second.
    pub off_wall: f64,
    /// The speed of climbing, in units a second.
    pub climb: f64,
    /// The speed across a ladder, in units a second.
    pub climb_across: f64,
    /// True if a jump is higher the longer the key is held. Otherwise it has its full height.
    pub by_key: bool,
    /// The ticks after the end of the ground during which a player can still jump.
    pub coyote_time: u8,
    /// The ticks during which a jump pressed in the air waits for the ground.
    pub jump_buffer: u8,
}

impl Default for MovementParameters {
    fn default() -> Self {
        Self {
            run: 6.0,
            duck: 2.5,
            speed_up: 60.0,
            speed_up_in_air: 36.0,
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
    /// The knight's parameters in metres, heavier, and with all the help that players expect.
    pub const KNIGHT: Self = Self {
        run: 4.0,
        duck: 0.8,
        speed_up: 18.0,
        speed_up_in_air: 12.0,
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
}
