//! Draws models from files.
//!
//! **In here:** What it takes to draw a model and to look into it; no model is read or played. **Depends on:** `common`, `formats`, `gl`, `gpu`, `stage`.

mod joint_scene;
mod model_scene;
mod parts;
mod skin_painter;
mod textures;
pub mod wings;

pub use joint_scene::JointScene;
pub use model_scene::{ModelLook, ModelScene};
pub use skin_painter::{SkinLook, SkinPainter};
pub use textures::Textures;
