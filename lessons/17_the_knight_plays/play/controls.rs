//! What is pressed, and what can be switched.

use ground::Ways;
use play::Buttons;
use side_scroller::time;
use stage::{Input, Panel};

/// What helps those who jump: each can be switched off, to feel what it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Helps {
    by_key: bool,
    grace: bool,
    early: bool,
}

impl Helps {
    /// These ways, without what is switched off.
    pub fn of(self, ways: Ways) -> Ways {
        Ways {
            by_key: self.by_key,
            grace: if self.grace { ways.grace } else { 0 },
            early: if self.early { ways.early } else { 0 },
            ..ways
        }
    }
}

/// What the panel switches.
pub struct Controls {
    pub helps: Helps,
    pub follows: bool,
    pub flat: bool,
    /// How dark it is, and whether the knight's lamp shines.
    pub night: f32,
    pub lamp: bool,
    pub mesh: bool,
    pub triangle: bool,
    pub support: bool,
    pub spheres: bool,
    pub skeleton: bool,
    pub graph: bool,
}

impl Default for Controls {
    fn default() -> Self {
        Self {
            helps: Helps { by_key: true, grace: true, early: true },
            follows: true,
            flat: false,
            night: 0.0,
            lamp: true,
            mesh: false,
            triangle: false,
            support: false,
            spheres: false,
            skeleton: false,
            graph: false,
        }
    }
}

impl Controls {
    /// Answers keys that change what is seen.
    pub fn update(&mut self, input: &Input) {
        self.lamp ^= input.pressed(crate::LAMP);
    }

    pub fn night_panel(&mut self, panel: &mut Panel<'_>) {
        panel.slider("night", &mut self.night, 0.0..=1.0, "%.2f");
    }

    /// What one plays in.
    pub fn panel(&mut self, panel: &mut Panel<'_>) {
        self.night_panel(panel);
        panel.switch("lamp (F)", &mut self.lamp);
        panel.same_line();
        panel.switch("follow", &mut self.follows);
        panel.same_line();
        panel.switch("flat", &mut self.flat);
    }

    /// What is behind the picture.
    pub fn behind_panel(&mut self, panel: &mut Panel<'_>) {
        panel.heading("Behind the picture");
        panel.switch("mesh", &mut self.mesh);
        panel.same_line();
        panel.switch("triangle", &mut self.triangle);
        panel.same_line();
        panel.switch("support", &mut self.support);
        panel.switch("spheres", &mut self.spheres);
        panel.same_line();
        panel.switch("skeleton", &mut self.skeleton);
        panel.same_line();
        panel.switch("graph", &mut self.graph);
    }
}

/// The switches of what helps those who jump, each with what it does.
pub fn helps(panel: &mut Panel<'_>, helps: &mut Helps) {
    panel.heading("Jump");
    panel.switch("held higher", &mut helps.by_key);
    panel.same_line();
    panel.switch("grace", &mut helps.grace);
    panel.same_line();
    panel.switch("early", &mut helps.early);
    panel.note("By how long the key is held; a tenth of a second behind an edge; just before he lands.");
}

/// What is pressed now, and what was since the last tick.
pub fn pressed(before: Buttons, input: &Input) -> Buttons {
    let held = |action| input.held(action);
    let now = Buttons {
        keys: time::pressed(before.keys, input),
        walk: held(crate::WALK),
        punch: held(crate::PUNCH),
        swing: held(crate::SWING),
        take: held(crate::TAKE),
        exchange: held(crate::EXCHANGE),
    };
    Buttons::from_bits(before.to_bits() | now.to_bits())
}
