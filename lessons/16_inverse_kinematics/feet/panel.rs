//! The instruments: the ground, what his feet do about it, and what is shown.

use super::hills::{Hills, Profile};
use super::prints::Prints;
use super::walker::Request;
use stage::Panel;

/// Choices and switches of the panel.
pub struct Instruments {
    /// The ground that was chosen. It may have been dragged since.
    profile: Profile,
    pub request: Request,
    pub marks: bool,
    pub chart: bool,
}

impl Instruments {
    /// Begins on ground whose round is so many metres long.
    pub fn new(round: f32) -> Self {
        let profile = Profile::Hills;
        let request = Request { hills: Hills::new(profile, round), fits: true, holds: true, lowers: true };
        Self { profile, request, marks: true, chart: true }
    }

    pub fn show(&mut self, prints: &Prints, panel: &mut Panel<'_>) {
        let (was, request) = (self.profile, &mut self.request);
        let profiles = [(Profile::Flat, "flat"), (Profile::Hills, "hills"), (Profile::Steps, "steps")];
        panel.choice_of("ground", &mut self.profile, &profiles);
        if self.profile != was {
            request.hills = Hills::new(self.profile, request.hills.round);
        }
        panel.heading("What is done");
        panel.switches([
            ("feet", &mut request.fits),
            ("hold", &mut request.holds),
            ("pelvis", &mut request.lowers),
        ]);
        panel.heading("What is shown");
        panel.switches([("marks", &mut self.marks), ("chart", &mut self.chart)]);
        panel.heading("How they stand");
        let slid = 1000.0 * prints.slid();
        panel.number("slid", &format!("slid while standing  {slid:5.0} mm"));
        panel.note("Drag the dots of the ground up and down, and the point that he looks at.");
    }
}
