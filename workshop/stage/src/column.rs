//! Shows the column at the right of the view: what `F3` finds, and what `F4`'s checks say.

use crate::Panels;
use crate::exercises::Exercises;
use crate::inspect::Inspector;
use crate::panel::PANEL_WIDTH;
use imgui::{TabBarFlags, TabItem, TabItemFlags};

/// Shows the inspector and the checks' report in a tab each, as far as they are open. A new one comes to the front.
pub fn show(panels: &mut Panels<'_>, inspector: &mut Inspector, exercises: &mut Option<Exercises>) {
    let exercises = exercises.as_mut().filter(|exercises| exercises.is_open);
    if !inspector.open && exercises.is_none() {
        return;
    }
    panels.right(PANEL_WIDTH, |panel| {
        let ui = panel.ui();
        let _bar = ui.tab_bar_with_flags("column", TabBarFlags::AUTO_SELECT_NEW_TABS);
        if inspector.open
            && let Some(_tab) = ui.tab_item_with_opened("F3 inspect", &mut inspector.open)
        {
            inspector.show(panel);
        }
        if let Some(exercises) = exercises {
            let flags = if exercises.is_new { TabItemFlags::SET_SELECTED } else { TabItemFlags::empty() };
            let tab = TabItem::new("F4 check").opened(&mut exercises.is_open).flags(flags);
            if let Some(_tab) = tab.begin(ui) {
                exercises.show_report(panel);
            }
        }
    });
}
