//! The places of a file's numbers, for people who want to see its bytes.

use super::Bytes;
use super::accessors::fields;
use super::buffers::Buffers;
use super::container;
use super::json;
use super::json::Value;
use super::layout::{Layout, layout};
use super::trouble::{Json, Trouble};
use crate::read_file;
use common::unread::Error;
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

/// The views of a file into its buffers, and their contents.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    pub buffers: Vec<usize>,
    /// The parts of them that accessors use.
    pub views: Vec<View>,
    /// The accessors that have bytes.
    pub blocks: Vec<Block>,
}

/// A part of a buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The index of its buffer.
    pub buffer: usize,
    /// Its bytes there.
    pub range: Range<usize>,
}

/// The elements of an accessor in the bytes of its view.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The first use of it in the file, or its index.
    pub name: String,
    /// The file's type of its elements: `VEC3`.
    pub kind: String,
    /// The index of its view.
    pub view: usize,
    /// The bytes of its view.
    pub bytes: Bytes,
    /// Their layout there, with an offset in the view.
    pub layout: Layout,
    /// The count of its elements.
    pub count: usize,
}

impl Outline {
    /// Outlines the glTF file at `path`, which must have been read before: not all faults are found here.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let file = path.display().to_string();
        let bytes = read_file(path)?;
        let parts = container::parts(bytes.into()).map_err(|trouble| trouble.error(&Value::Null, &file))?;
        let root = json::parse(&parts.json).map_err(|trouble| trouble.error(&Value::Null, &file))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::of(&root, parts.binary, folder).map_err(|trouble| trouble.error(&root, &file))
    }

    fn of<'t>(root: Json<'t>, binary: Option<Bytes>, folder: &Path) -> Result<Self, Trouble<'t>> {
        let buffers = Buffers::fetch(root, binary, folder)?;
        let mut outline = Self::default();
        for buffer in root.items("buffers")? {
            outline.buffers.push(buffer.required_whole("byteLength")?);
        }
        for view in root.items("bufferViews")? {
            let start = view.whole("byteOffset")?.unwrap_or(0);
            let range = start..start + view.required_whole("byteLength")?;
            outline.views.push(View { buffer: view.required_whole("buffer")?, range });
        }
        // An accessor that nothing uses may be wrong, and the file still loads.
        let names = names(root).unwrap_or_default();
        for (index, accessor) in root.items("accessors")?.iter().enumerate() {
            let name = names.get(&index).cloned().unwrap_or_else(|| format!("accessor {index}"));
            outline.blocks.extend(block(accessor, name, &buffers).ok().flatten());
        }
        Ok(outline)
    }
}

/// The elements of an accessor; none if it has no bytes of its own, or too few.
fn block<'t>(accessor: Json<'t>, name: String, buffers: &Buffers<'t>) -> Result<Option<Block>, Trouble<'t>> {
    let Some(reference) = accessor.get("bufferView") else { return Ok(None) };
    let view = buffers.view(reference)?;
    let fields = fields(accessor, Some(&view))?;
    let Some(layout) = layout(&fields) else { return Ok(None) };
    let offset = layout.offset.saturating_sub(view.offset.unwrap_or(0));
    let layout = Layout { offset, ..layout };
    let (bytes, kind) = (view.bytes(), fields.kind);
    let count = accessor.required_whole("count")?;
    let end = count.saturating_sub(1).saturating_mul(layout.stride).saturating_add(layout.offset);
    // While 19.1 is open, elements have no numbers.
    let fits = layout.width > 0 && count > 0 && end.saturating_add(layout.size()) <= bytes.len();
    let view = reference.as_whole()?;
    Ok(fits.then(|| Block { name, kind: kind.to_owned(), view, bytes, layout, count }))
}

/// Returns the uses of accessors, by their indices.
fn names<'t>(root: Json<'t>) -> Result<HashMap<usize, String>, Trouble<'t>> {
    let mut names = HashMap::new();
    let mut name = |accessor: Option<Json<'t>>, words: String| -> Result<(), Trouble<'t>> {
        if let Some(accessor) = accessor {
            names.entry(accessor.as_whole()?).or_insert(words);
        }
        Ok(())
    };
    let nodes = root.items("nodes")?;
    for (m, mesh) in root.items("meshes")?.iter().enumerate() {
        let of = mesh.called("mesh", m)?;
        for (p, primitive) in mesh.items("primitives")?.iter().enumerate() {
            for (attribute, accessor) in primitive.members("attributes")? {
                name(Some(accessor), format!("{of} {p} {attribute}"))?;
            }
            name(primitive.get("indices"), format!("{of} {p} indices"))?;
        }
    }
    for (s, skin) in root.items("skins")?.iter().enumerate() {
        name(skin.get("inverseBindMatrices"), format!("{} inverse binds", skin.called("skin", s)?))?;
    }
    for (a, animation) in root.items("animations")?.iter().enumerate() {
        let of = animation.called("animation", a)?;
        for channel in animation.items("channels")? {
            let (_, sampler) = channel.required("sampler")?.as_reference(animation, "samplers")?;
            let target = channel.required("target")?;
            let Some(node) = target.whole("node")?.filter(|&node| node < nodes.len()) else { continue };
            let of_node = nodes[node].called("node", node)?;
            let path = target.string("path")?.unwrap_or_default();
            name(sampler.get("input"), format!("{of} times"))?;
            name(sampler.get("output"), format!("{of} {of_node} {path}"))?;
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_by_what_they_are_for() {
        let outline = Outline::read(&course::root().join("assets/gltf/small.gltf")).unwrap();
        let find = |name: &str| outline.blocks.iter().find(|block| block.name == name).unwrap();
        let weights = find("flesh 0 WEIGHTS_0");
        assert_eq!((weights.layout.stride, weights.layout.normalized, weights.count), (4, true, 16));
        let end = outline.views[weights.view].range.end;
        assert!(end <= outline.buffers[outline.views[weights.view].buffer]);
        assert_eq!(find("bend high rotation").kind, "VEC4");
    }
}
