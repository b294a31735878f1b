//! A file's nodes as a skeleton: each in its parent as the file has it, and from there in the world.

use glam::Mat4;
use stage::gl::JointScene;
use stage::{Camera, Turns};

/// Every node in the world: in its parent as the file has it, and then turned by hand.
pub fn world_from_nodes(model: &JointScene, turns: &Turns) -> Vec<Mat4> {
    let mut parent_from_nodes = model.asset.parent_from_nodes();
    turns.apply(&mut parent_from_nodes);
    model.world_from_nodes(&parent_from_nodes)
}

/// From where all joints are seen, as the file places them.
pub fn around(model: &JointScene) -> Camera {
    Camera::around(model.places(&model.asset.parent_from_nodes()), 40.0, 24.0)
}
