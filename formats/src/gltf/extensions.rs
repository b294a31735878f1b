//! The version of glTF, and the extensions that a file requires.

use super::trouble::{Json, Notes, Trouble, quote};

/// Extensions that are read.
const READ: [&str; 3] = ["KHR_mesh_quantization", "KHR_texture_transform", "KHR_materials_unlit"];

/// Advice for packed files: what unpacks them.
const UNPACKED: &str = "Export the model without compression.";
const BY_BLENDER: &str = "Open it in Blender, and export it again without compression.";
const BY_NEW_BLENDER: &str = "Open it in Blender 5.2 or later, and export it again without compression.";

/// Extensions for compression, with what each compresses, and what to do.
const PACKED: [(&str, &str, &str); 4] = [
    ("KHR_draco_mesh_compression", "surfaces", BY_BLENDER),
    ("EXT_meshopt_compression", "numbers", BY_NEW_BLENDER),
    ("KHR_meshopt_compression", "numbers", BY_NEW_BLENDER),
    ("KHR_texture_basisu", "textures", UNPACKED),
];

/// Prefixes of extensions that change only how a model looks or is lit.
const LOOKS: [&str; 3] = ["KHR_materials_", "KHR_lights_", "EXT_texture_"];

/// The extension for instances of a mesh in many places. Without it, more than the looks is missing.
const MANY_PLACES: &str = "EXT_mesh_gpu_instancing";

/// Fails if it is another version of the format, or if it requires an unknown extension.
pub(super) fn check<'t>(root: Json<'t>, notes: &Notes<'t>) -> Result<(), Trouble<'t>> {
    let asset = root.required("asset")?;
    let version = asset.required("version")?;
    // A reader may ignore all additions of a later 2.x, unless `minVersion` is higher too.
    let is_read = |value: Json<'t>, is_lowest: bool| {
        let number = value.as_string()?;
        let parts = number.split_once('.').and_then(|(major, minor)| Some((whole(major)?, whole(minor)?)));
        let is_read = parts.is_some_and(|(major, minor)| match is_lowest {
            true => (major, minor) <= (2, 0),
            false => major == 2,
        });
        let what = || format!("This is glTF {}, and only glTF 2.0 is read.", quote(number));
        if is_read { Ok(()) } else { Err(Trouble::at(value, what()).advising("Export it as glTF 2.0.")) }
    };
    is_read(version, false)?;
    asset.get("minVersion").map_or(Ok(()), |lowest| is_read(lowest, true))?;
    let used = root.items("extensionsUsed")?;
    for extension in used.iter().filter(|used| used.as_string().is_ok_and(|used| used == MANY_PLACES)) {
        notes.add(extension, || {
            format!("{MANY_PLACES} puts meshes into many places, and is not read: each is shown once.")
        });
    }
    if let Some(vrm) = root.get("extensions").and_then(|all| all.get("VRM")) {
        notes.add(vrm, || "A figure of VRM 0 looks away from you: turn the camera by 180°.".to_owned());
    }
    for extension in root.items("extensionsRequired")? {
        let name = extension.as_string()?;
        if !used.contains(extension) {
            notes.add(extension, || format!("{} is required, and not among those used.", quote(name)));
        }
        if READ.contains(&name) {
            continue;
        }
        if let Some((_, what, advice)) = PACKED.iter().find(|(packed, ..)| *packed == name) {
            let what = format!("Its {what} are packed by {name}, which is not read.");
            return Err(Trouble::at(extension, what).advising(advice));
        }
        if LOOKS.iter().any(|looks| name.starts_with(looks)) {
            notes.add(extension, || format!("{name} is not shown."));
            continue;
        }
        let what = format!("The file needs the extension {}, which is not read.", quote(name));
        return Err(Trouble::at(extension, what).advising("Export the model without it."));
    }
    Ok(())
}

/// A whole number of digits alone.
fn whole(digits: &str) -> Option<u32> {
    digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
}
