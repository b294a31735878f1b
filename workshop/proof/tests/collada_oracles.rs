//! Compares a motion written in two ways, as matrices, and as translations and rotations along curves.

use course::root;
use formats::collada;
use glam::Mat4;

/// Returns the largest difference of two matrices' numbers, as a fraction of the wanted one's largest number.
fn difference(given: Mat4, wanted: Mat4) -> f32 {
    let (given, wanted) = (given.to_cols_array(), wanted.to_cols_array());
    let largest = |numbers: [f32; 16]| numbers.into_iter().map(f32::abs).fold(0.0, f32::max);
    largest(std::array::from_fn(|i| given[i] - wanted[i])) / largest(wanted)
}

/// Tests the model `tick`, which moves by matrices in one file, and by translations and rotations in another.
#[test]
fn curves_lead_to_the_matrices_that_were_made_from_them() {
    let folder = root().join("assets/joints");
    let [matrices, curves] =
        ["tick.dae", "tick_curves.dae"].map(|name| collada::read(&folder.join(name)).unwrap());
    let (clip, curved) = (&matrices.clips[0], &curves.clips[0]);
    let mut compared = 0;
    for channel in &clip.channels {
        let joint = &matrices.scene.nodes[channel.node];
        let other = curves.scene.nodes.iter().position(|node| node.id == joint.id).unwrap();
        for &time in channel.curve.times() {
            let given = curved.parent_from_nodes(&curves.scene, time)[other];
            let wanted = clip.parent_from_nodes(&matrices.scene, time)[channel.node];
            let off = difference(given, wanted);
            assert!(off < 1e-5, "{} at {time} s is off by {off:.1e}", joint.name);
            compared += 1;
        }
    }
    assert_eq!(compared, 17 + 32 + 20);
}
