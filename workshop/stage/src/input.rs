//! Turns keys and the mouse into a lesson's input, as named actions.

use super::Pointer;
use anyhow::{Result, bail, ensure};
use imgui::Key as Code;
use std::fmt;
use std::str::FromStr;
use winit::keyboard::NamedKey;

/// A key of the keyboard, without modifiers.
///
/// A letter means the key labelled with it, wherever that is: `W` is elsewhere in France, and a reader of "W:
/// up" looks for the letter. A key whose letter isn't Latin counts as the one in its place on a US keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cap {
    /// A lower-case letter, a digit or a sign.
    Char(char),
    /// A function key, F1 to F12.
    F(u8),
    Space,
    Enter,
    Escape,
    Tab,
    Backspace,
    Delete,
    Home,
    End,
    PageUp,
    PageDown,
    Left,
    Right,
    Up,
    Down,
    Shift,
    Ctrl,
    Alt,
}

/// A key that has a name.
pub struct Named {
    pub cap: Cap,
    /// The name for people, as in help and scripts.
    pub name: &'static str,
    /// The key in Dear ImGui.
    pub code: Code,
    pub key: NamedKey,
}

const fn named(cap: Cap, name: &'static str, code: Code, key: NamedKey) -> Named {
    Named { cap, name, code, key }
}

/// The key that means Ctrl here, which is Cmd on a Mac.
const CTRL: NamedKey = if cfg!(target_os = "macos") { NamedKey::Super } else { NamedKey::Control };

/// The keys that have names.
pub const NAMED: &[Named] = &[
    named(Cap::Space, "Space", Code::Space, NamedKey::Space),
    named(Cap::Enter, "Enter", Code::Enter, NamedKey::Enter),
    named(Cap::Escape, "Esc", Code::Escape, NamedKey::Escape),
    named(Cap::Tab, "Tab", Code::Tab, NamedKey::Tab),
    named(Cap::Backspace, "Backspace", Code::Backspace, NamedKey::Backspace),
    named(Cap::Delete, "Delete", Code::Delete, NamedKey::Delete),
    named(Cap::Home, "Home", Code::Home, NamedKey::Home),
    named(Cap::End, "End", Code::End, NamedKey::End),
    named(Cap::PageUp, "PageUp", Code::PageUp, NamedKey::PageUp),
    named(Cap::PageDown, "PageDown", Code::PageDown, NamedKey::PageDown),
    named(Cap::Left, "Left", Code::LeftArrow, NamedKey::ArrowLeft),
    named(Cap::Right, "Right", Code::RightArrow, NamedKey::ArrowRight),
    named(Cap::Up, "Up", Code::UpArrow, NamedKey::ArrowUp),
    named(Cap::Down, "Down", Code::DownArrow, NamedKey::ArrowDown),
    named(Cap::Shift, "Shift", Code::LeftShift, NamedKey::Shift),
    named(Cap::Ctrl, "Ctrl", Code::LeftCtrl, CTRL),
    named(Cap::Alt, "Alt", Code::LeftAlt, NamedKey::Alt),
];

/// A key, alone or with modifiers: `Key::SPACE`, `Key::char('z').ctrl()`.
///
/// Ctrl and Alt count: Ctrl+R isn't R. Shift counts only where some action asks for it: somebody who runs
/// with Shift still jumps with Space, but Ctrl+Shift+Z isn't Ctrl+Z where both are actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key without modifiers.
    pub cap: Cap,
    /// True if Ctrl is held (on a Mac, Cmd).
    pub ctrl: bool,
    /// True if Shift is held.
    pub shift: bool,
    /// True if Alt is held.
    pub alt: bool,
}

impl Key {
    pub const SPACE: Self = Self::new(Cap::Space);
    pub const ENTER: Self = Self::new(Cap::Enter);
    pub const ESCAPE: Self = Self::new(Cap::Escape);
    pub const TAB: Self = Self::new(Cap::Tab);
    pub const BACKSPACE: Self = Self::new(Cap::Backspace);
    pub const DELETE: Self = Self::new(Cap::Delete);
    pub const HOME: Self = Self::new(Cap::Home);
    pub const LEFT: Self = Self::new(Cap::Left);
    pub const RIGHT: Self = Self::new(Cap::Right);
    pub const UP: Self = Self::new(Cap::Up);
    pub const DOWN: Self = Self::new(Cap::Down);
    pub const SHIFT: Self = Self::new(Cap::Shift);
}

impl Key {
    /// Returns a key without modifiers.
    pub const fn new(cap: Cap) -> Self {
        Self { cap, ctrl: false, shift: false, alt: false }
    }

    /// Returns the key with this letter, digit or sign on it.
    pub const fn char(letter: char) -> Self {
        Self::new(Cap::Char(letter.to_ascii_lowercase()))
    }

    /// Adds Ctrl.
    pub const fn ctrl(self) -> Self {
        Self { ctrl: true, ..self }
    }

    /// Adds Shift.
    pub const fn shift(self) -> Self {
        Self { shift: true, ..self }
    }

    /// Adds Alt.
    pub const fn alt(self) -> Self {
        Self { alt: true, ..self }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [(self.ctrl, "Ctrl+"), (self.alt, "Alt+"), (self.shift, "Shift+")] {
            if held {
                out.write_str(name)?;
            }
        }
        match self.cap {
            Cap::Char(letter) => write!(out, "{}", letter.to_uppercase()),
            Cap::F(number) => write!(out, "F{number}"),
            cap => {
                let name = NAMED.iter().find(|named| named.cap == cap).map_or("", |named| named.name);
                out.write_str(name)
            }
        }
    }
}

impl FromStr for Key {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (mut key, mut rest) = (Self::new(Cap::Space), text);
        while let Some((modifier, further)) = rest.split_once('+').filter(|(_, further)| !further.is_empty())
        {
            match modifier.to_lowercase().as_str() {
                "ctrl" => key.ctrl = true,
                "shift" => key.shift = true,
                "alt" => key.alt = true,
                _ => bail!("there is no key '{modifier}' to be held: it is Ctrl, Alt or Shift"),
            }
            rest = further;
        }
        let named = NAMED.iter().find(|named| named.name.eq_ignore_ascii_case(rest)).map(|named| named.cap);
        let function = rest.strip_prefix(['F', 'f']).and_then(|number| number.parse().ok());
        let letters: Vec<char> = rest.to_lowercase().chars().collect();
        key.cap = match (named, function, letters.as_slice()) {
            (Some(cap), ..) => cap,
            (_, Some(number @ 1..=12), _) => Cap::F(number),
            (_, _, &[letter]) => Cap::Char(letter),
            _ => bail!(
                "there is no key '{rest}': a key is a letter, or one of F1 to F12, Space, Enter, Esc, Left …"
            ),
        };
        Ok(key)
    }
}

/// Something that a lesson does when one of its keys is pressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Action {
    /// The name in the help line and in scripts.
    pub name: &'static str,
    pub keys: &'static [Key],
    /// True if it is pressed again and again while a key is held, as when text is typed.
    pub repeats: bool,
    /// True if the help line names it. An action in a menu shows its key there.
    pub told: bool,
}

impl Action {
    /// Returns an action with its keys, which doesn't repeat and is in the help line.
    pub const fn new(name: &'static str, keys: &'static [Key]) -> Self {
        Self { name, keys, repeats: false, told: true }
    }

    /// Makes it repeat while a key is held.
    pub const fn repeating(self) -> Self {
        Self { repeats: true, ..self }
    }

    /// Leaves it out of the help line.
    pub const fn untold(self) -> Self {
        Self { told: false, ..self }
    }
}

/// The input since the last step. An action must be one of the lesson's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Input {
    /// The mouse over the view, if no panel covers it.
    pub mouse: Option<Pointer>,
    actions: &'static [Action],
    // A bit for each action.
    held: u64,
    pressed: u64,
}

impl Input {
    /// Returns true if one of an action's keys is down, or was down for a moment since the last step.
    pub fn held(&self, action: Action) -> bool {
        self.has(self.held | self.pressed, action)
    }

    /// Returns true if an action began since the last step, which only this step sees.
    pub fn pressed(&self, action: Action) -> bool {
        self.has(self.pressed, action)
    }

    fn has(&self, bits: u64, action: Action) -> bool {
        let found = self.actions.iter().position(|one| one.name == action.name);
        let index = found.unwrap_or_else(|| panic!("'{}' is not among the lesson's actions", action.name));
        bits & 1 << index != 0
    }
}

/// Collects a lesson's actions from keys until a step takes them.
#[derive(Debug)]
pub struct Actions {
    all: &'static [Action],
    /// The keys that are down, each with the index of its action.
    down: Vec<(Cap, usize)>,
    pressed: u64,
}

impl Actions {
    /// Returns a lesson's actions, none of them held. Two actions can't share a key.
    pub fn new(all: &'static [Action]) -> Result<Self> {
        ensure!(all.len() <= 64, "a lesson has 64 actions at most, and this one has {}", all.len());
        Ok(Self { all, down: Vec::new(), pressed: 0 })
    }

    pub fn of(&self, key: Key) -> Option<&'static Action> {
        self.index(key).map(|i| &self.all[i])
    }

    fn index(&self, key: Key) -> Option<usize> {
        let has = |wanted: Key| self.all.iter().position(|action| action.keys.contains(&wanted));
        has(key).or_else(|| has(Key { shift: false, ..key }))
    }

    /// Presses a key, or repeats it. Returns true if it has an action.
    pub fn press(&mut self, key: Key, repeat: bool) -> bool {
        let Some(index) = self.index(key) else {
            return false;
        };
        let held = self.is_held(index);
        if !repeat && !self.down.iter().any(|(cap, _)| *cap == key.cap) {
            self.down.push((key.cap, index));
        }
        if !held && !repeat || repeat && held && self.all[index].repeats {
            self.pressed |= 1 << index;
        }
        true
    }

    pub fn release(&mut self, cap: Cap) {
        self.down.retain(|(down, _)| *down != cap);
    }

    fn is_held(&self, index: usize) -> bool {
        self.down.iter().any(|(_, action)| *action == index)
    }

    /// Returns the input of a step, and forgets what was pressed.
    pub fn take(&mut self, mouse: Option<Pointer>) -> Input {
        let held = self.down.iter().fold(0, |held, (_, index)| held | 1 << index);
        Input { mouse, actions: self.all, held, pressed: std::mem::take(&mut self.pressed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JUMP: Action = Action::new("Jump", &[Key::SPACE, Key::UP, Key::char('w')]);
    const UNDO: Action = Action::new("Undo", &[Key::char('Z').ctrl()]);
    const REDO: Action = Action::new("Redo", &[Key::char('z').ctrl().shift()]);
    const NEXT: Action = Action::new("Next", &[Key::RIGHT]).repeating();

    #[test]
    fn one_step_sees_a_press_and_each_whether_a_key_is_held() {
        let mut actions = Actions::new(&[JUMP, UNDO, REDO, NEXT]).unwrap();
        for (keys, action, wanted) in [
            ("press Space", JUMP, [true, true]),
            ("again Space", JUMP, [true, false]),
            // It's held as long as one of its keys.
            ("press Up, release Space", JUMP, [true, false]),
            ("release Up", JUMP, [false, false]),
            // A short press isn't lost.
            ("press W, release W", JUMP, [true, true]),
            ("", JUMP, [false, false]),
            ("press Right", NEXT, [true, true]),
            ("again Right", NEXT, [true, true]),
            // Either of a chord's keys may come up first.
            ("press Ctrl+Z, release Ctrl", UNDO, [true, true]),
            ("release Z", UNDO, [false, false]),
        ] {
            for (does, key) in keys.split(", ").filter_map(|one| one.split_once(' ')) {
                let key: Key = key.parse().unwrap();
                match does {
                    "release" => actions.release(key.cap),
                    _ => assert!(actions.press(key, does == "again"), "{key} has no action"),
                }
            }
            let input = actions.take(None);
            assert_eq!([input.held(action), input.pressed(action)], wanted, "{} after '{keys}'", action.name);
        }
    }

    #[test]
    fn keys_are_written_as_they_are_read_and_modifiers_tell_chords_apart() {
        for text in ["W", "Ctrl+Z", "Ctrl+Shift+Z", "Alt+F4", "Space", "Ctrl++", "+", "PageUp", "Ctrl+Left"] {
            assert_eq!(text.parse::<Key>().unwrap().to_string(), text);
        }
        for (text, words) in [("F13", "no key 'F13'"), ("Hyper+X", "no key 'Hyper'"), ("", "no key ''")] {
            assert!(text.parse::<Key>().unwrap_err().to_string().contains(words), "{text}");
        }
        let actions = Actions::new(&[UNDO, REDO]).unwrap();
        let of = |key: &str| actions.of(key.parse().unwrap()).map(|action| action.name);
        assert_eq!(["Ctrl+Z", "ctrl+shift+z"].map(of), [Some("Undo"), Some("Redo")]);
        assert_eq!(["Z", "Alt+Ctrl+Z"].map(of), [None; 2]);
    }
}
