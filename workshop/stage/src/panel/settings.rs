//! Sets controls from outside by their names, and notes how they are set.

use anyhow::{Result, bail};

/// The controls that are set from outside, and how they are set.
#[derive(Default)]
pub struct Settings {
    /// The controls to be set, as soon as they are shown.
    wanted: Vec<(String, String)>,
    /// The controls that are shown with their values, while they are being noted.
    pub noted: Option<Vec<(String, String)>>,
    /// The names of all controls.
    known: Vec<String>,
    /// The settings that failed, with the reasons.
    refused: Vec<String>,
}

impl Settings {
    /// Sets a control from outside as soon as it is shown.
    pub fn want(&mut self, setting: &(String, String)) {
        self.wanted.push(setting.clone());
    }

    /// Stores a control's value as a setting, if those are collected. The first with a name keeps it.
    pub fn note(&mut self, name: &str, value: impl FnOnce() -> String) {
        if let Some(noted) = self.noted.as_mut()
            && !noted.iter().any(|(other, _)| other == name)
        {
            noted.push((name.to_owned(), value()));
        }
    }

    /// Returns an error unless every setting has found its control, and was accepted by it.
    pub fn check(&self) -> Result<()> {
        if let Some(refusal) = self.refused.first() {
            bail!("{refusal}");
        }
        if let Some((name, _)) = self.wanted.first() {
            bail!("there is no control '{name}'; there are: {}", self.known.join(", "));
        }
        Ok(())
    }

    /// Sets a control if that was asked for from outside. Returns true if it was set.
    pub fn apply<T>(&mut self, name: &str, value: &mut T, parse: impl Fn(&str) -> Result<T, String>) -> bool {
        if !self.known.iter().any(|known| known == name) {
            self.known.push(name.to_owned());
        }
        let mut set = false;
        while let Some(i) = self.wanted.iter().position(|(wanted, _)| wanted == name) {
            let (_, text) = self.wanted.remove(i);
            match parse(&text) {
                Ok(parsed) => (*value, set) = (parsed, true),
                Err(reason) => self.refused.push(format!("control '{name}' cannot be '{text}': {reason}")),
            }
        }
        set
    }
}
