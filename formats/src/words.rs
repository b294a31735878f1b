//! Words for sentences, and names of files.

/// The beginning of a text that may be long, in quotation marks, on one line.
pub(crate) fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    // A word has at least one character, so these are enough to tell whether the text is too long.
    let line = text.split_whitespace().take(LONGEST).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("'{}…'", &line[..end]),
        None => format!("'{line}'"),
    }
}

/// The first ten names, for a sentence.
pub(crate) fn some(names: &[&str]) -> String {
    let shown: Vec<_> = names.iter().take(10).map(|name| format!("'{name}'")).collect();
    match names.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Decodes an id or a path in which `%20` and the like encode characters that a URL can't have.
pub(crate) fn unescaped(id: &str) -> String {
    percent_encoding::percent_decode_str(id).decode_utf8_lossy().into_owned()
}

/// Returns the words for a part of files that is not read, by the name of its element or member.
pub(crate) fn not_read(name: &str) -> Option<&'static str> {
    match name {
        "morph" | "targets" => Some("morph targets"),
        "lines" | "linestrips" | "points" => Some("points and lines"),
        "spline" => Some("splines"),
        "TEXCOORD_1" => Some("further texture coordinates"),
        "bump" | "normalTexture" => Some("normal maps"),
        "metallicRoughnessTexture" | "emissiveTexture" => Some("further textures"),
        "EXT_mesh_gpu_instancing" => Some("instances"),
        "instance_light" | "KHR_lights_punctual" => Some("lights"),
        "instance_camera" | "cameras" => Some("cameras"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_short_and_on_one_line() {
        assert_eq!(quote(" 1\n 2\t3 "), "'1 2 3'");
        assert_eq!(quote(&"ab ".repeat(50)), "'ab ab ab ab ab ab ab ab ab ab ab ab ab a…'");
    }

    #[test]
    fn escapes_may_be_wrong() {
        assert_eq!(unescaped("a%20b%C3%A4"), "a bä");
        assert_eq!(unescaped("100%"), "100%");
        assert_eq!(unescaped("%+1%zz"), "%+1%zz");
    }
}
