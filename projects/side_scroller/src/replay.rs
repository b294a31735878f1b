//! Keys that are recorded, and played again with a proof that the end is the same.

use glam::Vec3;
use ground::{Recorded, in_short};
use stage::{Frame, Panel};

/// State of the replay.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Does {
    Nothing,
    Records,
    /// It plays, and this is the next tick.
    Plays(usize),
}

/// A replay for a player's keys, or for a whole game's.
pub struct Replay<P: Recorded> {
    /// The player before the first tick, if anything is recorded, and the keys of each tick.
    start: Option<P>,
    keys: Vec<P::Controls>,
    /// State of the player at the end, in bytes.
    end: Option<Vec<u8>>,
    does: Does,
    /// Whether it ended in the same way when it was played again.
    same: Option<bool>,
}

impl<P: Recorded> Default for Replay<P> {
    fn default() -> Self {
        Self { start: None, keys: Vec::new(), end: None, does: Does::Nothing, same: None }
    }
}

impl<P: Recorded> Replay<P> {
    /// The keys of a tick: those that are pressed, or those of the replay.
    pub fn keys(&mut self, pressed: P::Controls) -> P::Controls {
        match self.does {
            Does::Records => self.keys.push(pressed),
            Does::Plays(tick) => return self.keys.get(tick).copied().unwrap_or(pressed),
            Does::Nothing => {}
        }
        pressed
    }

    /// A tick has passed. At the end of the replay the player is compared.
    pub fn tick(&mut self, player: &P) {
        let Does::Plays(tick) = self.does else { return };
        self.does = Does::Plays(tick + 1);
        if tick + 1 >= self.keys.len() {
            self.does = Does::Nothing;
            self.same = Some(self.end.as_ref().is_some_and(|end| *end == player.to_bytes()));
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

    /// Shows what it does, and lets it record and play. To play, the player must be as it was at the start, which is
    /// returned then.
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

    /// Names the place where the player is; and his state at the end, in short, once a recording has ended.
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
