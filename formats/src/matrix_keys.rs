//! A joint's keys as whole matrices, the way most exporters write them.

#[allow(unused_imports, reason = "an answer may do without it")]
use super::collada::matrix_from_rows;
#[allow(unused_imports, reason = "an answer may do without it")]
use common::clip::key_at;
use glam::{Mat4, Vec3};

/// Where a joint stands in its parent, at some times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatrixKeys {
    /// The keys' times in seconds, none earlier than the one before.
    pub times: Vec<f32>,
    /// From the joint to its parent, for every key.
    pub matrices: Vec<Mat4>,
}

/// One of the lists that a channel's sampler names.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// What the list is for: INPUT, OUTPUT, INTERPOLATION or something else.
    pub semantic: &'a str,
    /// Its numbers; none where it is a list of words.
    pub floats: &'a [f32],
}

/// The keys of a channel that moves a matrix, from the lists that its sampler names, in whatever order.
///
/// # Errors
/// If the list of times or that of matrices is missing, or if there are not sixteen numbers for each time.
pub fn keys_of_sampler(inputs: &[Input<'_>]) -> Result<MatrixKeys, String> {
    // TODO 06.3: Make a key of each time of INPUT and the matrix in OUTPUT that belongs to it. If a list is missing, or
    //    the numbers are not sixteen for each time, refuse.
    // BEGIN SOLUTION 06.3
    let list = |semantic: &str| {
        let input = inputs.iter().find(|input| input.semantic == semantic);
        input.map(|input| input.floats).ok_or(format!("there is no {semantic}"))
    };
    let (times, floats) = (list("INPUT")?, list("OUTPUT")?);
    let (pieces, rest) = floats.as_chunks::<16>();
    if !rest.is_empty() || pieces.len() != times.len() {
        return Err(format!("there are {} numbers for {} times", floats.len(), times.len()));
    }
    Ok(MatrixKeys { times: times.to_vec(), matrices: pieces.iter().map(matrix_from_rows).collect() })
    // END SOLUTION 06.3
    // STARTER 06.3: let _ = inputs;
    // STARTER 06.3: Ok(MatrixKeys { times: vec![0.0, 1.0], matrices: vec![Mat4::IDENTITY; 2] })
}

/// Where a joint's origin is in its parent, if it goes straight and evenly from each key to the next.
///
/// There is at least one key. Before the first the origin is where the first has it, and after the last where the last has.
pub fn place_between(keys: &MatrixKeys, time: f32) -> Vec3 {
    // TODO 06.4: Say where the joint's origin is at this time: between the places that the key before and the key after
    //    it give, as far on the way as the time is.
    // BEGIN SOLUTION 06.4
    let place = |key: usize| keys.matrices[key].w_axis.truncate();
    let key = key_at(&keys.times, time);
    let Some(&next) = keys.times.get(key + 1) else { return place(key) };
    let begins = keys.times[key];
    let alpha = (time - begins) / (next - begins);
    place(key).lerp(place(key + 1), alpha.clamp(0.0, 1.0))
    // END SOLUTION 06.4
    // STARTER 06.4: let _ = time;
    // STARTER 06.4: keys.matrices[0].w_axis.truncate()
}

/// Every joint's transform to its parent: that of the key which `key_of` chooses among the joint's own keys.
///
/// A joint without keys stays where it stands at rest.
pub fn parent_from_joints_at(
    at_rest: &[Mat4],
    keys: &[MatrixKeys],
    key_of: impl Fn(&MatrixKeys) -> usize,
) -> Vec<Mat4> {
    let mut parent_from_joints = Vec::new();
    for (keys, &rest) in keys.iter().zip(at_rest) {
        let last = keys.matrices.len().saturating_sub(1);
        let key = key_of(keys).min(last);
        parent_from_joints.push(keys.matrices.get(key).copied().unwrap_or(rest));
    }
    parent_from_joints
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    #[test]
    fn numbers_come_in_sixteens() {
        let rows: Vec<f32> = Mat4::from_translation(vec3(1.0, 2.0, 3.0)).transpose().to_cols_array().to_vec();
        let of = |times: &[f32], floats: &[f32]| {
            let words = Input { semantic: "INTERPOLATION", floats: &[] };
            keys_of_sampler(&[
                words,
                Input { semantic: "OUTPUT", floats },
                Input { semantic: "INPUT", floats: times },
            ])
        };
        let keys = of(&[0.0, 0.5, 2.0], &rows.repeat(3)).unwrap();
        assert_eq!(keys.times, [0.0, 0.5, 2.0]);
        assert_eq!(keys.matrices, [Mat4::from_translation(vec3(1.0, 2.0, 3.0)); 3]);
        assert_eq!(of(&[0.0], &rows[1..]).unwrap_err(), "there are 15 numbers for 1 times");
        assert_eq!(of(&[0.0], &rows.repeat(2)).unwrap_err(), "there are 32 numbers for 1 times");
        assert_eq!(of(&[], &[]), Ok(MatrixKeys::default()));
        assert_eq!(keys_of_sampler(&[]).unwrap_err(), "there is no INPUT");
    }

    #[test]
    fn a_joint_without_keys_rests() {
        let place = |x: f32| Mat4::from_translation(vec3(x, 0.0, 0.0));
        let keys = [
            MatrixKeys { times: vec![0.0, 1.0], matrices: vec![place(1.0), place(2.0)] },
            MatrixKeys::default(),
        ];
        let posed = parent_from_joints_at(&[place(7.0), place(8.0)], &keys, |_| 5);
        assert_eq!(posed, [place(2.0), place(8.0)]);
    }

    #[test]
    fn a_place_glides_between_its_keys() {
        let place = |x: f32| Mat4::from_translation(vec3(x, 0.0, 0.0));
        let keys = MatrixKeys {
            times: vec![1.0, 1.0, 2.0, 4.0],
            matrices: [9.0, 3.0, 5.0, -1.0].map(place).to_vec(),
        };
        let at = [0.0, 1.0, 1.25, 2.0, 3.0, 7.0].map(|time| place_between(&keys, time).x);
        assert_eq!(at, [9.0, 3.0, 3.5, 5.0, 2.0, -1.0]);
    }
}
