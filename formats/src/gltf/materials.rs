//! Materials: base colours, textures and opacity.

use super::Bytes;
use super::Source;
use super::trouble::{Json, Notes, Trouble, quote};
use super::uri::{Address, address};
use crate::{Alpha, Image, Material, Shine, of_light};
use glam::{Mat2, Vec2, vec2};

/// The exponent between a linear colour, as in this format, and one of shaders and pictures.
pub const GAMMA: f32 = 2.2;

/// The set of texture coordinates that a material uses, and their transform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Coordinates {
    /// The index of the set.
    pub set: usize,
    turn_and_scale: Mat2,
    offset: Vec2,
}

impl Default for Coordinates {
    fn default() -> Self {
        Self { set: 0, turn_and_scale: Mat2::IDENTITY, offset: Vec2::ZERO }
    }
}

impl Coordinates {
    /// Returns the texture coordinates of a vertex. This format counts from the top, and the workbook from below.
    pub fn place(&self, [u, v]: [f32; 2]) -> Vec2 {
        let from_top = self.turn_and_scale * vec2(u, v) + self.offset;
        vec2(from_top.x, 1.0 - from_top.y)
    }
}

/// All materials of a file, each with its set of texture coordinates and their transform.
pub(super) fn materials<'t>(source: &Source<'t>) -> Result<Vec<(Material, Coordinates)>, Trouble<'t>> {
    let Source { root, notes, .. } = source;
    let mut images: Vec<Option<Option<Image>>> = vec![None; root.items("images")?.len()];
    let mut materials = Vec::new();
    for (index, material) in root.items("materials")?.iter().enumerate() {
        let name = material.called("material", index)?;
        let base = material.get("pbrMetallicRoughness");
        let factor = base.map(|base| base.numbers::<4>("baseColorFactor")).transpose()?.flatten();
        let [r, g, b, a] = factor.unwrap_or([1.0; 4]);
        if factor.is_some_and(|factor| factor.iter().any(|part| !(0.0..=1.0).contains(part))) {
            notes.add(material, || {
                "The parts of a colour go from 0 to 1: others were made 0 or 1.".to_owned()
            });
        }
        let encoded = |light: f32| light.clamp(0.0, 1.0).powf(1.0 / GAMMA);
        let texture = base.and_then(|base| base.get("baseColorTexture"));
        let (image, coordinates) = match texture {
            Some(texture) => (image_of(source, texture, &mut images)?, coordinates(texture)?),
            None => (None, Coordinates::default()),
        };
        let unlit = material.get("extensions").is_some_and(|all| all.get("KHR_materials_unlit").is_some());
        let material = Material {
            name,
            colour: [encoded(r), encoded(g), encoded(b), a.clamp(0.0, 1.0)],
            image,
            alpha: alpha(material, notes)?,
            unlit,
            shine: base.map(|base| shine(base, [r, g, b])).transpose()?.flatten(),
            emission: emission(material)?,
        };
        materials.push((material, coordinates));
    }
    Ok(materials)
}

/// The emission of a material, if it is uniform.
fn emission(material: Json<'_>) -> Result<[f32; 3], Trouble<'_>> {
    let factor = material.numbers("emissiveFactor")?.filter(|_| material.get("emissiveTexture").is_none());
    Ok(of_light(factor.unwrap_or_default()).map(|light| light.powf(1.0 / GAMMA)))
}

/// Returns highlights for the format's metalness and roughness: about as large, and as bright.
///
/// An exponent of 2/r⁴ − 2 makes a highlight as wide as the roughness r does. Anything but metal reflects a
/// twenty-fifth of the light that falls on it straight, and metal as much as its colour says. Rough surfaces scatter a
/// fraction r of that instead of putting it into a highlight.
fn shine<'t>(base: Json<'t>, colour: [f32; 3]) -> Result<Option<Shine>, Trouble<'t>> {
    let part = |name| base.number(name).map(|number| number.unwrap_or(1.0).clamp(0.0, 1.0));
    let (metal, rough) = (part("metallicFactor")?, part("roughnessFactor")?);
    let mirrored = colour.map(|part| (1.0 - rough) * (0.04 + metal * (part - 0.04)));
    let specular = mirrored.map(|light| light.clamp(0.0, 1.0).powf(1.0 / GAMMA));
    Ok(Shine::new(specular, 2.0 / rough.powi(4) - 2.0))
}

fn alpha<'t>(material: Json<'t>, notes: &Notes<'t>) -> Result<Alpha, Trouble<'t>> {
    let Some(mode) = material.get("alphaMode") else { return Ok(Alpha::Opaque) };
    match mode.as_string()? {
        "OPAQUE" => Ok(Alpha::Opaque),
        "MASK" => Ok(Alpha::Mask(material.number("alphaCutoff")?.unwrap_or(0.5))),
        "BLEND" => Ok(Alpha::Blend),
        other => {
            notes.add(mode, || format!("{} is unknown: the material is opaque.", quote(other)));
            Ok(Alpha::Opaque)
        }
    }
}

/// The image of a texture. One that can't be shown is left out with a note.
fn image_of<'t>(
    source: &Source<'t>,
    info: Json<'t>,
    images: &mut [Option<Option<Image>>],
) -> Result<Option<Image>, Trouble<'t>> {
    let (_, texture) = info.required("index")?.as_reference(source.root, "textures")?;
    let Some((index, image)) = texture.referred(source.root, "source", "images")? else {
        let extensions: Vec<_> = texture.members("extensions")?.map(|(name, _)| name).collect();
        source.notes.add(texture, || match extensions.is_empty() {
            true => "This texture has no image: its material shows its colour alone.".to_owned(),
            false => format!(
                "This texture has its image only in a form that is not read ({}): export it with PNG or JPEG pictures.",
                extensions.join(", ")
            ),
        });
        return Ok(None);
    };
    if images[index].is_none() {
        images[index] = Some(read_image(source, image)?);
    }
    Ok(images[index].clone().flatten())
}

fn read_image<'t>(source: &Source<'t>, image: Json<'t>) -> Result<Option<Image>, Trouble<'t>> {
    match (image.get("uri"), image.get("bufferView")) {
        (Some(_), Some(_)) => {
            Err(Trouble::at(image, "It has a 'uri' and a 'bufferView', and should have one of them."))
        }
        (None, Some(view)) => Ok(Some(Image::Bytes(source.buffers.view(view)?.bytes()))),
        (Some(uri), None) => Ok(match address(uri.as_string()?, source.folder) {
            Ok(Address::Data(bytes)) => Some(Image::Bytes(Bytes::from(bytes))),
            Ok(Address::Files(files)) => {
                let there = files.iter().find(|path| path.exists()).or(files.first());
                there.cloned().map(Image::File)
            }
            Err(why) => {
                source.notes.add(uri, || format!("{why} Its materials show their colour alone."));
                None
            }
        }),
        (None, None) => Err(Trouble::at(image, "It has neither 'uri' nor 'bufferView'.")),
    }
}

/// The transform of texture coordinates: that of `KHR_texture_transform`, or none.
fn coordinates<'t>(info: Json<'t>) -> Result<Coordinates, Trouble<'t>> {
    let set = info.whole("texCoord")?.unwrap_or(0);
    let Some(transform) = info.get("extensions").and_then(|all| all.get("KHR_texture_transform")) else {
        return Ok(Coordinates { set, ..Coordinates::default() });
    };
    let set = transform.whole("texCoord")?.unwrap_or(set);
    let offset = transform.numbers("offset")?.map_or(Vec2::ZERO, Vec2::from_array);
    let scale = transform.numbers("scale")?.map_or(Vec2::ONE, Vec2::from_array);
    let angle = transform.number("rotation")?.unwrap_or(0.0);
    // The rotation goes from u to -v, since v counts from the top, as in the extension's own example.
    let turn_and_scale = Mat2::from_angle(-angle) * Mat2::from_diagonal(scale);
    Ok(Coordinates { set, turn_and_scale, offset })
}
