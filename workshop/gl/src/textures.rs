//! Loads the textures of models, each once.

use super::{Gl, HotReload, Texture};
use anyhow::Result;
use common::material::Image;
use glium::backend::Facade as _;
use std::cell::RefCell;
use std::path::Path;
use std::rc::{Rc, Weak};

/// Textures by their pictures, for as long as somebody uses them.
#[derive(Clone, Default)]
pub struct Textures(Rc<RefCell<Vec<Known>>>);

/// A picture, and its texture while it is in use.
type Known = (Image, Weak<HotReload<Texture>>);

impl Textures {
    /// Returns the texture of a picture, or a chequered one and a note if it can't be shown.
    pub fn get(&self, gl: &Gl, image: &Image, notes: &mut Vec<String>) -> Result<Rc<HotReload<Texture>>> {
        let mut known = self.0.borrow_mut();
        known.retain(|(_, texture)| texture.strong_count() > 0);
        let same = known.iter().find(|(other, _)| other == image);
        if let Some(texture) = same.and_then(|(_, texture)| texture.upgrade()) {
            return Ok(texture);
        }
        let texture = load(gl, image, notes)?;
        known.push((image.clone(), Rc::downgrade(&texture)));
        Ok(texture)
    }
}

fn load(gl: &Gl, image: &Image, notes: &mut Vec<String>) -> Result<Rc<HotReload<Texture>>> {
    let context = gl.get_context().clone();
    let checker = || Texture::checker(gl.get_context());
    let (texture, error) = match image {
        Image::File(path) => {
            let read = move |path: &Path| Texture::read(&context, path);
            gl.file_or(path.clone(), read, checker)?
        }
        Image::Bytes(bytes) => match Texture::decode(&context, bytes) {
            Ok(texture) => (Rc::new(HotReload::fixed(texture)), None),
            Err(error) => (Rc::new(HotReload::fixed(checker()?)), Some(error)),
        },
    };
    notes.extend(error.map(|error| format!("This picture is shown as a checker: {error:#}.")));
    Ok(texture)
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::{asset_path, offscreen};

    #[test]
    fn a_picture_that_two_materials_show_is_loaded_once() -> Result<()> {
        let gl = offscreen()?;
        let asset = formats::read(&asset_path("knight/knight.dae"))?;
        let images: Vec<_> = asset.materials.iter().filter_map(|material| material.image.clone()).collect();
        assert!(images.len() > 1 && images[0] == images[1], "{images:?}");
        let (textures, mut notes) = (Textures::default(), Vec::new());
        let [one, other] =
            [textures.get(&gl, &images[0], &mut notes)?, textures.get(&gl, &images[1], &mut notes)?];
        assert!(Rc::ptr_eq(&one, &other) && notes.is_empty());
        Ok(())
    }
}
