//! `<material>`: the look of a surface, found through effects, samplers and images.

use super::error::{Error, Notes, quote};
use super::numbers::floats;
use super::xml::{self, Element, Xml};
use crate::{Alpha, Image, Material, Shine, of_light};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The colour of a surface that has none.
const GREY: [f32; 4] = [0.8, 0.8, 0.8, 1.0];

/// The parts of a material that its effect gives.
struct Effect<'a> {
    colour: [f32; 4],
    image: Option<PathBuf>,
    /// The name to which an instance binds texture coordinates.
    places: Option<&'a str>,
    shine: Option<Shine>,
    emission: [f32; 3],
}

/// A material on an instance.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    /// One of the document's materials.
    pub material: usize,
    /// The set of texture coordinates that it uses.
    pub set: Option<u32>,
}

/// The materials of an instance, by their symbols.
pub(super) type Bindings<'a> = HashMap<&'a str, Bound>;

/// Reads materials, each only once.
pub(super) struct Materials<'x, 'a> {
    xml: &'x Xml<'a>,
    /// The file's folder.
    folder: PathBuf,
    /// Materials that were read, with the name of their texture coordinates.
    known: HashMap<roxmltree::NodeId, (usize, Option<&'a str>)>,
    /// Their copies in other colours, by the bits of the factors.
    in_colours: HashMap<(Option<usize>, [u32; 3]), usize>,
    /// All materials so far.
    pub materials: Vec<Material>,
}

impl<'x, 'a> Materials<'x, 'a> {
    /// Prepares to read the materials of the file at a path.
    pub fn new(xml: &'x Xml<'a>, file: &Path) -> Self {
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        Self { xml, folder, known: HashMap::new(), in_colours: HashMap::new(), materials: Vec::new() }
    }

    /// Reads the materials that an instance binds to the symbols of its geometry.
    pub fn bindings(&mut self, instance: Element<'a>) -> Result<Bindings<'a>, Error> {
        let mut bindings = Bindings::new();
        let common =
            xml::child(instance, "bind_material").and_then(|bind| xml::child(bind, "technique_common"));
        for element in common.into_iter().flat_map(|common| xml::children(common, "instance_material")) {
            let symbol = xml::required(element, "symbol")?;
            match self.xml.find(element, "target", &["material"]) {
                Ok(material) => {
                    let (material, places) = self.material(material)?;
                    let set = places.and_then(|places| set_of(element, places));
                    bindings.insert(symbol, Bound { material, set });
                }
                Err((what, _)) => self.xml.note(element, || what),
            }
        }
        Ok(bindings)
    }

    /// The material whose id is a symbol: some files bind nothing.
    pub fn by_id(&mut self, symbol: &str) -> Result<Option<usize>, Error> {
        let id = symbol.trim_start_matches('#');
        match self.xml.by_id(id, &["material"]).filter(|found| found.tag_name().name() == "material") {
            Some(material) => Ok(Some(self.material(material)?.0)),
            None => Ok(None),
        }
    }

    /// Returns a material that an instance shows with its colour multiplied by another one: a copy, since other surfaces
    /// show it as it is.
    pub fn in_colour(
        &mut self,
        instance: Element<'a>,
        material: Option<usize>,
        colour: Option<[f32; 3]>,
    ) -> Result<Option<usize>, Error> {
        let Some(colour) = colour else { return Ok(material) };
        let key = (material, colour.map(f32::to_bits));
        if let Some(known) = self.in_colours.get(&key) {
            return Ok(Some(*known));
        }
        let mut copy = match material {
            Some(material) => self.materials[material].clone(),
            None => Material { name: "colour".to_owned(), colour: [1.0; 4], ..Material::default() },
        };
        self.xml.spend(instance, size_of::<Material>() + copy.name.len())?;
        copy.colour.iter_mut().zip(colour).for_each(|(part, factor)| *part *= factor);
        self.materials.push(copy);
        self.in_colours.insert(key, self.materials.len() - 1);
        Ok(Some(self.materials.len() - 1))
    }

    fn material(&mut self, element: Element<'a>) -> Result<(usize, Option<&'a str>), Error> {
        if let Some(known) = self.known.get(&element.id()) {
            return Ok(*known);
        }
        let Effect { colour, image, places, shine, emission } = self.effect_of(element)?;
        self.materials.push(Material {
            name: xml::name_of(element).to_owned(),
            colour,
            image: image.map(Image::File),
            alpha: Alpha::Blend,
            unlit: false,
            shine,
            emission,
        });
        let material = (self.materials.len() - 1, places);
        self.known.insert(element.id(), material);
        Ok(material)
    }

    fn effect_of(&self, material: Element<'a>) -> Result<Effect<'a>, Error> {
        let plain = Effect { colour: GREY, image: None, places: None, shine: None, emission: [0.0; 3] };
        let Some(instance) = xml::child(material, "instance_effect") else {
            self.xml.note(material, || "This material has no effect: it is grey.".to_owned());
            return Ok(plain);
        };
        let element = match self.xml.find(instance, "url", &["effect"]) {
            Ok(element) => element,
            Err((what, _)) => {
                self.xml.note(instance, || what);
                return Ok(plain);
            }
        };
        Ok(self.effect(element)?.unwrap_or(plain))
    }

    /// Reads an effect's diffuse colour, highlights and emission; none if it has no colour.
    fn effect(&self, effect: Element<'a>) -> Result<Option<Effect<'a>>, Error> {
        let Some(profile) = xml::child(effect, "profile_COMMON") else {
            self.xml.note(effect, || "This effect has no <profile_COMMON>: it is grey.".to_owned());
            return Ok(None);
        };
        let technique = xml::child(profile, "technique");
        let kinds = ["phong", "lambert", "blinn", "constant"];
        let is_shader = |element: &Element| kinds.contains(&element.tag_name().name());
        let shader = technique.and_then(|technique| xml::elements(technique).find(is_shader));
        // The colour of a constant shader is its emission.
        let part = |name| shader.and_then(|shader| xml::child(shader, name));
        let is_constant = shader.is_some_and(|shader| shader.tag_name().name() == "constant");
        let Some(diffuse) = part("diffuse").or_else(|| part("emission").filter(|_| is_constant)) else {
            return Ok(None);
        };
        let params = Params { xml: self.xml, profile, effect };
        let (shine, emission) =
            shader.filter(|_| !is_constant).map_or((None, [0.0; 3]), |shader| light_of(shader, &params));
        let opacity = match part("transparent").is_some() || part("transparency").is_some() {
            true => opacity(part("transparent"), part("transparency"), &params),
            false => 1.0,
        };
        if let Some(texture) = xml::child(diffuse, "texture") {
            let image = Some(self.image(texture, &params)?);
            let places = texture.attribute("texcoord");
            return Ok(Some(Effect { colour: [1.0, 1.0, 1.0, opacity], image, places, shine, emission }));
        }
        let Some(colour) = params.value(diffuse, "color") else { return Ok(None) };
        let [r, g, b, _] = read_colour(colour, &self.xml.notes)?;
        // The fourth number isn't an opacity: exporters write anything there.
        Ok(Some(Effect { colour: [r, g, b, opacity], image: None, places: None, shine, emission }))
    }

    /// Returns the image file of a texture.
    fn image(&self, texture: Element<'a>, params: &Params<'_, 'a>) -> Result<PathBuf, Error> {
        let name = xml::required(texture, "texture")?;
        let Some(image) = params.image(name) else {
            self.xml.note(texture, || {
                format!("{} stands for no image: taken for the name of a file.", quote(name))
            });
            return Ok(self.path(texture, name));
        };
        let from = xml::child(image, "init_from");
        // Version 1.5 has one element more.
        let from = from.map(|from| xml::child(from, "ref").unwrap_or(from));
        match from.map(xml::text).filter(|text| !text.trim().is_empty()) {
            Some(reference) => Ok(self.path(image, &reference)),
            None => {
                self.xml.note(image, || "This image does not say which file it comes from.".to_owned());
                Ok(self.folder.join(name))
            }
        }
    }

    /// The path of a reference to a file, which may have been written on another computer.
    fn path(&self, element: Element, reference: &str) -> PathBuf {
        let path = xml::unescaped(reference.trim()).replace('\\', "/");
        let (_, local) = path.split_once("://").unwrap_or(("", &path));
        let has_drive = local.trim_start_matches('/').get(1..2) == Some(":");
        let is_elsewhere = local.len() < path.len() || local.starts_with('/') || has_drive;
        if !is_elsewhere {
            return self.folder.join(local.trim_start_matches("./"));
        }
        let name = local.rsplit('/').next().unwrap_or(local);
        self.xml.note(element, || {
            format!("The image {} is looked for beside this file, as {}.", quote(reference), quote(name))
        });
        self.folder.join(name)
    }
}

/// The parameters of an effect.
struct Params<'x, 'a> {
    xml: &'x Xml<'a>,
    profile: Element<'a>,
    effect: Element<'a>,
}

impl<'a> Params<'_, 'a> {
    /// The parameter with a name.
    fn find(&self, sid: &str) -> Option<Element<'a>> {
        let mut params =
            [self.profile, self.effect].into_iter().flat_map(|parent| xml::children(parent, "newparam"));
        params.find(|param| param.attribute("sid") == Some(sid))
    }

    /// The element with the numbers of a colour or a scalar, which may be a parameter elsewhere.
    fn value(&self, of: Element<'a>, kind: &'static str) -> Option<Element<'a>> {
        let param = || {
            let param = self.find(xml::child(of, "param")?.attribute("ref")?)?;
            xml::elements(param).find(|value| value.tag_name().name().starts_with("float"))
        };
        xml::child(of, kind).or_else(param)
    }

    /// Returns the image named by a sampler, by a surface or by itself.
    fn image(&self, name: &str) -> Option<Element<'a>> {
        let by_id = |id: &str| {
            let found = self.xml.by_id(id.trim(), &["image"]);
            found.filter(|found| found.tag_name().name() == "image")
        };
        let Some(param) = self.find(name) else { return by_id(name) };
        let mut surface = param;
        if let Some(sampler) = xml::child(param, "sampler2D") {
            if let Some(instance) = xml::child(sampler, "instance_image") {
                return self.xml.find(instance, "url", &["image"]).ok();
            }
            let source = xml::text(xml::child(sampler, "source")?);
            surface = match self.find(source.trim()) {
                Some(surface) => surface,
                None => return by_id(&source),
            };
        }
        let surface = xml::child(surface, "surface")?;
        by_id(&xml::text(xml::child(surface, "init_from")?))
    }
}

/// Returns the opacity of a surface, from 0 to 1. An unreadable one is 1.
fn opacity<'a>(
    transparent: Option<Element<'a>>,
    transparency: Option<Element<'a>>,
    params: &Params<'_, 'a>,
) -> f32 {
    let numbers = |of: Option<Element<'a>>, kind| floats(params.value(of?, kind)?).ok();
    let amount = match numbers(transparency, "float").as_deref() {
        Some([amount]) => *amount,
        _ => 1.0,
    };
    let [r, g, b, a] = match numbers(transparent, "color").as_deref() {
        Some(&[r, g, b]) => [r, g, b, 1.0],
        Some(&[r, g, b, a]) => [r, g, b, a],
        _ => [1.0; 4],
    };
    // The brightness of a colour, as the specification weighs it.
    let bright = 0.212671 * r + 0.715160 * g + 0.072169 * b;
    let opacity = match transparent.and_then(|transparent| transparent.attribute("opaque")) {
        Some("RGB_ZERO") => 1.0 - bright * amount,
        Some("RGB_ONE") => bright * amount,
        Some("A_ZERO") => 1.0 - a * amount,
        _ => a * amount,
    };
    if opacity > 0.0 {
        return opacity.min(1.0);
    }
    if let Some(element) = transparent.or(transparency) {
        params
            .xml
            .note(element, || "By this, nothing of the surface would be seen: it is opaque.".to_owned());
    }
    1.0
}

/// Factor of the exponent in `<phong>`, which is for the angle to the mirrored light. The shader uses the angle to the
/// halfway vector, which makes a wider highlight.
const HALFWAY: f32 = 4.0;

/// Returns the highlights and the emission of a shader. Unreadable ones are left out.
fn light_of<'a>(shader: Element<'a>, params: &Params<'_, 'a>) -> (Option<Shine>, [f32; 3]) {
    let numbers = |name, kind| floats(params.value(xml::child(shader, name)?, kind)?).ok();
    let colour = |name| {
        let numbers = numbers(name, "color").unwrap_or_default();
        numbers.first_chunk::<3>().map_or([0.0; 3], |colour| of_light(*colour))
    };
    let shininess = numbers("shininess", "float").and_then(|numbers| numbers.first().copied());
    let specular = |wider: f32| Shine::new(colour("specular"), wider * shininess.unwrap_or(1.0));
    let shine = match shader.tag_name().name() {
        "phong" => specular(HALFWAY),
        "blinn" => specular(1.0),
        _ => None,
    };
    (shine, colour("emission"))
}

fn read_colour(element: Element, notes: &Notes) -> Result<[f32; 4], Error> {
    match floats(element)?[..] {
        [r, g, b] => Ok([r, g, b, 1.0]),
        [r, g, b, a] => Ok([r, g, b, a]),
        ref numbers => {
            let count = numbers.len();
            notes.add(element, || {
                format!("A colour has three or four numbers, and this one {count}: it is grey.")
            });
            Ok(GREY)
        }
    }
}

/// Finds the set of texture coordinates that an instance binds to a name.
fn set_of(instance_material: Element, places: &str) -> Option<u32> {
    let mut bound = xml::children(instance_material, "bind_vertex_input");
    let bound = bound.find(|bound| {
        bound.attribute("semantic") == Some(places) && bound.attribute("input_semantic") == Some("TEXCOORD")
    })?;
    bound.attribute("input_set").map_or(Some(0), |set| set.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_come_from_anywhere() {
        let text = "<COLLADA/>";
        let tree = xml::parse(text).unwrap();
        let path = |reference| {
            let xml = Xml::new(&tree).unwrap();
            let path = Materials::new(&xml, Path::new("models/knight.dae")).path(xml.root(), reference);
            (path, xml.notes.finish(text).len())
        };
        let here = |path: &str| (Path::new("models").join(path), 0);
        let moved = |path: &str| (Path::new("models").join(path), 1);
        assert_eq!(path("steel.png"), here("steel.png"));
        assert_eq!(path(" ./steel%20plate.png\n"), here("steel plate.png"));
        assert_eq!(path("..\\textures\\steel.png"), here("../textures/steel.png"));
        assert_eq!(path("100%.png"), here("100%.png"));
        assert_eq!(path("file:///C:/Users/me/my%20steel.png"), moved("my steel.png"));
        assert_eq!(path("file://textures/steel.png"), moved("steel.png"));
        assert_eq!(path("C:\\art\\steel.png"), moved("steel.png"));
        assert_eq!(path("/home/me/steel.png"), moved("steel.png"));
        assert_eq!(path("https://example.org/steel.png"), moved("steel.png"));
    }
}
