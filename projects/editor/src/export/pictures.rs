//! The pictures of materials, as the bytes of their files.

use formats::{Alpha, Asset, Image, Material};
use std::path::Path;

/// A picture that materials share.
pub(super) struct Picture {
    /// Its name, which is unique.
    pub name: String,
    /// The kind of its file; none if it is neither PNG nor JPEG.
    pub kind: Option<&'static str>,
    pub bytes: Vec<u8>,
}

/// All pictures, each once, and every material's picture.
#[derive(Default)]
pub(super) struct Pictures {
    pub all: Vec<Picture>,
    pub of_materials: Vec<Option<usize>>,
    /// Notes about pictures that could not be read.
    pub notes: Vec<String>,
}

impl Pictures {
    pub fn of(asset: &Asset) -> Self {
        let mut pictures = Self::default();
        let mut known: Vec<(&Image, Option<usize>)> = Vec::new();
        for material in &asset.materials {
            let picture = material.image.as_ref().and_then(|image| {
                let before = known.iter().find(|(other, _)| *other == image).map(|(_, picture)| *picture);
                before.unwrap_or_else(|| {
                    let picture = pictures.read(material, image);
                    known.push((image, picture));
                    picture
                })
            });
            pictures.of_materials.push(picture);
        }
        pictures
    }

    fn read(&mut self, material: &Material, image: &Image) -> Option<usize> {
        let (stem, bytes) = match image {
            Image::Bytes(bytes) => (material.name.clone(), bytes.to_vec()),
            Image::File(path) => match std::fs::read(path) {
                Ok(bytes) => (stem(path), bytes),
                Err(error) => {
                    let path = path.display();
                    self.notes.push(format!("The picture {path} cannot be read ({error}): it is left out."));
                    return None;
                }
            },
        };
        if bytes.is_empty() {
            let name = &material.name;
            self.notes.push(format!("The picture of '{name}' is missing or has no bytes: it is left out."));
            return None;
        }
        let (kind, ending) = match &bytes[..] {
            [0x89, b'P', b'N', b'G', ..] => (Some("image/png"), "png"),
            [0xff, 0xd8, 0xff, ..] => (Some("image/jpeg"), "jpg"),
            _ => (None, "image"),
        };
        let mut name = format!("{}.{ending}", plain(&stem));
        while self.all.iter().any(|other| other.name == name) {
            name.insert(0, '_');
        }
        self.all.push(Picture { name, kind, bytes });
        Some(self.all.len() - 1)
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Replaces all but letters, digits, `_` and `-`.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

impl Picture {
    /// Returns true if parts of it may be transparent.
    fn has_opacity(&self) -> bool {
        match self.kind {
            Some("image/jpeg") => false,
            // A PNG gives its kind of pixels in its 26th byte; others have a list of opacities before them.
            Some("image/png") => {
                let head = self.bytes.windows(4).position(|word| word == b"IDAT").unwrap_or(self.bytes.len());
                let has_list = self.bytes[..head].windows(4).any(|word| word == b"tRNS");
                has_list || self.bytes.get(25).is_none_or(|kind| kind & 4 != 0)
            }
            _ => true,
        }
    }
}

/// Returns the alpha mode of a material: opaque if nothing is transparent, so that programs needn't sort.
pub(super) fn alpha(material: &Material, picture: Option<&Picture>) -> Alpha {
    let is_solid = material.colour[3] >= 1.0 && !picture.is_some_and(Picture::has_opacity);
    if is_solid { Alpha::Opaque } else { material.alpha }
}
