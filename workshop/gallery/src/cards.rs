//! Lays out the cards in rows of as many as fit, in pixels of a plain screen.

use glam::{Vec2, vec2};
use stage::Cap;

const MARGIN: f32 = 18.0;
const GAP: f32 = 16.0;

/// The smallest and greatest width of a card.
const WIDTH: [f32; 2] = [165.0, 360.0];

/// The height of a card's text, below its picture.
const WORDS: f32 = 66.0;

#[derive(Clone, Copy, Default)]
pub struct Cards {
    count: usize,
    columns: usize,
    room: Vec2,
    pub card: Vec2,
    /// The size of a card's picture.
    pub picture: Vec2,
}

impl Cards {
    /// Returns the layout of `count` cards in an area of size `room`: as large as all of them fit on one screen, so that
    /// whoever opens it sees the last lessons too.
    pub fn new(count: usize, room: Vec2) -> Self {
        let inside = room.x - 2.0 * MARGIN + GAP;
        let of = |columns: usize| {
            let width = (inside / columns as f32 - GAP).clamp(WIDTH[0], WIDTH[1]).floor();
            let picture = vec2(width, (width / 1.5).round());
            Self { count, columns, room, card: picture + vec2(0.0, WORDS), picture }
        };
        let most = (inside / (WIDTH[0] + GAP)).max(1.0) as usize;
        (1..most).map(of).find(|cards| cards.heights()[0] <= room.y).unwrap_or_else(|| of(most))
    }

    /// Returns the upper left corner of a card, if nothing is scrolled.
    pub fn corner(&self, card: usize) -> Vec2 {
        let place = vec2((card % self.columns) as f32, (card / self.columns) as f32);
        let row = self.columns as f32 * (self.card.x + GAP) - GAP;
        vec2((0.5 * (self.room.x - row)).max(MARGIN).floor(), MARGIN) + place * (self.card + GAP)
    }

    /// Returns the card at a place.
    pub fn at(&self, place: Vec2) -> Option<usize> {
        (0..self.count).find(|&card| {
            let inside = place - self.corner(card);
            inside.cmpge(Vec2::ZERO).all() && inside.cmplt(self.card).all()
        })
    }

    /// Returns the card to which a key leads, the same card at the edge, or none for other keys.
    pub fn next(&self, from: usize, key: Cap) -> Option<usize> {
        let (last, columns) = (self.count.saturating_sub(1), self.columns);
        Some(match key {
            Cap::Left => from.saturating_sub(1),
            Cap::Right => (from + 1).min(last),
            Cap::Up if from >= columns => from - columns,
            // The last row may be shorter.
            Cap::Down if from / columns < last / columns => (from + columns).min(last),
            Cap::Up | Cap::Down => from,
            Cap::Home => 0,
            Cap::End => last,
            _ => return None,
        })
    }

    /// Returns the height of all rows, and the height of their visible part.
    pub fn heights(&self) -> [f32; 2] {
        [self.corner(self.count.saturating_sub(1)).y + self.card.y + MARGIN, self.room.y]
    }

    /// Returns the nearest scroll position at which there are cards.
    pub fn within(&self, scrolled: f32) -> f32 {
        let [all, seen] = self.heights();
        scrolled.clamp(0.0, (all - seen).max(0.0))
    }

    /// Returns the nearest scroll position at which the card is visible, or if there is little room, its top.
    pub fn in_sight(&self, card: usize, scrolled: f32) -> f32 {
        let top = self.corner(card).y - MARGIN;
        let bottom = top + self.card.y + 2.0 * MARGIN;
        self.within(scrolled.max(bottom - self.room.y).min(top))
    }
}
