//! Materials and their pictures.

use super::{MATERIAL, PICTURE};
use drafts::blobs::{Blob, Damage};
use drafts::bytes::{Reading, numbered, put_floats, put_index, put_text};
use formats::gltf::Bytes;
use formats::{Alpha, Image, Material, Shine, of_light};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The pictures of some materials, each once; for each material which of them it has; and notes on files that cannot be
/// read. Such a picture has no bytes.
pub fn to_blobs(materials: &[Material]) -> (Vec<Blob>, Vec<Option<usize>>, Vec<String>) {
    let mut images: Vec<&Image> = Vec::new();
    let (mut pictures, mut notes) = (Vec::new(), Vec::new());
    let mut number = |image| match images.iter().position(|known| *known == image) {
        Some(number) => number,
        None => {
            images.push(image);
            pictures.push(to_blob(images.len() - 1, image, &mut notes));
            images.len() - 1
        }
    };
    let numbers = materials.iter().map(|material| material.image.as_ref().map(&mut number)).collect();
    (pictures, numbers, notes)
}

fn to_blob(number: usize, image: &Image, notes: &mut Vec<String>) -> Blob {
    let (name, bytes) = match image {
        Image::Bytes(bytes) => (String::new(), bytes.to_vec()),
        Image::File(path) => {
            let bytes = std::fs::read(path).unwrap_or_else(|error| {
                notes.push(format!("The picture '{}' is not in the save: {error}.", path.display()));
                Vec::new()
            });
            (path.file_name().map(PathBuf::from).unwrap_or_default().display().to_string(), bytes)
        }
    };
    Blob::new(PICTURE, numbered(number, &name), bytes)
}

pub fn material(number: usize, material: &Material, picture: Option<usize>) -> Blob {
    let mut bytes = Vec::new();
    put_text(&mut bytes, &material.name);
    put_floats(&mut bytes, &material.colour);
    put_index(&mut bytes, picture);
    let (alpha, least) = match material.alpha {
        Alpha::Opaque => (0, 0.0),
        Alpha::Mask(least) => (1, least),
        Alpha::Blend => (2, 0.0),
    };
    bytes.push(alpha);
    put_floats(&mut bytes, &[least]);
    bytes.push(material.unlit.into());
    if material.shine.is_some() || material.emission != [0.0; 3] {
        let none = Shine { specular: [0.0; 3], shininess: 1.0 };
        let Shine { specular, shininess } = material.shine.unwrap_or(none);
        [&specular[..], &[shininess], &material.emission]
            .iter()
            .for_each(|part| put_floats(&mut bytes, part));
    }
    Blob::new(MATERIAL, numbered(number, &material.name), bytes)
}

/// A material. If its picture is lost, it has its colour alone.
pub fn read_material(reading: &mut Reading, pictures: &BTreeMap<u32, Bytes>) -> Result<Material, Damage> {
    let name = reading.text()?;
    let colour = reading.floats(1)?[0];
    let picture = reading.optional()?;
    let image = picture.and_then(|number| pictures.get(&number).cloned());
    if let (Some(number), None) = (picture, &image) {
        let damage = reading.here(format!("its picture {number} is not there, or damaged."));
        reading.noted.push(damage);
    }
    let alpha = match (reading.u8()?, reading.float()?) {
        (0, _) => Alpha::Opaque,
        (1, least) => Alpha::Mask(least),
        (2, _) => Alpha::Blend,
        (other, _) => {
            return Err(reading.here(format!("there is no way {other} to treat its opacity: 0 to 2.")));
        }
    };
    let unlit = reading.u8()? != 0;
    // Saves of things that do not shine end here.
    let (mut shine, mut emission) = (None, [0.0; 3]);
    if reading.end().is_err() {
        shine = Shine::new(reading.floats(1)?[0], reading.float()?);
        emission = of_light(reading.floats(1)?[0]);
    }
    Ok(Material { name, colour, image: image.map(Image::Bytes), alpha, unlit, shine, emission })
}
