//! Finds the blend of gaits for a speed, the inverse of a blend's speed.

use super::Stride;

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
