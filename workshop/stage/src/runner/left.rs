//! The panel at the left.

use crate::guard::Guarded;
use crate::panel::PANEL_WIDTH;
use crate::panels::FIXED;
use crate::{Lens, Lesson, Pace, Panel};
use imgui::{Condition, Ui, WindowFlags};

/// The beginning of the panel, which never changes.
pub struct Heading {
    pub title: String,
    pub summary: String,
    /// The tool's sentence about the lessons before it.
    pub not_done: Option<String>,
}

impl Heading {
    /// The heading of a lesson.
    pub fn of(info: &course::LessonInfo) -> Self {
        let summary = info.about.data.summary.clone();
        Self { title: info.heading(), summary, not_done: std::env::var(course::NOT_DONE).ok() }
    }
}

/// The panel at the left, below a row of this height. The help on keys is at its end: below the part that scrolls, if not
/// all of it fits.
pub fn show<L: Lesson>(
    panel: &mut Panel<'_>,
    lesson: &mut Guarded<L>,
    heading: &Heading,
    help: &str,
    top: f32,
) {
    let ui: &Ui = panel.ui();
    let height = ui.io().display_size[1] - top;
    let width = PANEL_WIDTH * panel.scale();
    let [aside, above] = ui.clone_style().window_padding;
    let [_, help_height] = ui.calc_text_size_with_opts(help, false, width - 2.0 * aside);
    let foot = if panel.memory.overflows { help_height + above } else { 0.0 };
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
            lesson.call(|lesson| lesson.panel(panel));
            if !panel.camera.flat {
                let mut lens = usize::from(panel.camera.lens == Lens::Orthographic);
                panel.heading("View");
                panel.choice("projection", &mut lens, &["perspective", "parallel"]);
                panel.camera.lens = if lens == 0 { Lens::Perspective } else { Lens::Orthographic };
            }
            if L::PACE == Pace::Transport && lesson.call(|lesson| lesson.motion()).flatten().is_some() {
                panel.transport();
            }
            let [_, end] = ui.cursor_pos();
            let left = height - (end + help_height + above);
            panel.memory.overflows = left < 0.0;
            panel.memory.room = left + std::mem::take(&mut panel.memory.taken);
            if foot == 0.0 {
                panel.note(help);
            }
        });
    if foot > 0.0 {
        ui.window("keys")
            .position([0.0, top + height - foot], Condition::Always)
            .size([width, foot], Condition::Always)
            .flags(
                FIXED
                    | WindowFlags::NO_INPUTS
                    | WindowFlags::NO_SCROLLBAR
                    | WindowFlags::NO_FOCUS_ON_APPEARING,
            )
            .bg_alpha(0.0)
            .build(|| {
                ui.set_cursor_pos([0.0, 0.0]);
                ui.separator();
                panel.note(help);
            });
    }
}
