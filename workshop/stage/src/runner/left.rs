//! Shows the panel at the left.

use crate::panel::PANEL_WIDTH;
use crate::panels::FIXED;
use crate::scenes::Scenes;
use crate::{Pace, Panel};
use imgui::{Condition, Style, Ui, WindowFlags};

/// The panel's beginning, with the lesson's title.
pub struct Heading {
    /// The lesson's number, or 0 for another program.
    pub number: u8,
    /// True if the lesson may show a model of the user's.
    pub takes_model: bool,
    pub title: String,
    pub summary: String,
    /// The tool's sentence about earlier lessons that are not done.
    pub not_done: Option<String>,
}

impl Heading {
    pub fn of(info: &course::LessonInfo) -> Self {
        let course::About { summary, takes_model, .. } = &info.about.data;
        let (summary, takes_model) = (summary.clone(), *takes_model);
        Self {
            number: info.number,
            takes_model,
            title: info.heading(),
            summary,
            not_done: std::env::var(course::NOT_DONE).ok(),
        }
    }
}

/// Shows the panel at the left, below a row of this height. The transport bar, if there is one, and the help
/// on keys stay below the part that scrolls. Returns the scene that the user has chosen, if there are several.
pub fn show(
    panel: &mut Panel<'_>,
    lesson: &mut Scenes,
    heading: &Heading,
    help: &str,
    top: f32,
    pace: Pace,
) -> Option<usize> {
    let has_time = pace.seconds().is_some();
    // No key stands in another row than what it does.
    let help = &help.replace(' ', "\u{a0}").replace("·\u{a0}", "· ");
    let ui: &Ui = panel.ui();
    let height = ui.io().display_size[1] - top;
    let width = PANEL_WIDTH * panel.scale();
    let Style { window_padding: [aside, above], item_spacing: [_, gap], .. } = ui.clone_style();
    let time = if has_time { panel.transport_height() + gap } else { 0.0 };
    let [_, help_height] = ui.calc_text_size_with_opts(help, false, width - 2.0 * aside);
    let foot = time + help_height + above;
    let (names, shown) = lesson.names();
    let mut scene = shown;
    ui.window("panel")
        .position([0.0, top], Condition::Always)
        .size([width, height - foot], Condition::Always)
        .flags(FIXED.difference(WindowFlags::NO_NAV))
        .focused(panel.memory.enters())
        .bg_alpha(0.0)
        .build(|| {
            {
                let _font = ui.push_font(panel.fonts.title);
                ui.text_wrapped(&heading.title);
            }
            panel.note(&heading.summary);
            if let Some(not_done) = &heading.not_done {
                panel.told(not_done);
            }
            ui.separator();
            if names.len() > 1 {
                panel.choice("scene", &mut scene, &names);
            }
            lesson.call(|lesson| lesson.panel(panel));
            let [_, end] = ui.cursor_pos();
            panel.memory.room.left = height - foot - end + std::mem::take(&mut panel.memory.room.taken);
        });
    let flags = if has_time { FIXED - WindowFlags::NO_NAV } else { FIXED | WindowFlags::NO_INPUTS };
    ui.window("keys")
        .position([0.0, top + height - foot], Condition::Always)
        .size([width, foot], Condition::Always)
        .flags(flags | WindowFlags::NO_SCROLLBAR | WindowFlags::NO_FOCUS_ON_APPEARING)
        .focused(has_time && panel.memory.enters())
        .bg_alpha(0.0)
        .build(|| {
            ui.set_cursor_pos([aside, 0.0]);
            ui.separator();
            if has_time {
                panel.transport();
                ui.separator();
            }
            panel.note(help);
        });
    (scene != shown).then_some(scene)
}
