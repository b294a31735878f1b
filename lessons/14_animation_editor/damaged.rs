//! A damaged save beside a whole one: which of them to go on with is asked.

use crate::editor::Editor;
use crate::foreign::{Foreign, Made};
use common::rig::Rig;
use drafts::folder::Listed;
use editor::Document;
use editor::save::Saved;
use formats::Asset;
use stage::{Panels, Question};
use std::fs;
use std::path::Path;
use std::sync::Arc;

const ANSWERS: [&str; 2] = ["Open the whole one", "Go on with what is left"];

/// Two saves, of which one is opened.
pub struct Choice {
    text: String,
    /// What the other one holds.
    document: Document,
    rig: Arc<Rig>,
    /// Which answer means the other one.
    takes_other: usize,
}

impl Choice {
    /// Looks for what could have been opened instead of a save: a whole one instead of a damaged one, and instead of a whole
    /// one a newer one, of which only the name still tells so. The model of the other one comes with it.
    pub fn find(kept: &mut drafts::Saves<Saved>, path: &Path, opened: &Saved) -> Option<(Self, Asset)> {
        kept.list().ok()?;
        let all = &kept.listed;
        let is_it = |listed: &Listed| is_same_file(&listed.path, path);
        let its_own = all.iter().find(|listed| is_it(listed)).map(|listed| listed.stamp.clone());
        let stamp = its_own.clone().or_else(|| Some(path.file_stem()?.to_string_lossy().into_owned()))?;
        let is_damaged = !opened.damage.is_empty();
        let could_be = |listed: &&Listed| match is_damaged {
            true => !is_it(listed),
            false => its_own.is_some() && listed.saves.is_none() && listed.stamp > stamp,
        };
        let (other, saved) = all.iter().filter(could_be).find_map(|listed| {
            let saved = kept.read(&listed.path).ok()?;
            (saved.damage.is_empty() == is_damaged).then_some((listed.stamp.clone(), saved))
        })?;
        let of = |stamp: String, saved: &Saved| (stamp, saved.document.animations.len());
        let (mut damaged, mut whole) = (of(stamp, opened), of(other, &saved));
        if !is_damaged {
            std::mem::swap(&mut damaged, &mut whole);
        }
        let text = format!(
            "The save of {} is damaged; animations that can be read: {}. The one of {} is whole; its animations: {}. Both \
             files stay as they are.",
            damaged.0, damaged.1, whole.0, whole.1
        );
        let takes_other = usize::from(!is_damaged);
        let rig = Arc::clone(&saved.asset.rig);
        Some((Self { text, document: saved.document, rig, takes_other }, saved.asset))
    }

    /// Asks, if there is something to be asked. Animations for other joints come back, to be offered.
    pub fn ask(choice: &mut Option<Self>, panels: &mut Panels<'_>, editor: &mut Editor) -> Option<Foreign> {
        let question = Question { title: "A damaged save", text: &choice.as_ref()?.text, answers: &ANSWERS };
        let answer = panels.ask(&question)?;
        let Self { document, rig, takes_other, .. } = choice.take()?;
        let made = (answer == takes_other).then_some(Made::Document(document))?;
        Foreign::offer(made, &rig.skeleton, "The animations of that save", editor)
    }
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    let resolved = [one, other].map(fs::canonicalize);
    one == other || matches!(&resolved, [Ok(one), Ok(other)] if one == other)
}
