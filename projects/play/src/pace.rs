//! Which gaits a speed is made of, and how fast they are played.

/// A way to go: a clip that walks in place, as long as one stride, a step with each foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gait {
    /// How far the ground goes by in a stride, in metres.
    pub stride: f32,
    /// How long a stride takes where the clip is played as it was made, in seconds.
    pub seconds: f32,
}

impl Gait {
    /// How fast the ground goes by where the clip is played as it was made, in metres a second.
    pub fn speed(self) -> f32 {
        self.stride / self.seconds
    }
}

/// How gaits are played: two neighbours mixed, both at the same part of their strides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GaitBlend {
    /// The slower of the two: its place in the list. The next one is the faster.
    pub slower: usize,
    /// How much of the faster one there is: from 0 to 1.
    pub mix: f32,
    /// How many strides are made in a second. Backwards, if it is negative.
    pub rate: f32,
}

/// How gaits are played for a speed in metres a second, so that feet do not slide. Each gait is faster than those before it
/// in the list, and none stands still.
///
/// Between the speeds of two neighbours the mix goes evenly with the speed. What is slower than the first one is the first
/// one, what is faster than the last one is the last one; who goes backwards mixes as for the same speed ahead.
pub fn pace(gaits: &[Gait], speed: f32) -> GaitBlend {
    let Some(fastest) = gaits.len().checked_sub(1) else { return GaitBlend::default() };
    if !speed.is_finite() {
        return GaitBlend::default();
    }
    // TODO 17.5: Say which gaits are mixed at this speed, how much of the faster one there is, and at which rate.
    // BEGIN SOLUTION 17.5
    let ahead = speed.abs();
    let slower = gaits[1..].iter().take_while(|gait| gait.speed() <= ahead).count();
    let mix = match gaits.get(slower + 1) {
        Some(faster) => {
            let [from, to] = [gaits[slower].speed(), faster.speed()];
            ((ahead - from) / (to - from)).clamp(0.0, 1.0)
        }
        None => 0.0,
    };
    let faster = gaits[(slower + 1).min(fastest)];
    let stride = (1.0 - mix) * gaits[slower].stride + mix * faster.stride;
    GaitBlend { slower, mix, rate: speed / stride }
    // END SOLUTION 17.5
    // STARTER 17.5: let _ = fastest;
    // STARTER 17.5: GaitBlend { slower: 0, mix: 0.0, rate: 1.0 / gaits[0].seconds }
}
