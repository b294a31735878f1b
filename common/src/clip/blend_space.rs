//! Gaits: clips that walk in place, and every mix of two neighbours.

use super::{Animator, blend};
use crate::pose::Pose;
use crate::transform::Transform;

/// A step with each foot: the left one comes down at its start, the right one half-way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stride {
    /// Duration in seconds.
    pub seconds: f32,
    /// Distance that the ground goes by, in metres.
    pub metres: f32,
}

impl Stride {
    /// Returns the speed of the ground, in metres a second.
    pub fn speed(self) -> f32 {
        self.metres / self.seconds
    }
}

/// The mix of two strides at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InStep {
    /// Duration of the mixed stride, in seconds.
    pub seconds: f32,
    /// At which second of its own stride each of the two is, at this moment.
    pub times: [f32; 2],
    /// Speed of the ground, in metres a second.
    pub speed: f32,
}

/// Mixes two strides, so that the same feet of both are down. `mix` is the weight of the second, and `phase` the part of the
/// mixed stride that is over: both from 0 to 1.
pub fn in_step(strides: [Stride; 2], mix: f32, phase: f32) -> InStep {
    // TODO 14.2: Say how long the mixed stride takes, at which second of each of the two it is, and how fast the ground
    //   must go by below it.
    // BEGIN SOLUTION 14.2
    let mixed = |[slow, fast]: [f32; 2]| (1.0 - mix) * slow + mix * fast;
    let seconds = mixed(strides.map(|stride| stride.seconds));
    let metres = mixed(strides.map(|stride| stride.metres));
    InStep { seconds, times: strides.map(|stride| phase * stride.seconds), speed: metres / seconds }
    // END SOLUTION 14.2
    // STARTER 14.2: let (_, Stride { seconds, metres }) = (mix, strides[0]);
    // STARTER 14.2: InStep { seconds, times: [phase * seconds; 2], speed: metres / seconds }
}

/// Two strides that are kept in step while their mix changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrideMix {
    /// The slow stride and the fast one.
    pub strides: [Stride; 2],
    /// The weight of the fast one: from 0 to 1.
    pub mix: f32,
    /// The part of the mixed stride that is over: from 0 to below 1, but for rounding. In single precision it would drift, as
    /// an [`Animator`]'s time would.
    pub phase: f64,
}

impl StrideMix {
    /// Both strides at this moment.
    pub fn in_step(&self) -> InStep {
        in_step(self.strides, self.mix, self.phase as f32)
    }

    /// Changes to another mix, and lets `dt` seconds of it pass.
    pub fn advance(&mut self, mix: f32, dt: f32) {
        // TODO 14.3: Change to this mix, and take the phase on by `dt` seconds.
        // BEGIN SOLUTION 14.3
        self.mix = mix;
        let strides = f64::from(dt) / f64::from(self.in_step().seconds);
        self.phase = (self.phase + strides).rem_euclid(1.0);
        // END SOLUTION 14.3
        // STARTER 14.3: let _ = dt;
        // STARTER 14.3: self.mix = mix;
    }
}

/// A blend of two neighbouring gaits, both at the same fraction of their strides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GaitBlend {
    /// The index of the slower one. The next is the faster.
    pub slower: usize,
    /// The weight of the faster one, from 0 to 1.
    pub mix: f32,
    /// The seconds of the mixed stride that pass in a second, 1 between two gaits, and negative backwards.
    pub rate: f32,
}

/// Returns the blend of gaits for a speed in metres a second, so that feet do not slide. Each gait is faster than those
/// before it in the list, and none has a speed of zero.
///
/// Between the speeds of two neighbours the mix is the one that goes as fast. Below the first gait's speed there is only
/// the first, above the last gait's only the last. A negative speed mixes as the same speed ahead.
pub fn pace(gaits: &[Stride], speed: f32) -> GaitBlend {
    let Some(fastest) = gaits.len().checked_sub(1) else { return GaitBlend::default() };
    if !speed.is_finite() {
        return GaitBlend::default();
    }
    // TODO 14.4: Say which gaits are mixed at this speed, how much of the faster one there is, and at which rate.
    // BEGIN SOLUTION 14.4
    let mixed = speed.abs().clamp(gaits[0].speed(), gaits[fastest].speed());
    let slower = gaits[1..].iter().take_while(|gait| gait.speed() <= mixed).count();
    // The distance by which the ground outruns a gait in its own stride.
    let lacks = |gait: &Stride| mixed * gait.seconds - gait.metres;
    let mix = gaits.get(slower + 1).map_or(0.0, |faster| {
        let [slow, fast] = [lacks(&gaits[slower]), lacks(faster)];
        slow / (slow - fast)
    });
    GaitBlend { slower, mix, rate: speed / mixed }
    // END SOLUTION 14.4
    // STARTER 14.4: let _ = fastest;
    // STARTER 14.4: GaitBlend { slower: 0, mix: 0.0, rate: 1.0 }
}

/// Mixes two neighbours of a list of gaits, and keeps both at the same phase: at every moment they have gone the same part
/// of their stride.
#[derive(Clone, Debug)]
pub struct BlendSpace {
    /// Keeps both phases the same if true. Else each clip goes on at its own speed, and the feet get in each
    /// other's way.
    pub matched: bool,
    /// Seconds of the stride that pass in a second: negative ones go backwards.
    pub rate: f32,
    animators: Vec<Animator>,
    strides: Vec<Stride>,
    /// The slower one of those that are mixed: its place in the list.
    slower: usize,
    both: StrideMix,
    /// The weight of the faster one from the next update on.
    wanted: f32,
    pose: Pose,
}

impl BlendSpace {
    /// A blend space of gaits, the slowest first: at the start of the stride, with the first gait alone. Each is a clip that walks
    /// in place, once through it is one stride, and the speed of the ground below it in metres a second.
    ///
    /// # Panics
    /// If there is no gait, or a clip takes no time.
    pub fn new(gaits: Vec<(Animator, f32)>) -> Self {
        let stride = |(animator, speed): (Animator, f32)| {
            let seconds = animator.clip().seconds;
            assert!(seconds > 0.0, "a stride takes no time");
            (animator, Stride { seconds, metres: speed * seconds })
        };
        let (animators, strides): (Vec<Animator>, Vec<Stride>) = gaits.into_iter().map(stride).unzip();
        let both = StrideMix { strides: [strides[0]; 2], mix: 0.0, phase: 0.0 };
        let pose = animators[0].pose().to_vec();
        Self { matched: true, rate: 1.0, animators, strides, slower: 0, both, wanted: 0.0, pose }
    }

    /// Mixes a gait with the next faster one, whose weight goes from 0 to 1, from the next update on. The last one has no
    /// next, and NaN is 0.
    pub fn set_mix(&mut self, slower: usize, mix: f32) {
        self.slower = slower.min(self.strides.len() - 1);
        self.both.strides = self.pair().map(|gait| self.strides[gait]);
        self.wanted = if mix > 0.0 { mix.min(1.0) } else { 0.0 };
    }

    /// Mixes the gaits for one speed, and lets so much of their strides pass that the ground goes at another one, from the next
    /// update on: the same, or one that the mix follows little by little.
    pub fn set_speed(&mut self, mixed_for: f32, speed: f32) {
        let GaitBlend { slower, mix, rate } = pace(&self.strides, mixed_for);
        self.set_mix(slower, mix);
        self.rate = if mixed_for.abs() > 0.0 { rate * speed / mixed_for } else { 0.0 };
    }

    /// Returns the places in the list of the two that are mixed: the last gait may be both.
    pub fn pair(&self) -> [usize; 2] {
        [self.slower, (self.slower + 1).min(self.strides.len() - 1)]
    }

    /// The weight of the faster one: from 0 to 1.
    pub fn mix(&self) -> f32 {
        self.both.mix
    }

    /// Returns the duration of the mixed stride and the speed of the ground, at a rate of 1.
    pub fn in_step(&self) -> InStep {
        self.both.in_step()
    }

    /// The part of the mixed stride that is over: from 0 to below 1, but for rounding.
    pub fn phase(&self) -> f32 {
        self.both.phase as f32
    }

    /// Returns the part of its stride that each of the two clips has gone, from 0 to 1.
    pub fn phases(&self) -> [f32; 2] {
        self.pair().map(|gait| self.animators[gait].time() / self.strides[gait].seconds)
    }

    /// Goes to a part of the stride.
    pub fn seek(&mut self, phase: f32) {
        self.both.phase = f64::from(phase);
        for (animator, stride) in self.animators.iter_mut().zip(&self.strides) {
            animator.seek(phase * stride.seconds);
        }
        self.update(0.0);
    }

    /// Lets `dt` seconds pass.
    pub fn update(&mut self, dt: f32) {
        let dt = self.rate * dt;
        let before = self.both.phase;
        match self.matched {
            true => self.both.advance(self.wanted, dt),
            false => self.both.mix = self.wanted,
        }
        // A phase that isn't a number would stay so for ever.
        if !self.both.phase.is_finite() {
            self.both.phase = before;
        }
        let ([slow, fast], times) = (self.pair(), self.in_step().times);
        for (animator, time) in self.animators[slow..=fast].iter_mut().zip(times) {
            match self.matched {
                true => animator.seek(time),
                false => animator.update(dt),
            }
        }
        self.pose.copy_from_slice(self.animators[slow].pose());
        blend(&mut self.pose, self.animators[fast].pose(), self.both.mix);
    }

    /// Returns the pose now.
    pub fn pose(&self) -> &[Transform] {
        &self.pose
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    prop_compose! {
        fn stride()(seconds in 0.3f32..2.0, metres in 0.2f32..4.0) -> Stride {
            Stride { seconds, metres }
        }
    }

    /// Returns true if two phases are the same, but for rounding and whole strides.
    fn same_phase(a: f64, b: f64) -> bool {
        let apart = (a - b).rem_euclid(1.0);
        apart.min(1.0 - apart) < 1e-4
    }

    proptest! {
        #[test]
        fn a_mix_goes_at_each_speed_for_as_long_as_its_stride_takes(strides in [stride(), stride()], mix in 0.0f32..=1.0, phase in 0.0f32..=1.0) {
            let InStep { seconds, times, speed } = in_step(strides, mix, phase);
            let [slow, fast] = [((1.0 - mix) * strides[0].seconds, strides[0]), (mix * strides[1].seconds, strides[1])];
            prop_assert!((seconds - slow.0 - fast.0).abs() < 1e-5);
            let gone = slow.0 * slow.1.speed() + fast.0 * fast.1.speed();
            prop_assert!((seconds * speed - gone).abs() < 1e-4);
            // The same feet are down.
            prop_assert!(times.iter().zip(strides).all(|(time, stride)| (time / stride.seconds - phase).abs() < 1e-5));
        }

        #[test]
        fn each_step_goes_on_by_its_part_of_its_own_mix(strides in [stride(), stride()],
                                                        steps in prop::collection::vec((0.0f32..=1.0, -3.0f32..3.0), 1..9)) {
            let mut both = StrideMix { strides, mix: 0.0, phase: 0.0 };
            for &(mix, dt) in &steps {
                both.advance(mix, dt);
            }
            let seconds = |mix: f32| strides[0].seconds + mix * (strides[1].seconds - strides[0].seconds);
            let gone: f64 = steps.iter().map(|&(mix, dt)| f64::from(dt / seconds(mix))).sum();
            prop_assert!(same_phase(both.phase, gone) && (0.0..=1.0).contains(&both.phase), "{} {gone}", both.phase);
            prop_assert!(both.strides == strides && both.mix == steps[steps.len() - 1].0);
        }
    }
}
