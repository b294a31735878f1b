//! Collects the pictures of materials, as the bytes of their files.

use formats::{Alpha, Asset, Image, Material};

/// The media type of a picture that glTF allows.
const PNG: &str = "image/png";
const JPEG: &str = "image/jpeg";

/// A picture file that materials share.
pub(super) struct Picture {
    pub name: String,
    /// The media type.
    pub kind: &'static str,
    pub bytes: Vec<u8>,
}

/// The pictures, each once, and every material's picture.
#[derive(Default)]
pub(super) struct Pictures {
    pub all: Vec<Picture>,
    pub of_materials: Vec<Option<usize>>,
    /// A sentence for each picture that is left out.
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
        let (name, bytes) = match image {
            Image::Bytes(bytes) => (material.name.clone(), bytes.to_vec()),
            Image::File(path) => match std::fs::read(path) {
                Ok(bytes) => (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), bytes),
                Err(error) => {
                    let path = path.display();
                    self.notes.push(format!("The picture {path} cannot be read ({error}): it is left out."));
                    return None;
                }
            },
        };
        let kind = match &bytes[..] {
            [0x89, b'P', b'N', b'G', ..] => PNG,
            [0xff, 0xd8, 0xff, ..] => JPEG,
            _ => {
                let why = if bytes.is_empty() { "missing or has no bytes" } else { "neither PNG nor JPEG" };
                let name = &material.name;
                self.notes.push(format!("The picture of '{name}' is {why}: it is left out."));
                return None;
            }
        };
        self.all.push(Picture { name, kind, bytes });
        Some(self.all.len() - 1)
    }
}

impl Picture {
    /// Returns true if some pixels may be transparent.
    fn has_opacity(&self) -> bool {
        // A PNG gives its kind of pixels in its 26th byte; others have a list of opacities before them.
        let head = self.bytes.windows(4).position(|word| word == b"IDAT").unwrap_or(self.bytes.len());
        let has_list = self.bytes[..head].windows(4).any(|word| word == b"tRNS");
        self.kind == PNG && (has_list || self.bytes.get(25).is_none_or(|kind| kind & 4 != 0))
    }
}

/// Returns a material's alpha mode, opaque if nothing is transparent, so that programs needn't sort.
pub(super) fn alpha(material: &Material, picture: Option<&Picture>) -> Alpha {
    let is_solid = material.colour[3] >= 1.0 && !picture.is_some_and(Picture::has_opacity);
    if is_solid { Alpha::Opaque } else { material.alpha }
}
