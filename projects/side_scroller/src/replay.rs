//! Keys that are recorded, and played again with a proof that the end is the same.

use glam::Vec3;
use ground::{Recorded, Recording, in_short};
use stage::{Frame, Panel};

/// State of the replay.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Does {
    Nothing,
    Records,
    /// It plays, and this is the next tick.
    Plays(usize),
}

/// Result of playing again.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Proof {
    None,
    Same,
    Differs,
}

/// Request to the player after a button.
#[derive(Clone, Debug, PartialEq)]
pub enum Request<P> {
    /// To go on.
    Nothing,
    /// To be as at the recording's start.
    Begin(P),
}

/// A replay for a player's keys, or for a whole game's.
pub struct Replay<P: Recorded> {
    recording: Option<Recording<P>>,
    /// State of the player at the end, in bytes.
    end: Option<Vec<u8>>,
    does: Does,
    proof: Proof,
}

impl<P: Recorded> Default for Replay<P> {
    fn default() -> Self {
        Self { recording: None, end: None, does: Does::Nothing, proof: Proof::None }
    }
}

impl<P: Recorded> Replay<P> {
    /// The keys of a tick: those that are pressed, or those of the replay.
    pub fn keys(&mut self, pressed: P::Controls) -> P::Controls {
        match (self.does, &mut self.recording) {
            (Does::Records, Some(recording)) => recording.press(pressed),
            (Does::Plays(tick), Some(recording)) => return recording.keys(tick).unwrap_or(pressed),
            _ => {}
        }
        pressed
    }

    /// A tick has passed. At the end of the replay the player is compared.
    pub fn tick(&mut self, player: &P) {
        let (Does::Plays(tick), Some(recording)) = (self.does, &self.recording) else { return };
        self.does = Does::Plays(tick + 1);
        if tick + 1 >= recording.ticks() {
            self.does = Does::Nothing;
            let same = self.end.as_ref().is_some_and(|end| *end == player.to_bytes());
            self.proof = if same { Proof::Same } else { Proof::Differs };
        }
    }

    /// Ends what it does: the player is put elsewhere.
    pub fn stop(&mut self, player: &P) {
        if self.does == Does::Records {
            self.end = Some(player.to_bytes());
        }
        self.does = Does::Nothing;
    }

    /// The level is another one: nothing that was recorded fits it.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Shows what it does, and lets it record and play.
    pub fn panel(&mut self, panel: &mut Panel<'_>, player: &P) -> Request<P> {
        let mut request = Request::Nothing;
        if self.does == Does::Records {
            if panel.command("stop") {
                self.stop(player);
            }
        } else if panel.command("record") {
            self.recording = Some(Recording::new(player.clone()));
            (self.end, self.does, self.proof) = (None, Does::Records, Proof::None);
        }
        panel.same_line();
        if panel.command("play again") && self.recording.is_some() {
            self.stop(player);
            if let Some(recording) = self.recording.as_ref().filter(|recording| recording.ticks() > 0) {
                (self.does, self.proof) = (Does::Plays(0), Proof::None);
                request = Request::Begin(recording.start().clone());
            }
        }
        panel.number("replay", &self.words());
        request
    }

    /// Names the place where the player is; and his state at the end, in short, once a recording has ended.
    pub fn handles(&self, frame: &mut Frame<'_>, at: Vec3) {
        frame.handle("player", at);
        if let Some(end) = &self.end {
            let what = if self.proof == Proof::Same { "again the same" } else { "recorded" };
            frame.handle(format!("{what}: {:016x}", in_short(end)), at);
        }
    }

    fn words(&self) -> String {
        let Some(recording) = &self.recording else { return "nothing is recorded".to_owned() };
        let ticks = recording.ticks();
        match (self.does, &self.end) {
            (Does::Records, _) => format!("records: tick {ticks}"),
            (Does::Plays(tick), _) => format!("plays: tick {tick} of {ticks}"),
            (Does::Nothing, Some(end)) => {
                let proof = match self.proof {
                    Proof::None => "recorded",
                    Proof::Same => "the same",
                    Proof::Differs => "NOT THE SAME",
                };
                format!("{ticks} ticks, {proof}: {:016x}", in_short(end))
            }
            (Does::Nothing, None) => format!("{ticks} ticks"),
        }
    }
}
