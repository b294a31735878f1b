//! What surfaces look like: pictures, effects and materials.

use super::File;
use super::sources::numbers;
use crate::export::scene::Shown;
use crate::export::xml::Xml;
use formats::{Alpha, Material, Shine};

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
    pub fn looks(&self, xml: &mut Xml) {
        self.pictures(xml);
        let materials = 0..self.asset.materials.len();
        xml.element("library_effects", &[], |xml| {
            materials.clone().for_each(|index| self.effect(xml, index));
        });
        xml.element("library_materials", &[], |xml| {
            for index in materials {
                let id = &self.ids.materials[index];
                let of = [("id", &id[..]), ("name", &self.asset.materials[index].name)];
                xml.element("material", &of, |xml| {
                    xml.empty("instance_effect", &[("url", &format!("#{id}-effect"))]);
                });
            }
        });
    }

    fn pictures(&self, xml: &mut Xml) {
        xml.element("library_images", &[], |xml| {
            for (picture, id) in self.pictures.all.iter().zip(&self.ids.pictures) {
                xml.element("image", &[("id", id), ("name", &picture.name)], |xml| {
                    xml.leaf("init_from", &[], &picture.name);
                });
            }
        });
    }

    fn effect(&self, xml: &mut Xml, index: usize) {
        let id = format!("{}-effect", self.ids.materials[index]);
        let picture = self.pictures.of_materials[index].map(|picture| &self.ids.pictures[picture][..]);
        xml.element("effect", &[("id", &id)], |xml| {
            xml.element("profile_COMMON", &[], |xml| {
                if let Some(picture) = picture {
                    xml.element("newparam", &[("sid", "surface")], |xml| {
                        xml.element("surface", &[("type", "2D")], |xml| xml.leaf("init_from", &[], picture));
                    });
                    xml.element("newparam", &[("sid", "sampler")], |xml| {
                        xml.element("sampler2D", &[], |xml| xml.leaf("source", &[], "surface"));
                    });
                }
                xml.element("technique", &[("sid", "common")], |xml| {
                    shader(xml, &self.asset.materials[index], picture.is_some());
                });
            });
        });
    }

    /// Which materials a surface has.
    pub fn materials(&self, xml: &mut Xml, shown: &Shown) {
        let mut used: Vec<usize> =
            shown.surface.submeshes.iter().filter_map(|submesh| submesh.material).collect();
        used.sort_unstable();
        used.dedup();
        if used.is_empty() {
            return;
        }
        xml.element("bind_material", &[], |xml| {
            xml.element("technique_common", &[], |xml| {
                for id in used.into_iter().map(|material| &self.ids.materials[material]) {
                    let of = [("symbol", &id[..]), ("target", &format!("#{id}"))];
                    xml.element("instance_material", &of, |xml| {
                        let of = [("semantic", "UVMap"), ("input_semantic", "TEXCOORD"), ("input_set", "0")];
                        xml.empty("bind_vertex_input", &of);
                    });
                }
            });
        });
    }
}

/// The colours of a material.
fn shader(xml: &mut Xml, material: &Material, has_picture: bool) {
    let [r, g, b, opacity] = material.colour;
    // What is lit by nothing but itself is all emission.
    let (shader, shown) = match (material.unlit, material.shine) {
        (true, _) => ("constant", "emission"),
        (false, None) => ("lambert", "diffuse"),
        (false, Some(_)) => ("blinn", "diffuse"),
    };
    xml.element(shader, &[], |xml| {
        let [own_red, own_green, own_blue] = material.emission;
        if !material.unlit && material.emission != [0.0; 3] {
            let own = numbers([own_red, own_green, own_blue, 1.0]);
            xml.element("emission", &[], |xml| xml.leaf("color", &[], &own));
        }
        xml.element(shown, &[], |xml| match has_picture {
            true => xml.empty("texture", &[("texture", "sampler"), ("texcoord", "UVMap")]),
            false => xml.leaf("color", &[], &numbers([r, g, b, 1.0])),
        });
        if let Some(Shine { specular: [r, g, b], shininess }) = material.shine.filter(|_| !material.unlit) {
            xml.element("specular", &[], |xml| xml.leaf("color", &[], &numbers([r, g, b, 1.0])));
            xml.element("shininess", &[], |xml| xml.leaf("float", &[], &numbers([shininess])));
        }
        if opacity < 1.0 {
            xml.element("transparent", &[("opaque", "A_ONE")], |xml| {
                xml.leaf("color", &[], &numbers([1.0, 1.0, 1.0, opacity]));
            });
        }
    });
}
