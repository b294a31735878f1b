//! Translates a window's keyboard and mouse into the stage's events.

use crate::event::{Button, Event};
use crate::input::{Cap, Key, NAMED};
use glam::vec2;
use winit::event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use winit::keyboard::{Key as Written, ModifiersState, PhysicalKey};

/// The keys and buttons that are held down.
#[derive(Default)]
pub struct Hands {
    modifiers: ModifiersState,
    /// The keys by their places, since a key may have another meaning when it comes up.
    keys: Vec<(PhysicalKey, Key)>,
    buttons: Vec<Button>,
}

impl Hands {
    /// Returns true if no key and no button is held.
    pub fn are_free(&self) -> bool {
        self.keys.is_empty() && self.buttons.is_empty()
    }

    /// Returns the stage's events for one of the window's.
    pub fn events(&mut self, event: WindowEvent) -> Vec<Event> {
        match event {
            WindowEvent::ModifiersChanged(modifiers) => {
                self.modifiers = modifiers.state();
                Vec::new()
            }
            // An Alt+Tab back to this window is not a press of Tab here.
            WindowEvent::KeyboardInput { is_synthetic: true, .. } => Vec::new(),
            WindowEvent::KeyboardInput { event, .. } => self.key(&event),
            WindowEvent::Focused(false) => self.let_go(),
            WindowEvent::CursorMoved { position, .. } => {
                vec![Event::Mouse(Some(vec2(position.x as f32, position.y as f32)))]
            }
            // A drag goes on outside.
            WindowEvent::CursorLeft { .. } if self.buttons.is_empty() => vec![Event::Mouse(None)],
            WindowEvent::MouseInput { state, button, .. } => self.button(state, button),
            WindowEvent::MouseWheel { delta, .. } => vec![Event::Wheel(match delta {
                MouseScrollDelta::LineDelta(_, lines) => lines,
                MouseScrollDelta::PixelDelta(pixels) => pixels.y as f32 / 40.0,
            })],
            WindowEvent::DroppedFile(path) => vec![Event::Drop(path)],
            WindowEvent::CloseRequested => vec![Event::Close],
            _ => Vec::new(),
        }
    }

    fn key(&mut self, event: &KeyEvent) -> Vec<Event> {
        if event.state == ElementState::Released {
            return self.release(event.physical_key).into_iter().collect();
        }
        let cap = cap(&event.logical_key, event.physical_key);
        let mut events: Vec<Event> =
            cap.map(|cap| self.press(event.physical_key, cap, event.repeat)).into_iter().collect();
        // Ctrl and Alt together are AltGr, which writes.
        let held = self.modifiers;
        let writes = !(held.control_key() && !held.alt_key() || held.super_key());
        let text = event.text.as_deref().filter(|_| writes).unwrap_or_default();
        events.extend(text.chars().filter(|letter| !letter.is_control()).map(Event::Text));
        events
    }

    fn press(&mut self, place: PhysicalKey, cap: Cap, repeat: bool) -> Event {
        let held = self.modifiers;
        let ctrl = if cfg!(target_os = "macos") { held.super_key() } else { held.control_key() };
        // Only the keyboard knows which signs need Shift.
        let shift = held.shift_key() && !matches!(cap, Cap::Char(sign) if !sign.is_alphabetic());
        let key = Key { cap, ctrl, shift, alt: held.alt_key() };
        if !repeat {
            self.keys.push((place, key));
        }
        Event::Key { key, down: true, repeat }
    }

    fn release(&mut self, place: PhysicalKey) -> Option<Event> {
        let index = self.keys.iter().position(|(down, _)| *down == place)?;
        let (_, key) = self.keys.remove(index);
        Some(Event::Key { key, down: false, repeat: false })
    }

    fn button(&mut self, state: ElementState, button: MouseButton) -> Vec<Event> {
        let button = match button {
            MouseButton::Left => Button::Left,
            MouseButton::Right => Button::Right,
            MouseButton::Middle => Button::Middle,
            _ => return Vec::new(),
        };
        self.buttons.retain(|held| *held != button);
        let down = state == ElementState::Pressed;
        if down {
            self.buttons.push(button);
        }
        vec![Event::Button { button, down }]
    }

    /// Returns the releases of all that is held, when another window gets the keys.
    fn let_go(&mut self) -> Vec<Event> {
        let keys = self.keys.drain(..).map(|(_, key)| Event::Key { key, down: false, repeat: false });
        let buttons = self.buttons.drain(..).map(|button| Event::Button { button, down: false });
        keys.chain(buttons).collect()
    }
}

/// Returns the stage's key for a window's, if it has one.
fn cap(written: &Written, place: PhysicalKey) -> Option<Cap> {
    Some(match written {
        Written::Character(text) => {
            let letter = text.chars().next().and_then(|letter| letter.to_lowercase().next())?;
            let is_latin = !letter.is_alphabetic() || letter < '\u{250}';
            Cap::Char(if is_latin { letter } else { us_letter(place).unwrap_or(letter) })
        }
        Written::Named(key) => match NAMED.iter().find(|named| named.key == *key) {
            Some(named) => named.cap,
            None => {
                let number = format!("{key:?}").strip_prefix('F')?.parse().ok()?;
                Cap::F(Some(number).filter(|number| (1..=12).contains(number))?)
            }
        },
        _ => return None,
    })
}

/// Returns the letter in this place on a US keyboard.
fn us_letter(place: PhysicalKey) -> Option<char> {
    let PhysicalKey::Code(code) = place else { return None };
    format!("{code:?}").strip_prefix("Key")?.chars().next().map(|letter| letter.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use winit::keyboard::{KeyCode, NamedKey};

    const W: PhysicalKey = PhysicalKey::Code(KeyCode::KeyW);

    #[test]
    fn what_went_down_comes_up_as_the_same_and_at_the_latest_when_the_window_loses_the_keys() {
        let up = |key| Event::Key { key, down: false, repeat: false };
        let mut hands = Hands { modifiers: ModifiersState::SHIFT, ..Hands::default() };
        let key = Key::char('w').shift();
        assert_eq!(hands.press(W, Cap::Char('w'), false), Event::Key { key, down: true, repeat: false });
        hands.modifiers = ModifiersState::empty();
        assert_eq!([hands.release(W), hands.release(W)], [Some(up(key)), None]);
        hands.press(W, Cap::Char('w'), false);
        hands.button(ElementState::Pressed, MouseButton::Right);
        let right = Event::Button { button: Button::Right, down: false };
        assert_eq!(hands.events(WindowEvent::Focused(false)), [up(Key::char('w')), right]);
        assert_eq!(hands.release(W), None);
    }

    #[test]
    fn letters_are_what_is_written_and_others_where_they_would_be() {
        for (text, letter) in [("Z", 'z'), ("ö", 'ö'), ("+", '+'), ("ц", 'w')] {
            assert_eq!(cap(&Written::Character(text.into()), W), Some(Cap::Char(letter)), "{text}");
        }
        assert_eq!(cap(&Written::Named(NamedKey::F12), W), Some(Cap::F(12)));
        assert_eq!(cap(&Written::Named(NamedKey::F13), W), None);
    }
}
