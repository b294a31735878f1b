//! Keys for a motion along any curve: where a straight line from key to key is not near enough, another comes half-way.

/// Fractions of the interval between two keys at which the keys are compared with the curve.
///
/// They aren't simple fractions, at which something that turns several times could always show the same angle.
const PROBES: [f32; 3] = [0.236_068, 0.5, 0.854_102];

/// A motion that gets keys.
pub(crate) trait Curved {
    /// The content of a key.
    type Value: Copy;

    /// Returns the value at a time.
    fn at(&mut self, time: f32) -> Self::Value;

    /// Returns true if what plays between two keys, `alpha` of the way from one to the other, is as near to a value as it
    /// must be.
    fn is_near(&self, keys: [Self::Value; 2], alpha: f32, wanted: Self::Value) -> bool;

    /// Returns true once nothing is left to spend on keys.
    fn is_spent(&self) -> bool;
}

/// Adds the keys that are needed between two others, in the order of their times, by at most so many halvings.
pub(crate) fn halve<C: Curved>(
    curve: &mut C,
    from: (f32, C::Value),
    to: (f32, C::Value),
    halvings: u32,
    push: &mut impl FnMut(f32, C::Value),
) {
    let time = 0.5 * (from.0 + to.0);
    let apart = from.0 < time && time < to.0;
    if !apart || halvings == 0 || curve.is_spent() || is_straight(curve, from, to) {
        return;
    }
    let half_way = curve.at(time);
    halve(curve, from, (time, half_way), halvings - 1, push);
    push(time, half_way);
    halve(curve, (time, half_way), to, halvings - 1, push);
}

/// Returns true if the curve needs no key between these two.
fn is_straight<C: Curved>(curve: &mut C, from: (f32, C::Value), to: (f32, C::Value)) -> bool {
    PROBES.iter().all(|probe| {
        let time = from.0 + probe * (to.0 - from.0);
        let wanted = curve.at(time);
        curve.is_near([from.1, to.1], (time - from.0) / (to.0 - from.0), wanted)
    })
}
