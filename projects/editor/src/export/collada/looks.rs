//! What surfaces look like: pictures, effects and materials.

use super::File;
use super::sources::numbers;
use crate::export::scene::Shown;
use crate::export::xml::{Xml, el};
use formats::{Alpha, Material, Shine};
use std::collections::BTreeSet;

impl File<'_> {
    /// What the format cannot say of materials.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (material, picture) in self.asset.materials.iter().zip(&self.pictures.of_materials) {
            let Material { name, colour: [r, g, b, _], alpha, .. } = material;
            if picture.is_some() && [*r, *g, *b] != [1.0; 3] {
                notes.push(format!("The material '{name}' shows its picture without its colour."));
            }
            if matches!(alpha, Alpha::Mask(_)) {
                notes.push(format!("The material '{name}' is seen through where its picture is."));
            }
        }
        notes
    }

    /// All that is said of materials.
    pub fn looks(&self) -> [Xml; 3] {
        let pictures = self.pictures.all.iter().zip(&self.ids.pictures).map(|(picture, id)| {
            let file = el("init_from").text(&picture.name);
            el("image").at("id", id).at("name", &picture.name).of([file])
        });
        let materials = self.asset.materials.iter().zip(&self.ids.materials).map(|(material, id)| {
            let effect = el("instance_effect").at("url", format!("#{id}-effect"));
            el("material").at("id", id).at("name", &material.name).of([effect])
        });
        [
            el("library_images").of(pictures),
            el("library_effects").of((0..self.asset.materials.len()).map(|index| self.effect(index))),
            el("library_materials").of(materials),
        ]
    }

    fn effect(&self, index: usize) -> Xml {
        let picture = self.pictures.of_materials[index].map(|picture| &self.ids.pictures[picture][..]);
        let mut parts = Vec::new();
        if let Some(picture) = picture {
            let surface = el("surface").at("type", "2D").of([el("init_from").text(picture)]);
            let sampler = el("sampler2D").of([el("source").text("surface")]);
            parts.push(el("newparam").at("sid", "surface").of([surface]));
            parts.push(el("newparam").at("sid", "sampler").of([sampler]));
        }
        let shader = shader(&self.asset.materials[index], picture.is_some());
        parts.push(el("technique").at("sid", "common").of([shader]));
        let id = format!("{}-effect", self.ids.materials[index]);
        el("effect").at("id", id).of([el("profile_COMMON").of(parts)])
    }

    /// Which materials a surface has, if it has any.
    pub fn materials(&self, shown: &Shown) -> Option<Xml> {
        let used = shown.surface.submeshes.iter().filter_map(|submesh| submesh.material);
        let used: BTreeSet<usize> = used.collect();
        let instances = used.iter().map(|&material| &self.ids.materials[material]).map(|id| {
            let map = el("bind_vertex_input").at("semantic", "UVMap").at("input_semantic", "TEXCOORD");
            let instance = el("instance_material").at("symbol", id).at("target", format!("#{id}"));
            instance.of([map.at("input_set", 0)])
        });
        (!used.is_empty()).then(|| el("bind_material").of([el("technique_common").of(instances)]))
    }
}

/// The colours of a material.
fn shader(material: &Material, has_picture: bool) -> Xml {
    let [r, g, b, opacity] = material.colour;
    let colour = |colour: [f32; 3], opacity: f32| {
        let [r, g, b] = colour;
        [el("color").text(numbers([r, g, b, opacity]))]
    };
    // What is lit by nothing but itself is all emission.
    let (shader, shown) = match (material.unlit, material.shine) {
        (true, _) => ("constant", "emission"),
        (false, None) => ("lambert", "diffuse"),
        (false, Some(_)) => ("blinn", "diffuse"),
    };
    let mut parts = Vec::new();
    if !material.unlit && material.emission != [0.0; 3] {
        parts.push(el("emission").of(colour(material.emission, 1.0)));
    }
    parts.push(el(shown).of(match has_picture {
        true => [el("texture").at("texture", "sampler").at("texcoord", "UVMap")],
        false => colour([r, g, b], 1.0),
    }));
    if let Some(Shine { specular, shininess }) = material.shine.filter(|_| !material.unlit) {
        parts.push(el("specular").of(colour(specular, 1.0)));
        parts.push(el("shininess").of([el("float").text(numbers([shininess]))]));
    }
    if opacity < 1.0 {
        parts.push(el("transparent").at("opaque", "A_ONE").of(colour([1.0; 3], opacity)));
    }
    el(shader).of(parts)
}
