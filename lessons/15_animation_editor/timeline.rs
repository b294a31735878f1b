//! The dope sheet below the view: its visible part of the animation, and the edits in it.

use crate::editor::Editor;
use editor::dope_sheet::{Sheet, SheetAct, SheetKeys, SheetRow, SheetView, dope_sheet};
use gl::Model;
use stage::{KeyPress, Panel};

/// Height of the dope sheet, at scale 1.
pub const HEIGHT: f32 = 190.0;

/// The dope sheet, its view, and the time at its playhead.
#[derive(Default)]
pub struct Timeline {
    pub view: SheetView,
    pub time: f32,
    /// The time to seek, if any.
    pub seeks: Option<f32>,
    /// True if panels are shown. Without them there are no signs either.
    pub is_shown: bool,
    /// True if the rows of all joints are shown, and not only of the chosen ones.
    unfolded: bool,
    /// The joints that can have a row.
    pub joints: Vec<usize>,
}

impl Timeline {
    /// A dope sheet for the joints of a model, and for every other node that moves.
    pub fn new(scene: &Model, editor: &Editor) -> Self {
        let mut joints: Vec<usize> = scene.skeletons.joints().map(|(node, _)| node).collect();
        let channels = editor.document().animations.iter().flat_map(|animation| &animation.channels);
        joints.extend(channels.map(|channel| channel.joint));
        joints.sort_unstable();
        joints.dedup();
        Self { joints, ..Self::default() }
    }

    pub fn begin(&mut self, time: f32) {
        (self.time, self.is_shown) = (time, false);
    }

    /// Answers a key, if the mouse is over the dope sheet.
    pub fn key(&mut self, press: &KeyPress, editor: &mut Editor) -> bool {
        self.is_shown && self.view.key(press.key, press.repeat, &mut editor.draft)
    }

    /// Shows the dope sheet, and carries out the actions in it.
    pub fn show(&mut self, panel: &mut Panel<'_>, scene: &Model, editor: &mut Editor) {
        self.is_shown = true;
        let Some(sheet) = self.sheet(scene, editor, panel.clock.time) else {
            self.view.let_go();
            panel.note("There is no animation. Add one at the left.");
            return;
        };
        match dope_sheet(panel, "keys", &sheet, &mut self.view, &mut editor.draft) {
            Some(SheetAct::Scrub(time)) => panel.clock.scrub(time),
            Some(SheetAct::Choose { joint, toggle }) => editor.chosen.click(joint, toggle),
            Some(SheetAct::Unfold(unfolded)) => self.unfolded = unfolded,
            None => {}
        }
    }

    /// Returns the rows of the chosen joints and, if they are unfolded, of all that have keys.
    fn sheet<'a>(&self, scene: &'a Model, editor: &Editor, now: f32) -> Option<Sheet<'a>> {
        let (animation, selection) = (editor.animation()?, &editor.document().selection);
        let row = |&joint: &usize| {
            let keys =
                SheetKeys { times: animation.key_times(joint), selected: selection.times_of(joint).to_vec() };
            let (name, colour) = (&scene.asset.rig.skeleton.joints()[joint].name, scene.colour(joint));
            SheetRow { joint, name, colour, keys, chosen: editor.chosen.contains(joint) }
        };
        let is_shown = |&&joint: &&usize| self.unfolded || editor.chosen.contains(joint);
        let rows = self.joints.iter().filter(is_shown).map(row);
        let rows = rows.filter(|row| row.chosen || !row.keys.times.is_empty()).collect();
        let columns = SheetKeys { times: animation.columns(), selected: selection.times() };
        Some(Sheet { columns, rows, unfolded: self.unfolded, end: animation.seconds, now })
    }
}
