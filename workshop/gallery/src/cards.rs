//! Lays out the cards in rows of as many as fit, in pixels of a plain screen.

use crate::reel;
use glam::{Vec2, vec2};
use stage::Cap;

const MARGIN: f32 = 18.0;
const GAP: f32 = 16.0;

/// The smallest and greatest width of a card.
const WIDTH: [f32; 2] = [270.0, 360.0];

/// The height of a card's text, below its picture.
const WORDS: f32 = 114.0;
pub const ROWS: usize = 3;

/// The grid of cards.
#[derive(Clone, Copy, Default)]
pub struct Cards {
    count: usize,
    columns: usize,
    room: Vec2,
    /// The size of a card.
    pub card: Vec2,
    pub picture: f32,
}

impl Cards {
    /// Returns the layout of `count` cards in an area of size `room`.
    pub fn new(count: usize, room: Vec2) -> Self {
        let inside = room.x - 2.0 * MARGIN + GAP;
        let [most, least] = WIDTH.map(|width| (inside / (width + GAP)).max(1.0));
        let (least, most) = (least.ceil() as usize, most as usize);
        let [wide, high] = reel::SIZE.map(|side| side as f32);
        let in_columns = |columns: usize| {
            let width = (inside / columns as f32 - GAP).clamp(WIDTH[0], WIDTH[1]).floor();
            let picture = (width * high / wide).round();
            Self { count, columns, room, card: vec2(width, picture + WORDS), picture }
        };
        // The fewest columns, so the widest cards, with which all of them are visible at once.
        let all_seen = (least..most).map(in_columns).find(|cards| cards.heights()[0] <= room.y);
        all_seen.unwrap_or_else(|| in_columns(most))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_lead_to_every_card_and_none_beyond() {
        let cards = Cards::new(7, vec2(3.0 * WIDTH[0] + 2.0 * (GAP + MARGIN), 400.0));
        assert_eq!(cards.columns, 3);
        for (from, key, to) in [
            (0, Cap::Left, 0),
            (2, Cap::Right, 3),
            (6, Cap::Right, 6),
            (1, Cap::Up, 1),
            (4, Cap::Up, 1),
            (3, Cap::Down, 6),
            (5, Cap::Down, 6),
            (6, Cap::Down, 6),
            (4, Cap::Home, 0),
            (4, Cap::End, 6),
        ] {
            assert_eq!(cards.next(from, key), Some(to), "from {from}");
        }
    }

    #[test]
    fn cards_are_as_wide_as_there_is_room_for_all() {
        for (room, columns, is_seen) in
            [([940.0, 800.0], 3, false), ([1580.0, 1080.0], 5, false), ([2220.0, 1440.0], 7, true)]
        {
            let cards = Cards::new(20, room.into());
            assert_eq!((cards.columns, cards.within(1.0) == 0.0), (columns, is_seen), "{room:?}");
        }
    }

    #[test]
    fn a_card_is_where_it_is_drawn_and_comes_into_sight() {
        for room in [vec2(460.0, 600.0), vec2(120.0, 90.0), vec2(940.0, 800.0), vec2(1580.0, 3000.0)] {
            let cards = Cards::new(19, room);
            for card in 0..19 {
                assert_eq!(cards.at(cards.corner(card) + 0.5 * cards.card), Some(card));
                let scrolled = cards.in_sight(card, 700.0);
                let top = cards.corner(card).y - scrolled;
                assert!(top >= 0.0 && (top + cards.card.y <= room.y || room.y < cards.card.y + 2.0 * MARGIN));
                assert_eq!(cards.within(scrolled), scrolled);
            }
            assert!(cards.columns == 1 || cards.corner(cards.columns - 1).x + cards.card.x <= room.x);
        }
    }
}
