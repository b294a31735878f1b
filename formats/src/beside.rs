//! All clips of a model, in its own file and in those beside it.

use super::{Asset, Error, read};
use common::clip::Clip;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The clips of the files beside a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    /// Their clips, made for the model.
    pub clips: Vec<Arc<Clip>>,
    /// Notes on what does not fit.
    pub notes: Vec<String>,
    /// The files that were read, and the folder in which others may appear.
    pub paths: Vec<PathBuf>,
}

/// A file of clips, and the name that its clips get.
struct ClipFile {
    name: String,
    path: PathBuf,
}

/// Reads the clips of the files beside a model whose names are its own plus `_` and more, like `knight_walk.dae` beside
/// `knight.dae`, in alphabetical order.
///
/// The only clip of such a file is called by the rest of the file's name: `walk`.
pub fn clips_beside(path: &Path, asset: &Asset) -> Beside {
    // The folder of a plain file name is the current one.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = Beside { paths: vec![folder.to_owned()], ..Beside::default() };
    for file in clip_files(path, folder) {
        match read(&file.path) {
            Ok(other) => beside.add(&file.name, other, asset),
            Err(error) => beside.notes.push(format!("The clips of '{}' are left out: {error}", file.name)),
        }
        beside.paths.push(file.path);
    }
    beside
}

/// Reads the clips of a model's own file, and after them those of the files beside it.
///
/// A Collada file has no name for its only clip, which is called as the file is. Beside a `walk` it is `idle`.
pub fn all_clips(path: &Path, asset: &Asset) -> Beside {
    let mut all = clips_beside(path, asset);
    let has = |name: &str| all.clips.iter().any(|clip| clip.name == name);
    let stands = has("walk") && !has("idle");
    all.clips.splice(..0, asset.clips.iter().cloned());
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    if let Some(own) = all.clips.iter_mut().find(|clip| stands && clip.name == stem) {
        "idle".clone_into(&mut Arc::make_mut(own).name);
    }
    all
}

/// Reads the first clip of another file, for a model's nodes. If it has none, as while its reader is unfinished, nothing moves for
/// a second.
///
/// # Errors
/// If the file can't be read.
pub fn first_clip(path: &Path, asset: &Asset) -> Result<Clip, Error> {
    let other = read(path)?;
    let still = || Clip { seconds: 1.0, ..Clip::default() };
    Ok(other.clips.first().map_or_else(still, |clip| crate::retarget(clip, &other, asset).0))
}

impl Beside {
    /// Adds the clips of another file. One that moves no node of the asset is left out.
    fn add(&mut self, name: &str, mut other: Asset, asset: &Asset) {
        if let [only] = &mut other.clips[..] {
            name.clone_into(&mut Arc::make_mut(only).name);
        }
        self.notes.append(&mut other.clip_notes);
        for clip in &other.clips {
            let (clip, notes) = crate::retarget(clip, &other, asset);
            self.notes.extend(notes);
            if !clip.channels.is_empty() {
                self.clips.push(Arc::new(clip));
            }
        }
    }
}

/// The files beside a model that may have clips for it: those in the same format.
fn clip_files(path_of_model: &Path, folder: &Path) -> Vec<ClipFile> {
    let (Some(stem), Ok(entries)) = (path_of_model.file_stem(), std::fs::read_dir(folder)) else {
        return Vec::new();
    };
    let begin = format!("{}_", stem.to_string_lossy());
    let ending = |path: &Path| path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
    let file = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.ok()?.path();
        let is_same = ending(&path) == ending(path_of_model);
        let name = path.file_stem()?.to_string_lossy().strip_prefix(&begin)?.to_owned();
        is_same.then_some(ClipFile { name, path })
    };
    let mut files: Vec<_> = entries.filter_map(file).collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use course::root;

    #[test]
    fn the_knight_finds_the_clips_beside_him() {
        let path = root().join("assets/knight/knight.dae");
        let knight = read(&path).unwrap();
        let beside = clips_beside(&path, &knight);
        let clips = || knight.clips.iter().chain(&beside.clips);
        let names: Vec<_> = clips().map(|clip| clip.name.as_str()).collect();
        assert_eq!(names, ["knight", "fall", "jump", "land", "punch", "run", "swing", "walk"]);
        assert_eq!(beside.notes, [""; 0]);
        assert!(clips().all(|clip| clip.channels.len() == 23), "22 joints, and the node above them");
        assert_eq!(beside.paths.len(), 1 + beside.clips.len());
        let named = |path: &Path| all_clips(path, &read(path).unwrap()).clips[0].name.clone();
        let tick = root().join("assets/joints/tick.dae");
        assert_eq!(
            [named(&path), named(&tick)],
            ["idle", "tick"],
            "a tick has curves beside it, but no walk"
        );
    }

    #[test]
    fn a_model_without_company_has_its_own_clips() {
        let path = root().join("assets/joints/heron.dae");
        let heron = read(&path).unwrap();
        assert_eq!(heron.clips.len(), 1);
        assert_eq!(clips_beside(&path, &heron).clips, []);
        assert_eq!(clips_beside(Path::new("/"), &heron).clips, []);
    }
}
