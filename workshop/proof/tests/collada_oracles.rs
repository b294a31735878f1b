//! Numbers that were computed elsewhere: by Blender, and by the script that wrote one motion in two ways.

use course::root;
use formats::collada;
use glam::Mat4;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Blender's numbers for a file, in its own axes (z up) and metres.
#[derive(Deserialize)]
struct Oracle {
    /// Seconds in the file's own time.
    times: Vec<f32>,
    /// By a joint's name, its matrix to model space at each of the times, row by row.
    joints: BTreeMap<String, Vec<[f32; 16]>>,
}

/// The largest difference of two matrices, as a part of the wanted one's largest number.
fn difference(given: Mat4, wanted: Mat4) -> f32 {
    let (given, wanted) = (given.to_cols_array(), wanted.to_cols_array());
    let largest = |numbers: [f32; 16]| numbers.into_iter().map(f32::abs).fold(0.0, f32::max);
    largest(std::array::from_fn(|i| given[i] - wanted[i])) / largest(wanted)
}

/// The script that exported the heron asked Blender for every joint's matrix at ten moments.
#[test]
fn every_joint_is_where_blender_has_it() {
    let folder = root().join("assets/joints");
    let oracle = std::fs::read_to_string(root().join("workshop/assets/joints/heron_oracle.json")).unwrap();
    let Oracle { times, joints } = serde_json::from_str(&oracle).unwrap();
    let document = collada::read(&folder.join("heron.dae")).unwrap();
    let (scene, clip) = (&document.scene, &document.clips[0]);
    assert_eq!((times.len(), joints.len()), (10, 40));

    let mut compared = 0;
    let mut worst = (0.0, String::new());
    for (moment, &time) in times.iter().enumerate() {
        let model_from_nodes = scene.model_from_nodes(&clip.parent_from_nodes(scene, time));
        for (node, model_from_node) in scene.nodes.iter().zip(model_from_nodes) {
            let Some(matrices) = joints.get(&node.name) else { continue };
            let wanted = Mat4::from_cols_array(&matrices[moment]).transpose();
            let off = difference(model_from_node, wanted);
            compared += 1;
            if off > worst.0 {
                worst = (off, format!("{} at {time} s", node.name));
            }
        }
    }
    println!("of {compared} matrices the worst is off by {:.1e}: {}", worst.0, worst.1);
    assert_eq!(compared, 400);
    assert!(worst.0 < 1e-5, "{} is off by {:.1e}", worst.1, worst.0);
}

/// The tick moves by matrices in one file, and by moves and turns along curves in the other.
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
