//! Records keys, and plays them again to prove that the game ends in the same state.

use glam::Vec3;
use ground::{Recorded, in_short};
use stage::{Frame, Panel};

/// The activity of a replay in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Does {
    Nothing,
    Records,
    /// It plays back, with the index of the next tick's keys.
    Plays(usize),
}

/// The recorded keys of a player, or of a whole game.
pub struct Replay<P: Recorded> {
    /// The state before the first recorded tick, and then the keys of each tick.
    start: Option<P>,
    keys: Vec<P::Controls>,
    /// The state after the last recorded tick, as bytes.
    end: Option<Vec<u8>>,
    does: Does,
    /// True if playback has ended in the recorded state, none if it has not ended.
    same: Option<bool>,
}

impl<P: Recorded> Default for Replay<P> {
    fn default() -> Self {
        Self { start: None, keys: Vec::new(), end: None, does: Does::Nothing, same: None }
    }
}

impl<P: Recorded> Replay<P> {
    /// Returns the keys of a tick, those that are pressed or, in playback, the recorded ones.
    pub fn keys(&mut self, pressed: P::Controls) -> P::Controls {
        match self.does {
            Does::Records => self.keys.push(pressed),
            Does::Plays(tick) => return self.keys.get(tick).copied().unwrap_or(pressed),
            Does::Nothing => {}
        }
        pressed
    }

    /// Counts a tick, and compares the state at the end of a playback.
    pub fn tick(&mut self, player: &P) {
        let Does::Plays(tick) = self.does else { return };
        self.does = Does::Plays(tick + 1);
        if tick + 1 >= self.keys.len() {
            self.does = Does::Nothing;
            self.same = Some(self.end.as_ref().is_some_and(|end| *end == player.to_bytes()));
        }
    }

    /// Stops recording or playback, as before the player is put elsewhere.
    pub fn stop(&mut self, player: &P) {
        if self.does == Does::Records {
            self.end = Some(player.to_bytes());
        }
        self.does = Does::Nothing;
    }

    /// Drops the recording, as when the level has changed.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Shows controls to record and play back. Returns the state to start from when playback begins.
    pub fn panel(&mut self, panel: &mut Panel<'_>, player: &P) -> Option<P> {
        let mut begins = None;
        if self.does == Does::Records {
            if panel.command("stop") {
                self.stop(player);
            }
        } else if panel.command("record") {
            *self = Self { start: Some(player.clone()), does: Does::Records, ..Self::default() };
        }
        panel.same_line();
        if panel.command("play again") && !self.keys.is_empty() {
            self.stop(player);
            (self.does, self.same) = (Does::Plays(0), None);
            begins = self.start.clone();
        }
        panel.number("replay", &self.words());
        begins
    }

    /// Adds handles for scripts at the player's place, one with a hash of the state after a recording.
    pub fn handles(&self, frame: &mut Frame<'_>, at: Vec3) {
        frame.handle("player", at);
        if let Some(end) = &self.end {
            let what = if self.same == Some(true) { "again the same" } else { "recorded" };
            frame.handle(format!("{what}: {:016x}", in_short(end)), at);
        }
    }

    fn words(&self) -> String {
        let ticks = self.keys.len();
        match (self.does, &self.end) {
            _ if self.start.is_none() => "nothing is recorded".to_owned(),
            (Does::Records, _) => format!("records: tick {ticks}"),
            (Does::Plays(tick), _) => format!("plays: tick {tick} of {ticks}"),
            (Does::Nothing, Some(end)) => {
                let proof = match self.same {
                    None => "recorded",
                    Some(true) => "the same",
                    Some(false) => "NOT THE SAME",
                };
                format!("{ticks} ticks, {proof}: {:016x}", in_short(end))
            }
            (Does::Nothing, None) => format!("{ticks} ticks"),
        }
    }
}
