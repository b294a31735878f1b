//! Exports a model and its motion to binary glTF for other programs.
//!
//! [`Scene`] has the contents in the format's terms, such as metres, and [`File`] writes it.

mod curves;
mod packed;
mod scene;

use self::packed::{Packed, VERTICES};
use self::scene::{Scene, Shown, Skinned};
use anyhow::{Context as _, Result, ensure};
use common::clip::{Channel, Clip, Keys};
use common::skeleton::Chain;
use common::skin::{SLOTS, SkinJoint, normal_palette};
use common::transform::Transform;
use formats::gltf::GAMMA;
use formats::{Alpha, Asset, Image, Material, Submesh};
use glam::{Mat4, Vec3};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// The extension for a material that ignores light.
const UNLIT: &str = "KHR_materials_unlit";

/// The result of exporting a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Export {
    pub bytes: Vec<u8>,
    /// A sentence for each part that the format cannot keep, or that was not read.
    pub notes: Vec<String>,
}

/// Converts a model and clips of it to binary glTF, all in one file.
///
/// # Errors
/// If a clip doesn't fit the model, a number isn't finite or is too large, the model is mirrored as a whole,
/// or the file would be larger than the format allows.
pub fn glb(asset: &Asset, clips: &[Arc<Clip>]) -> Result<Export> {
    let scene = Scene::new(asset, clips)?;
    let pictures = Pictures::of(asset);
    let mut file = File { scene: &scene, packed: Packed::default(), skins: Vec::new() };
    let root = file.root(asset, &pictures);
    let is_in_range =
        scene.nodes.iter().all(|node| node.rest.translation.is_finite()) && !file.packed.has_overflowed;
    ensure!(
        is_in_range,
        "Numbers of the animations or of the model are too large for a file: look for a joint far away from its surface."
    );
    let left_out = asset.left_out.iter().map(|parts| format!("The {parts} of the model are not in it."));
    let notes = [&scene.notes[..], &pictures.notes, &left_out.collect::<Vec<_>>()].concat();
    let bytes = contained(&root.to_string(), &file.packed.bytes)?;
    Ok(Export { bytes, notes })
}

/// Returns a `.glb`, which is a header, then the JSON, then the bytes that it refers to.
fn contained(json: &str, binary: &[u8]) -> Result<Vec<u8>> {
    let mut out = [b"glTF", &2u32.to_le_bytes()[..], &[0; 4]].concat();
    for (kind, part, filler) in [(b"JSON", json.as_bytes(), b' '), (b"BIN\0", binary, 0)] {
        if part.is_empty() {
            continue;
        }
        let length = part.len().next_multiple_of(4);
        let whole = u32::try_from(length).context("The file would have more than 4 GiB.")?;
        out.extend(whole.to_le_bytes());
        out.extend(kind);
        out.extend(part);
        out.resize(out.len() + length - part.len(), filler);
    }
    let whole = u32::try_from(out.len()).context("The file would have more than 4 GiB.")?;
    out[8..12].copy_from_slice(&whole.to_le_bytes());
    Ok(out)
}

/// A glTF file that is being built.
struct File<'s> {
    scene: &'s Scene<'s>,
    packed: Packed,
    /// The joints of each skin so far.
    skins: Vec<Vec<SkinJoint>>,
}

impl File<'_> {
    fn root(&mut self, asset: &Asset, pictures: &Pictures) -> Value {
        let scene = self.scene;
        let meshes: Vec<_> = scene.surfaces.iter().map(|shown| self.mesh(shown)).collect();
        let worn: Vec<Option<usize>> =
            scene.surfaces.iter().map(|shown| shown.skin.as_ref().map(|skin| self.skin_of(skin))).collect();
        let skins = self.skins(asset);
        let nodes: Vec<_> = (0..scene.nodes.len()).map(|node| self.node(node, &worn)).collect();
        let moving = scene.clips.iter().filter(|clip| !clip.channels.is_empty());
        let animations: Vec<_> = moving.map(|clip| self.animation(clip)).collect();
        let materials = asset.materials.iter().zip(&pictures.of_materials);
        let materials: Vec<_> =
            materials.map(|(material, &picture)| json_of(material, picture, pictures)).collect();
        let images: Vec<_> = pictures
            .all
            .iter()
            .map(|Picture { name, kind, bytes }| {
                json!({"name": name, "mimeType": kind, "bufferView": self.packed.view(bytes, None)})
            })
            .collect();
        let texture = |source: usize| json!({"source": source, "sampler": 0});
        let is_unlit = asset.materials.iter().any(|material| material.unlit);
        let only = |item: Value, is_needed: bool| if is_needed { vec![item] } else { Vec::new() };
        let (has_nodes, has_images, length) =
            (!nodes.is_empty(), !images.is_empty(), self.packed.bytes.len());
        let mut root = json!({
            "asset": {"version": "2.0", "generator": "skeletal animation workbook"},
            "extensionsUsed": only(UNLIT.into(), is_unlit),
            "scene": has_nodes.then_some(0),
            "scenes": only(json!({"nodes": scene.children(None)}), has_nodes),
            "nodes": nodes,
            "meshes": meshes,
            "skins": skins,
            "animations": animations,
            "materials": materials,
            "textures": Vec::from_iter((0..images.len()).map(texture)),
            // Linear filtering near by, and mipmaps at a distance.
            "samplers": only(json!({"magFilter": 9729, "minFilter": 9987}), has_images),
            "images": images,
            "accessors": self.packed.accessors,
            "bufferViews": self.packed.views,
            "buffers": only(json!({"byteLength": length}), length > 0),
        });
        // The format forbids empty lists.
        if let Some(root) = root.as_object_mut() {
            root.retain(|_, list| !list.is_null() && !list.as_array().is_some_and(Vec::is_empty));
        }
        root
    }

    fn mesh(&mut self, shown: &Shown) -> Value {
        let filled = shown.surface.submeshes.iter().filter(|submesh| !submesh.triangles.is_empty());
        let primitives: Vec<_> = filled.map(|submesh| self.primitive(shown, submesh)).collect();
        json!({"name": shown.surface.name, "primitives": primitives})
    }

    /// Returns the JSON of a submesh's triangles, for which it adds vertices of their own.
    fn primitive(&mut self, shown: &Shown, submesh: &Submesh) -> Value {
        let mesh = &shown.surface.mesh;
        let mut vertices: Vec<usize> = Vec::new();
        let mut index_of = HashMap::new();
        let corners = mesh.triangles[submesh.triangles.clone()].as_flattened().iter().map(|&corner| {
            *index_of.entry(corner).or_insert_with(|| {
                vertices.push(corner as usize);
                vertices.len() as u32 - 1
            })
        });
        let corners: Vec<u32> = corners.collect();
        let attributes = self.attributes(shown, &vertices);
        let mut primitive = json!({"attributes": attributes, "indices": self.packed.corners(&corners)});
        if let Some(material) = submesh.material {
            primitive["material"] = material.into();
        }
        primitive
    }

    /// Adds the attributes of some vertices, and returns their JSON.
    fn attributes(&mut self, shown: &Shown, vertices: &[usize]) -> Value {
        let mesh = &shown.surface.mesh;
        // Programs expect one bind pose for all surfaces, so the points are moved to it.
        let shape = shown.skin.as_ref().map_or(Mat4::IDENTITY, |skin| skin.bind_shape);
        let facing = normal_palette(&[shape])[0];
        let place =
            |&vertex: &usize| shape.transform_point3(mesh.positions[vertex] * self.scene.metres).to_array();
        let places: Vec<[f32; 3]> = vertices.iter().map(place).collect();
        let mut attributes = json!({"POSITION": self.packed.bounded(&places, VERTICES)});
        if !mesh.normals.is_empty() {
            let normal = |&vertex: &usize| (facing * mesh.normals[vertex]).normalize_or(Vec3::Y).to_array();
            let normals: Vec<_> = vertices.iter().map(normal).collect();
            attributes["NORMAL"] = self.packed.floats(&normals, VERTICES).into();
        }
        if !mesh.texture_coordinates.is_empty() {
            // This format counts from the top, and the workbook from below.
            let at = |&vertex: &usize| mesh.texture_coordinates[vertex];
            let at: Vec<_> = vertices.iter().map(at).map(|at| [at.x, 1.0 - at.y]).collect();
            attributes["TEXCOORD_0"] = self.packed.floats(&at, VERTICES).into();
        }
        if !mesh.colours.is_empty() {
            let colours: Vec<_> = vertices.iter().map(|&vertex| mesh.colours[vertex].to_array()).collect();
            attributes["COLOR_0"] = self.packed.floats(&colours, VERTICES).into();
        }
        if let Some(skin) = &shown.skin {
            let (mut joints, mut weights) = (Vec::new(), Vec::new());
            for &vertex in vertices {
                let mut slots = skin.influences(&mesh.influences[vertex]);
                slots.resize(SLOTS, (0, 0.0));
                joints.push(std::array::from_fn(|slot| slots[slot].0 as u16));
                weights.push(std::array::from_fn::<_, SLOTS, _>(|slot| slots[slot].1));
            }
            attributes["JOINTS_0"] = self.packed.joints(&joints).into();
            attributes["WEIGHTS_0"] = self.packed.floats(&weights, VERTICES).into();
        }
        attributes
    }

    /// Returns the index of a skin. Skins with equal joints are one.
    fn skin_of(&mut self, skin: &Skinned) -> usize {
        self.skins.iter().position(|other| *other == skin.joints).unwrap_or_else(|| {
            self.skins.push(skin.joints.clone());
            self.skins.len() - 1
        })
    }

    /// Returns the JSON of all skins. glTF knows joints only by skins, so every skeleton has one, even
    /// without a surface. It has the nodes between joints too: Blender makes bones of them, and would have to
    /// guess their bind pose.
    fn skins(&mut self, asset: &Asset) -> Vec<Value> {
        let has = |skin: &[SkinJoint], node: usize| skin.iter().any(|joint| joint.node == node);
        for chain in &asset.chains {
            let with_between = chain.joints.iter().copied().chain(between(asset, chain));
            let missing = with_between.filter(|&node| !self.skins.iter().any(|skin| has(skin, node)));
            let bound = |node| SkinJoint { node, joint_from_bind: self.scene.joint_from_bind[node] };
            let missing: Vec<SkinJoint> = missing.map(bound).collect();
            match self.skins.iter_mut().find(|skin| chain.joints.iter().any(|&joint| has(skin, joint))) {
                Some(own) => own.extend(missing),
                None => self.skins.push(missing),
            }
        }
        let skin = |skin: Vec<SkinJoint>| {
            let binds: Vec<[f32; 16]> =
                skin.iter().map(|joint| joint.joint_from_bind.to_cols_array()).collect();
            let joints: Vec<usize> = skin.iter().map(|joint| joint.node).collect();
            json!({"inverseBindMatrices": self.packed.floats(&binds, None), "joints": joints})
        };
        std::mem::take(&mut self.skins).into_iter().map(skin).collect()
    }

    /// Returns the JSON of a node, given the skin of each surface, if it has one.
    fn node(&self, index: usize, worn: &[Option<usize>]) -> Value {
        let node = &self.scene.nodes[index];
        let Transform { translation, rotation, scale } = node.rest;
        let mut out =
            json!({"name": node.name, "translation": translation, "rotation": rotation, "scale": scale});
        let children = self.scene.children(Some(index));
        if !children.is_empty() {
            out["children"] = children.into();
        }
        if let Some(mesh) = self.scene.surfaces.iter().position(|shown| shown.carrier == index) {
            out["mesh"] = mesh.into();
            if let Some(skin) = worn[mesh] {
                out["skin"] = skin.into();
            }
        }
        out
    }

    fn animation(&mut self, clip: &Clip) -> Value {
        let (mut samplers, mut channels) = (Vec::new(), Vec::new());
        for Channel { joint, translations, rotations, scales } in &clip.channels {
            let curves = [
                ("translation", self.curve(translations, Vec3::to_array)),
                ("rotation", self.curve(rotations, |turn| turn.normalize().to_array())),
                ("scale", self.curve(scales, Vec3::to_array)),
            ];
            for (path, sampler) in curves.into_iter().filter_map(|(path, sampler)| Some((path, sampler?))) {
                channels.push(json!({"sampler": samplers.len(), "target": {"node": joint, "path": path}}));
                samplers.push(sampler);
            }
        }
        json!({"name": clip.name, "samplers": samplers, "channels": channels})
    }

    /// Adds keys, and returns the JSON of their sampler, or none if there are none.
    fn curve<T, const N: usize>(&mut self, keys: &Keys<T>, numbers: fn(&T) -> [f32; N]) -> Option<Value> {
        let times: Vec<[f32; 1]> = keys.times().iter().map(|&time| [time]).collect();
        let values: Vec<[f32; N]> = keys.values().iter().map(numbers).collect();
        (!times.is_empty()).then(|| {
            let (input, output) = (self.packed.bounded(&times, None), self.packed.floats(&values, None));
            json!({"input": input, "output": output})
        })
    }
}

/// Returns the nodes between the joints of a chain that aren't joints themselves.
fn between(asset: &Asset, chain: &Chain) -> BTreeSet<usize> {
    let up = |&node: &usize| asset.rig.skeleton.joints()[node].parent;
    let is_joint = |node: &usize| chain.joints.contains(node);
    let below_the_first = chain.joints.iter().skip(1);
    below_the_first
        .flat_map(|joint| std::iter::successors(up(joint), up).take_while(move |node| !is_joint(node)))
        .collect()
}

fn json_of(material: &Material, picture: Option<usize>, pictures: &Pictures) -> Value {
    let [r, g, b, opacity] = material.colour;
    let light = |part: f32| part.clamp(0.0, 1.0).powf(GAMMA);
    let colour = [light(r), light(g), light(b), opacity.clamp(0.0, 1.0)];
    let mut base = json!({"baseColorFactor": colour, "metallicFactor": 0});
    if let Some(picture) = picture {
        base["baseColorTexture"] = json!({"index": picture});
    }
    let mut out = json!({"name": material.name, "pbrMetallicRoughness": base});
    // Opaque if nothing is transparent, so that programs needn't sort.
    let is_clear = picture.is_some_and(|picture| pictures.all[picture].has_opacity());
    match material.alpha {
        Alpha::Opaque => (),
        _ if material.colour[3] >= 1.0 && !is_clear => (),
        Alpha::Blend => out["alphaMode"] = "BLEND".into(),
        Alpha::Mask(least) => {
            out["alphaMode"] = "MASK".into();
            out["alphaCutoff"] = least.into();
        }
    }
    if material.unlit {
        out["extensions"] = json!({UNLIT: {}});
    }
    out
}

/// A picture file that materials share.
struct Picture {
    name: String,
    kind: &'static str,
    bytes: Vec<u8>,
}

/// The pictures, each once, and every material's picture.
#[derive(Default)]
struct Pictures {
    all: Vec<Picture>,
    of_materials: Vec<Option<usize>>,
    /// A sentence for each picture that is left out.
    notes: Vec<String>,
}

impl Pictures {
    fn of(asset: &Asset) -> Self {
        let mut pictures = Self::default();
        for (index, material) in asset.materials.iter().enumerate() {
            let same = asset.materials[..index].iter().position(|other| other.image == material.image);
            let picture = match (same, &material.image) {
                (Some(same), _) => pictures.of_materials[same],
                (None, Some(image)) => pictures.read(material, image),
                (None, None) => None,
            };
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
            [0x89, b'P', b'N', b'G', ..] => "image/png",
            [0xff, 0xd8, 0xff, ..] => "image/jpeg",
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
        self.kind == "image/png" && (has_list || self.bytes.get(25).is_none_or(|kind| kind & 4 != 0))
    }
}
