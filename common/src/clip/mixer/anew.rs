//! A fade that begins anew, while the motion to which it leads goes on.

use super::{Mixer, Source};

impl<S: Source> Mixer<S> {
    /// Begins the fade to the motion that is played anew. The motion goes on.
    pub fn fade_anew(&mut self, seconds: f32) {
        self.fade.begin(&self.pose, seconds);
    }
}
