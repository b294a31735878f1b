//! A joint's keys as whole matrices, the way most exporters write them.

use super::collada::matrix_from_rows;
use glam::Mat4;

/// Where a joint stands in its parent, at some times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatrixKeys {
    /// The keys' times in seconds, none earlier than the one before.
    pub times: Vec<f32>,
    /// From the joint to its parent, for every key.
    pub matrices: Vec<Mat4>,
}

/// The matrices of a joint's keys, from all their numbers in a row: sixteen for each, row by row.
///
/// # Errors
/// If the numbers are not a multiple of sixteen. The message names the joint, and how many there are.
pub fn matrices_from_floats(joint: &str, floats: &[f32]) -> Result<Vec<Mat4>, String> {
    // TODO 06.1: Cut the numbers into pieces of sixteen and make a matrix of each. Refuse what does not come out even.
    // BEGIN SOLUTION 06.1
    let (pieces, rest) = floats.as_chunks();
    if !rest.is_empty() {
        return Err(format!("joint '{joint}' has {} numbers, which is no multiple of 16", floats.len()));
    }
    Ok(pieces.iter().map(matrix_from_rows).collect())
    // END SOLUTION 06.1
    // STARTER 06.1: let _ = (joint, floats, matrix_from_rows);
    // STARTER 06.1: Ok(Vec::new())
}

/// Every joint's transform to its parent: that of the key which `key_of` chooses among the joint's own keys.
///
/// A joint without keys stays where it stands at rest.
pub fn parent_from_joints_at(
    at_rest: &[Mat4],
    keys: &[MatrixKeys],
    key_of: impl Fn(&MatrixKeys) -> usize,
) -> Vec<Mat4> {
    // TODO 06.4: For every joint take the matrix of its own key, the last one if there are fewer keys than that.
    // BEGIN SOLUTION 06.4
    let mut parent_from_joints = Vec::new();
    for (keys, &rest) in keys.iter().zip(at_rest) {
        let last = keys.matrices.len().saturating_sub(1);
        let key = key_of(keys).min(last);
        parent_from_joints.push(keys.matrices.get(key).copied().unwrap_or(rest));
    }
    parent_from_joints
    // END SOLUTION 06.4
    // STARTER 06.4: let _ = (keys, key_of);
    // STARTER 06.4: at_rest.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    #[test]
    fn numbers_come_in_sixteens() {
        let rows: Vec<f32> = Mat4::from_translation(vec3(1.0, 2.0, 3.0)).transpose().to_cols_array().to_vec();
        let matrices = matrices_from_floats("knee", &rows.repeat(3)).unwrap();
        assert_eq!(matrices, [Mat4::from_translation(vec3(1.0, 2.0, 3.0)); 3]);
        let error = matrices_from_floats("knee", &rows[1..]).unwrap_err();
        assert_eq!(error, "joint 'knee' has 15 numbers, which is no multiple of 16");
        assert_eq!(matrices_from_floats("knee", &[]), Ok(vec![]));
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
}
