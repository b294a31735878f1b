//! The windows beside the view, and their menu: onion skins, curves, and the history.

use crate::AnimationEditor;
use crate::editor::Editor;
use crate::saves::EditorSaves;
use crate::seeing::Seeing;
use anyhow::Result;
use common::pose::Pose;
use common::transform::Transform;
use editor::drafts::MOST_STEPS;
use editor::drafts::folder::Listed;
use gl::asset_path;
use gl::colour::{ACCENT, AXES, FAINT, INK};
use stage::{Branch, Panel, Panels, Plot, PlotCurve};

/// The models that are offered, as files in `assets/`.
const MODELS: [&str; 5] =
    ["knight/knight.dae", "cylinder/cylinder.dae", "joints/tick.dae", "joints/heron.dae", "gltf/ways.gltf"];

/// The rows of saves that are visible at once.
const SAVES: f32 = 10.0;

/// The windows that are open, and the contents of those for files.
#[derive(Default)]
pub struct Windows {
    pub curves: bool,
    pub history: bool,
    opens: bool,
    saves_as: bool,
    /// All saves at the time when the window was opened.
    listed: Vec<(String, Vec<Listed>)>,
    /// The name to save under.
    name: String,
}

impl Windows {
    /// Shows the files to open.
    pub fn show_saves(&mut self, saves: &EditorSaves) -> Result<()> {
        self.listed = saves.all()?;
        self.opens = true;
        Ok(())
    }

    /// Asks for a name to save under.
    pub fn ask_name(&mut self, saves: &EditorSaves) {
        (self.saves_as, self.name) = (true, saves.stem.clone());
    }

    /// Closes the windows for a file or for a name; returns true if one was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.opens) | std::mem::take(&mut self.saves_as)
    }
}

pub fn show(lesson: &mut AnimationEditor, panels: &mut Panels<'_>) {
    let AnimationEditor { editor, seeing, windows, timeline, saves, opened, told, .. } = lesson;
    panels.menu("View", |menu| {
        menu.switch("Skeleton", &mut seeing.skeleton);
        menu.switch("Onion skins", &mut seeing.onion);
        menu.switch("Trail", &mut seeing.trail);
        menu.switch("Curves", &mut windows.curves);
        menu.switch("History", &mut windows.history);
        menu.separator();
        menu.switch("Snap to frames", &mut timeline.snaps);
    });
    let mut onion = seeing.onion;
    panels.floating("Onion skins", &mut onion, |panel| show_skins(seeing, editor, panel));
    seeing.onion = onion;
    panels.floating("Curves", &mut windows.curves, |panel| show_curves(editor, panel));
    let mut opens = windows.opens;
    panels.floating("Open", &mut opens, |panel| windows.show_to_open(panel));
    windows.opens &= opens;
    let mut is_accepted = false;
    panels.floating("Save as", &mut windows.saves_as, |panel| {
        is_accepted = panel.text_field("name", &mut windows.name);
        is_accepted |= panel.command("Save under this name");
        panel.note("A folder of its own among the saves. Nothing there is written over.");
    });
    if is_accepted {
        windows.saves_as = false;
        editor.let_go();
        let saved = saves.save_as(&windows.name, &opened.asset, editor);
        *told = Some(saved.unwrap_or_else(|error| format!("{error:#}")));
    }
    panels.floating("History", &mut windows.history, |panel| show_history(editor, panel));
}

impl Windows {
    /// The saves, of which a name means the newest, and the models of the workbook. Any other file can be dropped onto
    /// the window.
    fn show_to_open(&mut self, panel: &mut Panel<'_>) {
        let (mut paths, mut rows) = (Vec::new(), Vec::new());
        for (name, saves) in &self.listed {
            let row = |depth, name, colour| Branch { depth, name, end: "", colour, solid: depth == 0 };
            rows.push(row(0, name, ACCENT));
            rows.extend(saves.iter().map(|save| row(1, &save.stamp, FAINT)));
            paths.extend(saves.first().into_iter().chain(saves).map(|save| save.path.clone()));
        }
        let mut chosen = None;
        match rows.is_empty() {
            true => panel.note("There is no save yet. Ctrl+S makes one."),
            false => drop(panel.tree("save", SAVES, &rows, &mut chosen)),
        }
        let mut path = chosen.map(|save| paths[save].clone());
        panel.heading("Models");
        for model in MODELS {
            if panel.command(model) {
                path = Some(asset_path(model));
            }
        }
        panel.note("Or drop a .glb, a .gltf, a .dae or a save onto the window.");
        if let Some(path) = path {
            self.opens = false;
            panel.open_model(path);
        }
    }
}

fn show_skins(seeing: &mut Seeing, editor: &Editor, panel: &mut Panel<'_>) {
    panel.slider("before", &mut seeing.before, 0.0..=5.0, "%.0f");
    panel.slider("after", &mut seeing.after, 0.0..=5.0, "%.0f");
    panel.slider("faint", &mut seeing.faint, 0.3..=0.95, "%.2f");
    let mut options = vec![(None, "none")];
    let animations = editor.document().animations.iter().enumerate();
    options.extend(animations.map(|(index, animation)| (Some(index), animation.name.as_str())));
    panel.choice_of("beside it", &mut seeing.other, &options);
    panel.note("Blue: the keys before. Orange: the keys after.");
}

/// The curves of the active joint: its distance from rest, its rotation, its scale.
fn show_curves(editor: &Editor, panel: &mut Panel<'_>) {
    let (Some(animation), Some(joint)) = (editor.animation(), editor.chosen.active()) else {
        panel.note("Choose a joint.");
        return;
    };
    let rest = editor.rig.rest[joint];
    let mut pose = Pose::new();
    let moments = (0..=SAMPLES).map(|i| animation.seconds * f32::from(i) / f32::from(SAMPLES));
    let mut at = |time: f32| {
        animation.pose_into(&editor.rig.rest, time, &mut pose);
        (time, pose[joint])
    };
    let sampled: Vec<(f32, Transform)> = moments.map(&mut at).collect();
    let keys: Vec<(f32, Transform)> = animation.key_times(joint).into_iter().map(&mut at).collect();
    let colour = |part: usize| AXES.get(part).copied().unwrap_or(INK);
    let now = panel.clock.time;
    let show =
        |panel: &mut Panel<'_>, name: &str, parts: usize, number: &dyn Fn(&Transform, usize) -> f32| {
            let curve = |part: usize| {
                let points =
                    |all: &[(f32, Transform)]| all.iter().map(|(at, one)| [*at, number(one, part)]).collect();
                PlotCurve { colour: colour(part), line: points(&sampled), dots: points(&keys) }
            };
            let curves: Vec<PlotCurve> = (0..parts).map(curve).collect();
            panel.note(name);
            let values = -0.05..=0.05;
            panel.plot(
                name,
                &Plot { seconds: 0.0..=animation.seconds, now, height: 62.0, values, curves: &curves },
            );
        };
    show(panel, "place, from rest", 3, &|one, part| one.translation[part] - rest.translation[part]);
    show(panel, "rotation, as a quaternion", 4, &|one, part| one.rotation.to_array()[part]);
    show(panel, "scale", 3, &|one, part| one.scale[part]);
    for (part, name) in ["x", "y", "z", "w"].into_iter().enumerate() {
        panel.named(name, colour(part));
        panel.same_line();
    }
    panel.note("dots: the keys");
}

/// Number of pieces of a curve.
const SAMPLES: u8 = 100;

/// Shows all steps; those that are undone are pale.
fn show_history(editor: &mut Editor, panel: &mut Panel<'_>) {
    let done = editor.draft.history.done();
    let mut names = vec!["as it was opened".to_owned()];
    names.extend(editor.draft.history.names().map(str::to_owned));
    let ends: Vec<String> = (0..names.len()).map(|step| step.to_string()).collect();
    let rows = names.iter().zip(&ends).enumerate();
    let branches: Vec<Branch<'_>> = rows
        .map(|(step, (name, end))| {
            let is_done = step <= done;
            Branch { depth: 0, name, end, colour: if is_done { INK } else { FAINT }, solid: is_done }
        })
        .collect();
    let mut chosen = Some(done);
    if panel.tree("step", 10.0, &branches, &mut chosen)
        && let Some(step) = chosen
    {
        editor.go_to(step);
    }
    match editor.draft.history.forgotten() {
        0 => panel.note(&format!("The last {MOST_STEPS} steps are kept.")),
        count => {
            panel.note(&format!("The last {MOST_STEPS} steps are kept. {count} older ones are forgotten."))
        }
    }
}
