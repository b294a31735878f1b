//! Blend of gaits for a speed, and the rate at which they are played.

/// A way to go: a clip that walks in place, as long as one stride, a step with each foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gait {
    /// Way over the ground in a stride, in metres.
    pub stride: f32,
    /// Duration of a stride at the clip's own speed, in seconds.
    pub seconds: f32,
}

impl Gait {
    /// Returns the speed over the ground at the clip's own speed, in metres a second.
    pub fn speed(self) -> f32 {
        self.stride / self.seconds
    }
}

/// Blend of two neighbouring gaits, both at the same part of their strides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GaitBlend {
    /// The slower of the two: its place in the list. The next one is the faster.
    pub slower: usize,
    /// Weight of the faster one: from 0 to 1.
    pub mix: f32,
    /// Strides a second. Negative: backwards.
    pub rate: f32,
}

/// Returns the blend of gaits for a speed in metres a second, so that feet do not slide. Each gait is faster than those
/// before it in the list, and none has a speed of zero.
///
/// Between the speeds of two neighbours the mix goes evenly with the speed. Below the first gait's speed there is only
/// the first, above the last gait's only the last. A negative speed mixes as the same speed ahead.
pub fn pace(gaits: &[Gait], speed: f32) -> GaitBlend {
    let Some(fastest) = gaits.len().checked_sub(1) else { return GaitBlend::default() };
    if !speed.is_finite() {
        return GaitBlend::default();
    }
    // TODO 17.3: Say which gaits are mixed at this speed, how much of the faster one there is, and at which rate.
    // BEGIN SOLUTION 17.3
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
    // END SOLUTION 17.3
    // STARTER 17.3: let _ = fastest;
    // STARTER 17.3: GaitBlend { slower: 0, mix: 0.0, rate: 1.0 / gaits[0].seconds }
}
