//! Which glTF it is, and what it cannot do without.

use super::trouble::{Json, Notes, Trouble, quote};

/// Extensions that are read.
const READ: [&str; 3] = ["KHR_mesh_quantization", "KHR_texture_transform", "KHR_materials_unlit"];

/// Extensions that pack what is read, with what each packs.
const PACKED: [(&str, &str); 3] = [
    ("KHR_draco_mesh_compression", "surfaces"),
    ("EXT_meshopt_compression", "numbers"),
    ("KHR_texture_basisu", "textures"),
];

/// Beginnings of extensions that change how a model looks or is lit, and nothing that moves.
const LOOKS: [&str; 3] = ["KHR_materials_", "KHR_lights_", "EXT_texture_"];

/// Fails if it is another version of the format, or if it needs what is not read.
pub(super) fn check<'t>(root: Json<'t>, notes: &Notes<'t>) -> Result<(), Trouble<'t>> {
    let asset = root.required("asset")?;
    let version = asset.required("version")?;
    let lowest = asset.get("minVersion").unwrap_or(version);
    for value in [version, lowest] {
        let number = value.as_string()?;
        let is_two = number.split_once('.').is_some_and(|(major, minor)| {
            major == "2" && !minor.is_empty() && minor.bytes().all(|digit| digit.is_ascii_digit())
        });
        if !is_two || (std::ptr::eq(value, lowest) && !std::ptr::eq(version, lowest) && number != "2.0") {
            let what = format!("This is glTF {}, and only glTF 2.0 is read.", quote(number));
            return Err(Trouble::at(value, what, "Export it as glTF 2.0."));
        }
    }
    for extension in root.items("extensionsRequired")? {
        let name = extension.as_string()?;
        if READ.contains(&name) {
            continue;
        }
        if let Some((_, what)) = PACKED.iter().find(|(packed, _)| *packed == name) {
            let what = format!("Its {what} are packed by {name}, which is not read.");
            return Err(Trouble::at(extension, what, "Export the model without compression."));
        }
        if LOOKS.iter().any(|looks| name.starts_with(looks)) {
            notes.add(extension, || format!("{name} is not shown."));
            continue;
        }
        let what = format!("The file needs the extension {}, which is not read.", quote(name));
        return Err(Trouble::at(extension, what, "Export the model without it."));
    }
    Ok(())
}
