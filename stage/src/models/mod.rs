//! Models as they are drawn: what a file says, on the graphics card, with light that changes.

mod asset_cache;
mod choice;
mod joint_scene;
mod lighting;
mod lights;
mod model_scene;
mod room;
mod skin_painter;
mod textures;

pub use asset_cache::{AssetCache, Model};
pub use choice::Models;
pub use joint_scene::JointScene;
pub use lighting::Lighting;
pub use lights::{Lights, MOST_SPOTS, Spot};
pub use model_scene::{ModelLook, ModelScene};
pub use skin_painter::{SkinLook, SkinPainter};
pub use textures::Textures;
