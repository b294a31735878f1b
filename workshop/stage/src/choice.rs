//! Holds the models that a lesson can show, and which one it shows.

use crate::Panel;
use anyhow::Result;
use gl::{Gl, HotReload, asset_path};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The models that a lesson can show, each reloaded whenever its file is saved.
pub struct Models<T> {
    /// The models with their names, at least one.
    all: Vec<(String, Rc<HotReload<T>>)>,
    index: usize,
}

impl<T: 'static> Models<T> {
    /// Opens the command line's model, or else the lesson's own, each given as a name and a file in `assets/`.
    ///
    /// `read` turns each into the value that the lesson needs; its third argument is true for the lesson's
    /// own. It adds the other paths that it reads to the list.
    pub fn open<const N: usize>(
        gl: &Gl,
        model: Option<&Path>,
        own: [(&str, &str); N],
        read: impl Fn(&Gl, &Path, bool, &mut Vec<PathBuf>) -> Result<T> + Clone + 'static,
    ) -> Result<Self> {
        const { assert!(N > 0) };
        let open = |name: &str, path: PathBuf, is_own: bool| {
            let (context, read) = (gl.clone(), read.clone());
            let live = gl.file(path, move |path, others| read(&context, path, is_own, others))?;
            Ok((name.to_owned(), live))
        };
        let all = match model {
            Some(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                vec![open(&name, path.to_owned(), false)?]
            }
            None => {
                let own = own.iter().map(|(name, asset)| open(name, asset_path(asset), true));
                own.collect::<Result<_>>()?
            }
        };
        Ok(Self { all, index: 0 })
    }

    /// Returns the index of the model that is shown.
    pub fn index(&self) -> usize {
        self.index
    }

    pub fn shown(&self) -> Rc<HotReload<T>> {
        self.all[self.index].1.clone()
    }
}

impl Panel<'_> {
    /// Shows the models as a choice, and returns true if the user has chosen another one.
    pub fn model<T>(&mut self, Models { all, index }: &mut Models<T>) -> bool {
        let before = *index;
        let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
        self.choice("model", index, &names);
        *index != before
    }
}
