//! The parts of a file that are not read, by the names of their members.

use super::json::walk;
use super::trouble::Json;
use std::collections::BTreeSet;

/// Members of the file's objects, and what is not read where they are.
const NOT_READ: [(&str, &str); 7] = [
    ("targets", "morph targets"),
    ("TEXCOORD_1", "further texture coordinates"),
    ("COLOR_1", "further colours"),
    ("metallicRoughnessTexture", "further textures"),
    ("normalTexture", "further textures"),
    ("emissiveTexture", "further textures"),
    ("EXT_mesh_gpu_instancing", "instances"),
];

/// Returns the parts of a file that are not read.
pub(super) fn left_out(root: Json<'_>) -> BTreeSet<&'static str> {
    let mut parts = BTreeSet::new();
    walk(root, &mut String::new(), &mut |value, path| {
        let (above, name) = path.rsplit_once('/').unwrap_or_default();
        let is_line = |mode: f64| mode < 4.0;
        let part = match name {
            "mode" if value.as_number().is_some_and(is_line) => Some("points and lines"),
            _ => NOT_READ.iter().find(|(other, _)| *other == name).map(|(_, part)| *part),
        };
        parts.extend(part.filter(|_| !above.contains("/extras")));
    });
    parts
}
