//! The models that a lesson can show.

use super::{Gl, Live, asset_path};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The model that the command line names, or the lesson's own, each as a name and a file in `assets/`.
///
/// `read` makes of each what the lesson needs, now and whenever the file is saved; it is told whether it is the
/// lesson's own. What else it looks at it adds to the list.
pub fn open_models<T: 'static>(
    gl: &Gl,
    model: Option<&Path>,
    own: &[(&str, &str)],
    read: impl Fn(&Path, bool, &mut Vec<PathBuf>) -> Result<T> + Clone + 'static,
) -> Result<Vec<(String, Rc<Live<T>>)>> {
    let open = |path: PathBuf, is_own: bool| {
        let read = read.clone();
        gl.file(path, move |path, others| read(path, is_own, others))
    };
    let Some(path) = model else {
        return own
            .iter()
            .map(|(name, asset)| Ok(((*name).to_owned(), open(asset_path(asset), true)?)))
            .collect();
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(vec![(name, open(path.to_owned(), false)?)])
}
