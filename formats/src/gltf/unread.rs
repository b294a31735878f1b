//! Values that nothing drawn needs: they are checked anyway, for the file's author.

use super::accessors::Accessors;
use super::fields::EXPORT_AGAIN;
use super::json::Value;
use super::nodes::placed;
use super::trouble::{Json, Notes, Trouble};

/// Notes faults in parts of the file that were not read. `is_shown` is true for the nodes that were.
pub(super) fn check<'t>(root: Json<'t>, is_shown: &[bool], accessors: &Accessors<'t, '_>, notes: &Notes<'t>) {
    let note = |checked: Result<(), Trouble<'t>>| {
        if let Err(trouble) = checked {
            notes.add_trouble(trouble);
        }
    };
    for accessor in list(root, "accessors") {
        note(accessors.check_unread(accessor));
    }
    for view in list(root, "bufferViews") {
        note(accessors.check_view(view));
    }
    for (node, _) in list(root, "nodes").iter().zip(is_shown).filter(|(_, is_shown)| !**is_shown) {
        note(placed(node, notes).map(drop));
        note(node.referred(root, "mesh", "meshes").map(drop));
        note(node.referred(root, "skin", "skins").map(drop));
    }
    for texture in list(root, "textures") {
        note(texture.referred(root, "source", "images").map(drop));
        note(texture.referred(root, "sampler", "samplers").map(drop));
    }
    note_empty(root, notes);
}

fn list<'t>(root: Json<'t>, name: &str) -> &'t [Value] {
    root.items(name).unwrap_or_default()
}

/// Notes empty lists, which the format forbids.
fn note_empty<'t>(value: Json<'t>, notes: &Notes<'t>) {
    match value {
        Value::Array(items) if items.is_empty() => {
            notes.add(value, || format!("An empty list should be left out. {EXPORT_AGAIN}"));
        }
        Value::Array(items) => items.iter().for_each(|item| note_empty(item, notes)),
        Value::Object(members) => {
            // Extras of applications have rules of their own.
            let own = |name: &str| name != "extras" && name != "extensions";
            members.iter().filter(|(name, _)| own(name)).for_each(|(_, value)| note_empty(value, notes));
        }
        _ => {}
    }
}
