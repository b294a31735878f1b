//! The clips that a model can play: its own, and those of the files beside it.

use super::Clip;
use crate::collada::{self, Document};
use std::path::{Path, PathBuf};

/// A file of clips, and what its clips are called after.
struct Beside {
    name: String,
    path: PathBuf,
}

/// The clips of a model: those of its own file, and then those of the files beside it whose names begin as its own
/// and go on with `_`, as `knight_walk.dae` does beside `knight.dae`, in the order of the alphabet. And notes on what
/// does not fit.
///
/// A clip from beside is called by what its file's name has more: `walk`.
pub fn clips_of_model(path: &Path, document: &Document) -> (Vec<Clip>, Vec<String>) {
    let (mut clips, mut notes) = clips_of(document);
    for beside in files_beside(path) {
        match collada::read(&beside.path) {
            Ok(other) => clips.extend(clips_from_beside(&beside, &other, document, &mut notes)),
            Err(error) => notes.push(format!("The clips of '{}' are left out: {error}", beside.name)),
        }
    }
    (clips, notes)
}

/// A file's own clips.
fn clips_of(document: &Document) -> (Vec<Clip>, Vec<String>) {
    let made = document.clips.iter().map(|clip| Clip::from_collada(&document.scene, clip));
    let (clips, notes): (Vec<_>, Vec<_>) = made.unzip();
    (clips, notes.concat())
}

/// The clips of another file, for the nodes of this one. One that moves none of them is left out.
fn clips_from_beside(
    beside: &Beside,
    other: &Document,
    document: &Document,
    notes: &mut Vec<String>,
) -> Vec<Clip> {
    let (mut clips, more) = clips_of(other);
    notes.extend(more);
    if let [only] = &mut clips[..] {
        only.name.clone_from(&beside.name);
    }
    let mut fitting = Vec::new();
    for clip in clips {
        let (clip, more) = clip.onto(&other.scene, &document.scene);
        notes.extend(more);
        if !clip.channels.is_empty() {
            fitting.push(clip);
        }
    }
    fitting
}

/// The files beside a model that may have clips for it.
fn files_beside(path: &Path) -> Vec<Beside> {
    // The folder of a plain file name is the one where the program was started.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (Some(stem), Ok(entries)) = (path.file_stem(), std::fs::read_dir(folder)) else {
        return Vec::new();
    };
    let begin = format!("{}_", stem.to_string_lossy());
    let beside = entries.filter_map(|entry| {
        let path = entry.ok()?.path();
        let is_collada = path.extension()?.eq_ignore_ascii_case("dae");
        let name = path.file_stem()?.to_string_lossy().strip_prefix(&begin)?.to_owned();
        is_collada.then_some(Beside { name, path })
    });
    let mut files: Vec<_> = beside.collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::root;

    #[test]
    fn the_knight_finds_the_clips_beside_him() {
        let path = root().join("assets/knight/knight.dae");
        let document = collada::read(&path).unwrap();
        let (clips, notes) = clips_of_model(&path, &document);
        let names: Vec<_> = clips.iter().map(|clip| clip.name.as_str()).collect();
        assert_eq!(names, ["knight", "fall", "jump", "land", "punch", "run", "swing", "walk"]);
        assert_eq!(notes, [""; 0]);
        assert!(clips.iter().all(|clip| clip.channels.len() == 23), "22 joints, and the node above them");
    }

    #[test]
    fn a_model_without_company_has_its_own_clips() {
        let path = root().join("assets/joints/heron.dae");
        let document = collada::read(&path).unwrap();
        assert_eq!(clips_of_model(&path, &document).0.len(), 1);
        assert_eq!(clips_of_model(Path::new("/"), &document).0.len(), 1);
    }
}
