//! Weights that are widely copied. Something is wrong with them: the lesson asks what.

use common::skin::CUTS;

/// Returns weights to compare with those of 09.1: the same cuts and the same margin.
pub fn three_weights_as_often_seen(t: f32, margin: f32) -> [f32; 3] {
    // Between the two cuts bone 1 has all the weight, so each height has one cut that counts.
    let upper = usize::from(t > 0.5);
    let from_cut = t - CUTS[upper];
    let over = match from_cut.abs() > margin {
        true => f32::from(from_cut > 0.0),
        false => 0.5 + 0.25 / margin * from_cut,
    };
    let mut weights = [0.0; 3];
    weights[upper] = 1.0 - over;
    weights[upper + 1] = over;
    weights
}
