//! Collada.

use super::bones::{Bone, bones};
use super::pictures::{Picture, Pictures, plain};
use super::scene::{Scene, Shown, apart};
use super::skinned::Skinned;
use super::xml::Xml;
use super::{Export, FileBeside};
use crate::asset::{Asset, Material};
use crate::clip::{Channel, Clip, Cursors};
use crate::transform::Transform;
use anyhow::Result;
use glam::{Mat4, Quat, Vec2, Vec3};
use std::collections::{HashMap, HashSet};
use std::fmt::{Display, Write as _};

/// From our axes, with y up, to those of the file. Blender's z is up too: so it has nothing to turn.
const Z_UP: Quat =
    Quat::from_xyzw(std::f32::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f32::consts::FRAC_1_SQRT_2);

/// The id of the only scene, and of the clip.
const SCENE: &str = "scene";
const CLIP: &str = "clip";

/// A model and one clip of it as Collada: programs expect one clip in a file. Its pictures stand beside it.
///
/// # Errors
/// If the clip does not fit the model, a number is none, or the model is mirrored as a whole.
pub fn collada(asset: &Asset, clip: &Clip) -> Result<Export> {
    let mut scene = Scene::new(asset, std::slice::from_ref(clip), Z_UP)?;
    scene.begin_skeletons_at_the_origin();
    scene.name_apart();
    let pictures = Pictures::of(asset);
    let ids = Ids::new(asset, &scene);
    let bones = bones(&scene);
    let file = File { asset, scene: &scene, pictures: &pictures, ids: &ids, bones: &bones };
    let beside = |picture: &Picture| FileBeside { name: picture.name.clone(), bytes: picture.bytes.clone() };
    let notes = [&scene.notes[..], &pictures.notes, &file.notes()].concat();
    Ok(Export {
        bytes: file.text().into_bytes(),
        beside: pictures.all.iter().map(beside).collect(),
        added: scene.added,
        notes,
    })
}

/// By what the file finds its parts. An id is a word that stands once in the file.
struct Ids {
    nodes: Vec<String>,
    /// Of surfaces: their geometries and skins.
    surfaces: Vec<String>,
    materials: Vec<String>,
    pictures: Vec<String>,
}

impl Ids {
    fn new(asset: &Asset, scene: &Scene) -> Self {
        let mut taken: HashSet<String> = [SCENE, CLIP].map(str::to_owned).into();
        // An id begins with a letter.
        let mut id = |kind: &str, name: &str| apart(&format!("{kind}{}", plain(name)), &mut taken);
        Self {
            nodes: scene.nodes.iter().map(|node| id("node_", &node.name)).collect(),
            surfaces: scene.surfaces.iter().map(|shown| id("surface_", &shown.surface.name)).collect(),
            materials: asset.materials.iter().map(|material| id("material_", &material.name)).collect(),
            pictures: (0..asset.materials.len()).map(|number| id("picture_", &number.to_string())).collect(),
        }
    }
}

/// What is written.
struct File<'s> {
    asset: &'s Asset,
    scene: &'s Scene<'s>,
    pictures: &'s Pictures,
    ids: &'s Ids,
    bones: &'s [Option<Bone>],
}

impl File<'_> {
    /// What the format cannot say of materials.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (material, picture) in self.asset.materials.iter().zip(&self.pictures.of_materials) {
            let Material { name, colour: [r, g, b, _], alpha, .. } = material;
            if picture.is_some() && [*r, *g, *b] != [1.0; 3] {
                notes.push(format!("The material '{name}' shows its picture without its colour."));
            }
            if matches!(alpha, crate::asset::Alpha::Mask(_)) {
                notes.push(format!("The material '{name}' is seen through where its picture is."));
            }
        }
        notes
    }

    fn text(&self) -> String {
        let mut xml = Xml::new();
        let head = [("xmlns", "http://www.collada.org/2005/11/COLLADASchema"), ("version", "1.4.1")];
        xml.element("COLLADA", &head, |xml| {
            xml.element("asset", &[], |xml| {
                // The format asks for times. The same model should make the same file.
                xml.leaf("created", &[], "2000-01-01T00:00:00");
                xml.leaf("modified", &[], "2000-01-01T00:00:00");
                xml.empty("unit", &[("name", "meter"), ("meter", "1")]);
                xml.leaf("up_axis", &[], "Z_UP");
            });
            self.pictures(xml);
            xml.element("library_effects", &[], |xml| self.each_material(|index| self.effect(xml, index)));
            xml.element("library_materials", &[], |xml| {
                self.each_material(|index| {
                    let id = &self.ids.materials[index];
                    let of = [("id", &id[..]), ("name", &self.asset.materials[index].name)];
                    xml.element("material", &of, |xml| {
                        xml.empty("instance_effect", &[("url", &format!("#{id}-effect"))]);
                    });
                });
            });
            xml.element("library_geometries", &[], |xml| {
                self.each_surface(|index, shown| self.geometry(xml, index, shown))
            });
            xml.element("library_controllers", &[], |xml| {
                self.each_surface(|index, shown| {
                    if let Some(skin) = &shown.skin {
                        self.controller(xml, index, shown, skin);
                    }
                });
            });
            self.animations(xml);
            xml.element("library_visual_scenes", &[], |xml| {
                xml.element("visual_scene", &[("id", SCENE), ("name", "Scene")], |xml| {
                    self.scene.children(None).for_each(|node| self.node(xml, node));
                });
            });
            xml.element("scene", &[], |xml| {
                xml.empty("instance_visual_scene", &[("url", &format!("#{SCENE}"))])
            });
        });
        xml.finish()
    }

    fn each_material(&self, write: impl FnMut(usize)) {
        (0..self.asset.materials.len()).for_each(write);
    }

    fn each_surface(&self, mut write: impl FnMut(usize, &Shown)) {
        self.scene.surfaces.iter().enumerate().for_each(|(index, shown)| write(index, shown));
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
        let material = &self.asset.materials[index];
        let id = format!("{}-effect", self.ids.materials[index]);
        let picture = self.pictures.of_materials[index].map(|picture| &self.ids.pictures[picture]);
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
                    let shader = if material.unlit { "constant" } else { "lambert" };
                    let shown = if material.unlit { "emission" } else { "diffuse" };
                    xml.element(shader, &[], |xml| {
                        xml.element(shown, &[], |xml| match picture {
                            Some(_) => xml.empty("texture", &[("texture", "sampler"), ("texcoord", "UVMap")]),
                            None => {
                                let [r, g, b, _] = material.colour;
                                xml.leaf("color", &[], &numbers([r, g, b, 1.0]));
                            }
                        });
                        if material.colour[3] < 1.0 {
                            xml.element("transparent", &[("opaque", "A_ONE")], |xml| {
                                xml.leaf("color", &[], &numbers([1.0, 1.0, 1.0, material.colour[3]]));
                            });
                        }
                    });
                });
            });
        });
    }

    /// The surface as it was made: its positions each once, although vertices share them.
    fn geometry(&self, xml: &mut Xml, index: usize, shown: &Shown) {
        let mesh = &shown.surface.mesh;
        let id = &self.ids.surfaces[index];
        let welded = Welded::new(shown);
        let corner = |vertex: u32| {
            let (point, vertex) = (welded.point_of[vertex as usize], vertex as usize);
            let mut corner = vec![point];
            corner.extend((!mesh.normals.is_empty()).then_some(vertex));
            corner.extend((!mesh.texture_coordinates.is_empty()).then_some(vertex));
            corner
        };
        xml.element("geometry", &[("id", id), ("name", &shown.surface.name)], |xml| {
            xml.element("mesh", &[], |xml| {
                let places = welded.vertices.iter().map(|&vertex| mesh.positions[vertex] * self.scene.metres);
                source(
                    xml,
                    &format!("{id}-positions"),
                    &["X", "Y", "Z"],
                    places.flat_map(|place| place.to_array()),
                );
                if !mesh.normals.is_empty() {
                    let normals = mesh.normals.iter().flat_map(Vec3::to_array);
                    source(xml, &format!("{id}-normals"), &["X", "Y", "Z"], normals);
                }
                if !mesh.texture_coordinates.is_empty() {
                    let at = mesh.texture_coordinates.iter().flat_map(Vec2::to_array);
                    source(xml, &format!("{id}-map"), &["S", "T"], at);
                }
                xml.element("vertices", &[("id", &format!("{id}-vertices"))], |xml| {
                    input(xml, "POSITION", &format!("{id}-positions"), None);
                });
                let filled = shown.surface.submeshes.iter().filter(|submesh| !submesh.triangles.is_empty());
                for submesh in filled {
                    let count = submesh.triangles.len().to_string();
                    let mut of = vec![("count", &count[..])];
                    of.extend(
                        submesh.material.map(|material| ("material", &self.ids.materials[material][..])),
                    );
                    xml.element("triangles", &of, |xml| {
                        let mut offset = 0..;
                        input(xml, "VERTEX", &format!("{id}-vertices"), offset.next());
                        if !mesh.normals.is_empty() {
                            input(xml, "NORMAL", &format!("{id}-normals"), offset.next());
                        }
                        if !mesh.texture_coordinates.is_empty() {
                            input(xml, "TEXCOORD", &format!("{id}-map"), offset.next());
                        }
                        let corners = mesh.triangles[submesh.triangles.clone()].as_flattened();
                        xml.leaf("p", &[], &numbers(corners.iter().flat_map(|&vertex| corner(vertex))));
                    });
                }
            });
        });
    }

    fn controller(&self, xml: &mut Xml, index: usize, shown: &Shown, skin: &Skinned) {
        let id = &self.ids.surfaces[index];
        let mesh = &shown.surface.mesh;
        let welded = Welded::new(shown);
        let influences = welded.vertices.iter().map(|&vertex| skin.influences(&mesh.influences[vertex]));
        let influences: Vec<Vec<(usize, f32)>> = influences.collect();
        let nodes = skin.joints.iter().map(|joint| &self.ids.nodes[joint.node]);
        xml.element("controller", &[("id", &format!("{id}-skin")), ("name", &shown.surface.name)], |xml| {
            xml.element("skin", &[("source", &format!("#{id}"))], |xml| {
                xml.leaf("bind_shape_matrix", &[], &numbers(rows(skin.bind_shape)));
                let [joints, binds, weights] =
                    ["joints", "binds", "weights"].map(|part| format!("{id}-skin-{part}"));
                names(xml, &joints, "JOINT", nodes);
                let matrices = skin.joints.iter().flat_map(|joint| rows(joint.joint_from_bind));
                source(xml, &binds, &["TRANSFORM"], matrices);
                source(xml, &weights, &["WEIGHT"], influences.iter().flatten().map(|(_, weight)| *weight));
                xml.element("joints", &[], |xml| {
                    input(xml, "JOINT", &joints, None);
                    input(xml, "INV_BIND_MATRIX", &binds, None);
                });
                let count = influences.len().to_string();
                xml.element("vertex_weights", &[("count", &count)], |xml| {
                    input(xml, "JOINT", &joints, Some(0));
                    input(xml, "WEIGHT", &weights, Some(1));
                    xml.leaf("vcount", &[], &numbers(influences.iter().map(Vec::len)));
                    let records = influences.iter().flatten().enumerate();
                    xml.leaf("v", &[], &numbers(records.flat_map(|(weight, (joint, _))| [*joint, weight])));
                });
            });
        });
    }

    /// The clip: each joint that moves has a matrix for each of its keys.
    fn animations(&self, xml: &mut Xml) {
        let Some(clip) = self.scene.clips.first() else { return };
        xml.element("library_animations", &[], |xml| {
            // All of it together, so that the clip can name it.
            xml.element("animation", &[("id", &format!("{CLIP}-all")), ("name", &clip.name)], |xml| {
                clip.channels.iter().for_each(|channel| self.animation(xml, channel));
            });
        });
        xml.element("library_animation_clips", &[], |xml| {
            let end = clip.seconds.to_string();
            let of = [("id", CLIP), ("name", &clip.name), ("start", "0"), ("end", &end)];
            xml.element("animation_clip", &of, |xml| {
                xml.empty("instance_animation", &[("url", &format!("#{CLIP}-all"))]);
            });
        });
    }

    fn animation(&self, xml: &mut Xml, channel: &Channel) {
        let node = &self.ids.nodes[channel.joint];
        let rest = self.scene.nodes[channel.joint].rest;
        let times = super::curves::all_times(channel);
        let cursors = &mut Cursors::default();
        let matrices = times.iter().map(|&time| matrix(channel.sample(rest, time, cursors)));
        let matrices: Vec<f32> = matrices.flat_map(rows).collect();
        let id = format!("{node}-motion");
        xml.element("animation", &[("id", &id)], |xml| {
            let [input_id, output, ways] = ["times", "matrices", "ways"].map(|part| format!("{id}-{part}"));
            source(xml, &input_id, &["TIME"], times.iter().copied());
            source(xml, &output, &["TRANSFORM"], matrices);
            names(xml, &ways, "INTERPOLATION", times.iter().map(|_| "LINEAR"));
            xml.element("sampler", &[("id", &format!("{id}-sampler"))], |xml| {
                input(xml, "INPUT", &input_id, None);
                input(xml, "OUTPUT", &output, None);
                input(xml, "INTERPOLATION", &ways, None);
            });
            let of = [("source", &format!("#{id}-sampler")[..]), ("target", &format!("{node}/transform"))];
            xml.empty("channel", &of);
        });
    }

    fn node(&self, xml: &mut Xml, index: usize) {
        let node = &self.scene.nodes[index];
        let id = &self.ids.nodes[index];
        let kind = if node.is_joint { "JOINT" } else { "NODE" };
        let of = [("id", &id[..]), ("name", &node.name), ("sid", id), ("type", kind)];
        xml.element("node", &of, |xml| {
            xml.leaf("matrix", &[("sid", "transform")], &numbers(rows(matrix(node.rest))));
            let own = |(surface, shown): (usize, &Shown)| (shown.carrier == index).then_some(surface);
            let carried = self.scene.surfaces.iter().enumerate().filter_map(own);
            carried.for_each(|surface| self.instance(xml, surface));
            self.scene.children(Some(index)).for_each(|child| self.node(xml, child));
            if let Some(Some(bone)) = self.bones.get(index) {
                write_bone(xml, bone);
            }
        });
    }

    fn instance(&self, xml: &mut Xml, surface: usize) {
        let shown = &self.scene.surfaces[surface];
        let id = &self.ids.surfaces[surface];
        match &shown.skin {
            Some(skin) => xml.element("instance_controller", &[("url", &format!("#{id}-skin"))], |xml| {
                for root in self.scene.roots(skin) {
                    xml.leaf("skeleton", &[], &format!("#{}", self.ids.nodes[root]));
                }
                self.materials(xml, shown);
            }),
            None => xml.element("instance_geometry", &[("url", &format!("#{id}"))], |xml| {
                self.materials(xml, shown);
            }),
        }
    }

    fn materials(&self, xml: &mut Xml, shown: &Shown) {
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

/// The positions of a surface, each once.
struct Welded {
    /// For every position one of the vertices that have it.
    vertices: Vec<usize>,
    /// For every vertex its position.
    point_of: Vec<usize>,
}

impl Welded {
    fn new(shown: &Shown) -> Self {
        let mesh = &shown.surface.mesh;
        let mut vertices = Vec::new();
        let mut index_of = HashMap::new();
        let point_of = (0..mesh.positions.len()).map(|vertex| {
            // A mesh that comes from no file may not know its points.
            let point = mesh.points.get(vertex).copied().unwrap_or(vertex as u32);
            *index_of.entry(point).or_insert_with(|| {
                vertices.push(vertex);
                vertices.len() - 1
            })
        });
        let point_of = point_of.collect();
        Self { vertices, point_of }
    }
}

/// What Blender alone asks for.
fn write_bone(xml: &mut Xml, Bone { tip, roll }: &Bone) {
    let parts = [("roll", *roll), ("tip_x", tip.x), ("tip_y", tip.y), ("tip_z", tip.z)];
    xml.element("extra", &[], |xml| {
        xml.element("technique", &[("profile", "blender")], |xml| {
            for (name, number) in parts {
                xml.leaf(name, &[("sid", name), ("type", "float")], &number.to_string());
            }
        });
    });
}

fn matrix(transform: Transform) -> Mat4 {
    Mat4::from_scale_rotation_translation(transform.scale, transform.rotation, transform.translation)
}

/// The sixteen numbers of a matrix as the format has them: row by row.
fn rows(matrix: Mat4) -> [f32; 16] {
    matrix.transpose().to_cols_array()
}

/// Numbers with spaces between. Rust writes as many digits as tell them from their neighbours.
fn numbers<T: Display>(numbers: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for number in numbers {
        let _ = write!(text, "{}{number}", if text.is_empty() { "" } else { " " });
    }
    text
}

/// A list of numbers; `params` name those that belong together. A matrix is one thing of sixteen numbers.
fn source(xml: &mut Xml, id: &str, params: &[&str], list: impl IntoIterator<Item = f32>) {
    let list: Vec<f32> = list.into_iter().collect();
    let (kind, stride) = if params == ["TRANSFORM"] { ("float4x4", 16) } else { ("float", params.len()) };
    let array = format!("{id}-array");
    xml.element("source", &[("id", id)], |xml| {
        let count = list.len().to_string();
        xml.leaf("float_array", &[("id", &array), ("count", &count)], &numbers(&list));
        accessor(xml, &array, list.len() / stride, stride, params, kind);
    });
}

/// A list of words.
fn names(xml: &mut Xml, id: &str, param: &str, list: impl Iterator<Item = impl AsRef<str>>) {
    let list: Vec<_> = list.collect();
    let words: Vec<&str> = list.iter().map(AsRef::as_ref).collect();
    let array = format!("{id}-array");
    xml.element("source", &[("id", id)], |xml| {
        let count = words.len().to_string();
        xml.leaf("Name_array", &[("id", &array), ("count", &count)], &words.join(" "));
        accessor(xml, &array, words.len(), 1, &[param], "name");
    });
}

fn accessor(xml: &mut Xml, array: &str, count: usize, stride: usize, params: &[&str], kind: &str) {
    xml.element("technique_common", &[], |xml| {
        let of = [
            ("source", &format!("#{array}")[..]),
            ("count", &count.to_string()),
            ("stride", &stride.to_string()),
        ];
        xml.element("accessor", &of, |xml| {
            params.iter().for_each(|param| xml.empty("param", &[("name", param), ("type", kind)]));
        });
    });
}

fn input(xml: &mut Xml, semantic: &str, source: &str, offset: Option<usize>) {
    let source = format!("#{source}");
    let offset = offset.map(|offset| offset.to_string());
    let mut of = vec![("semantic", semantic), ("source", &source)];
    of.extend(offset.as_deref().map(|offset| ("offset", offset)));
    if semantic == "TEXCOORD" {
        of.push(("set", "0"));
    }
    xml.empty("input", &of);
}
