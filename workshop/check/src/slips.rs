//! Slips: changes that people make to a right answer without noticing, recognised in any answer that is a
//! matrix, a vector, a rotation, a number or a list of these.
//!
//! They tell the student what came out and where to look, but never why, which nobody knows.

use super::Answer;
use glam::{Mat3, Mat4, Quat, Vec3, Vec4};

/// A change that turns a right answer into a wrong one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// Every entry of a list is one place late. The first may then be anything.
    Late,
    /// Every entry is one place early. The last may then be anything.
    Early,
    /// The list is in reverse order.
    Reversed,
    /// Rows and columns are exchanged.
    Transposed,
    /// The matrix or rotation is the inverse of the right one.
    Inverse,
    /// Every sign is reversed.
    Negated,
    /// An angle in degrees was used as radians.
    DegreesAsRadians,
    /// An angle in radians was turned into radians once more.
    RadiansAsDegrees,
    /// The rotation is by half of the angle.
    HalfAngle,
    /// The rotation is by twice the angle.
    DoubleAngle,
    /// The rotation is about x instead of its axis.
    AboutX,
    /// The rotation is about y instead of its axis.
    AboutY,
    /// The rotation is about z instead of its axis.
    AboutZ,
    /// The direction is right, but not its length, which should be 1.
    NotNormalised,
    /// The answer is one minus the right value.
    Complement,
    /// The factors of a product are in another order.
    Order,
    /// A mix has its two ends exchanged.
    EndsExchanged,
    /// A remainder is negative for negative numbers.
    Remainder,
    /// A matrix was transposed where its inverse was meant.
    TransposeForInverse,
    /// A vector was multiplied on the left of a matrix.
    RowVector,
    /// A point was moved as if it were a direction, without translation.
    AsDirection,
    /// A sum lacks some of its parts.
    PartMissing,
    /// A sum adds its parts without their weights.
    Unweighted,
    /// A sum does not begin at zero.
    NotFromZero,
    /// A slip that only one check can make, with its name and what to say of it.
    Here(&'static str, &'static str),
}

use Slip::*;

/// The kind of thing that a slip is applied to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// The order of a list.
    List,
    /// A value, alone or in a list.
    Value,
    /// A step in working out the answer, as in [`Workings`](crate::Workings).
    Step,
}

/// All slips but a check's own: each with what it is applied to, its name, and what to say of it.
const ALL: [(Slip, Of, &str, &str); 24] = [
    (
        Late,
        Of::List,
        "late",
        "Every entry is one place too late in the list. Do you put each one there before it is complete?",
    ),
    (
        Early,
        Of::List,
        "early",
        "Every entry is one place too early in the list. Where does the walk begin, and what belongs first?",
    ),
    (
        Reversed,
        Of::List,
        "reversed",
        "The entries are right, but the list runs backwards. At which end should your walk begin?",
    ),
    (
        Transposed,
        Of::Value,
        "transposed",
        "Rows and columns have changed places. Does glam take rows or columns, one after the other?",
    ),
    (
        Inverse,
        Of::Value,
        "inverse",
        "It is the inverse of what was asked for, so it leads the other way. From which space to which should it lead?",
    ),
    (Negated, Of::Value, "negated", "Every sign is the wrong way round. What do you subtract from what?"),
    (
        DegreesAsRadians,
        Of::Value,
        "degrees-as-radians",
        "The angle is 180/π times as large as it should be, so somebody takes degrees for radians. Who?",
    ),
    (
        RadiansAsDegrees,
        Of::Value,
        "radians-as-degrees",
        "The angle is 180/π times too small, so somebody takes radians for degrees. Who?",
    ),
    (
        HalfAngle,
        Of::Value,
        "half-angle",
        "The axis is right, and the angle is half of what it should be. Which step halves it, and was it half already?",
    ),
    (
        DoubleAngle,
        Of::Value,
        "double-angle",
        "The axis is right, and the angle is twice what it should be. Which step doubles it, or should have halved it?",
    ),
    (
        AboutX,
        Of::Value,
        "about-x",
        "The angle is right, but it turns about x. Which axis should stay where it is?",
    ),
    (
        AboutY,
        Of::Value,
        "about-y",
        "The angle is right, but it turns about y. Which axis should stay where it is?",
    ),
    (
        AboutZ,
        Of::Value,
        "about-z",
        "The angle is right, but it turns about z. Which axis should stay where it is?",
    ),
    (
        NotNormalised,
        Of::Value,
        "not-normalised",
        "The direction is right, but its length is not 1. Sums and mixes change the length.",
    ),
    (
        Complement,
        Of::Value,
        "complement",
        "It is 1 minus the right number. Does the number grow or shrink on the way, and which end does it belong to?",
    ),
    (
        Order,
        Of::Step,
        "order",
        "The factors are right, but not their order. Read the product from right to left: what happens first?",
    ),
    (
        EndsExchanged,
        Of::Step,
        "ends-exchanged",
        "The two ends have changed places. What should come out at 0, and what at 1?",
    ),
    (
        Remainder,
        Of::Step,
        "remainder",
        "It is right above zero and wrong below, because `%` and `fract` of a negative number are negative. On which \
         side of zero should the remainder lie?",
    ),
    (
        TransposeForInverse,
        Of::Step,
        "transpose-for-inverse",
        "A matrix was transposed where its inverse was meant. They are the same for a turn alone, so what else is in \
         this one?",
    ),
    (
        RowVector,
        Of::Step,
        "row-vector",
        "The vector stands on the left of a matrix, as if it were a row. On which side does a column stand?",
    ),
    (
        AsDirection,
        Of::Step,
        "as-a-direction",
        "The point was turned and stretched, but not moved, as if it were a direction. What is its fourth number?",
    ),
    (
        PartMissing,
        Of::Step,
        "part-missing",
        "The sum is right, except that some of its parts are missing. Which of them do you never add?",
    ),
    (
        Unweighted,
        Of::Step,
        "unweighted",
        "The parts are right, but each was added whole. How much of it does its weight ask for?",
    ),
    (
        NotFromZero,
        Of::Step,
        "not-from-zero",
        "The sum is right, but you didn't begin it at zero, so what was there before stays in it. The weights sum to 1, \
         so how much is left for that?",
    ),
];

/// Returns the slips that turn the right answer into this one, the plainest first: those that the question
/// offers, and those that apply to any answer.
pub(super) fn explaining<T: Answer>(given: &T, want: &T, offered: &[(Slip, T)]) -> Vec<Slip> {
    let offered = offered.iter().filter(|(_, slipped)| given.agrees(slipped)).map(|(slip, _)| *slip);
    let any = Slip::of(Of::List).chain(Slip::of(Of::Value));
    offered.chain(any.filter(|slip| given.comes_of(want, *slip))).collect()
}

impl Slip {
    /// Returns all slips but a check's own.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        ALL.iter().map(|(slip, ..)| *slip)
    }

    /// Returns the slips that are applied to lists, values or steps.
    pub(super) fn of(what: Of) -> impl Iterator<Item = Self> {
        ALL.iter().filter(move |(_, of, ..)| *of == what).map(|(slip, ..)| *slip)
    }

    /// Returns true if only questions that offer it can show it.
    pub(super) fn is_of_steps(self) -> bool {
        matches!(self, Here(..)) || Self::of(Of::Step).any(|slip| slip == self)
    }

    /// Returns the name that `answers.toml` and the tool have for it.
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// Returns what to tell the student: what came out, and where to look.
    pub fn say(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        if let Here(name, say) = self {
            return (name, say);
        }
        let mut all = ALL.iter();
        all.find(|(slip, ..)| *slip == self).map_or(("", ""), |(_, _, name, say)| (name, say))
    }

    /// Returns the index in the right list of the entry at this place of a changed list: `Some(None)` if that
    /// may be any entry, and `None` if the slip changes no lists.
    pub(super) fn entry(self, place: usize, count: usize) -> Option<Option<usize>> {
        match self {
            Late => Some(place.checked_sub(1)),
            Early => Some(Some(place + 1).filter(|entry| *entry < count)),
            Reversed => Some(Some(count - 1 - place)),
            _ => None,
        }
    }
}

/// Applies a slip to a number, such as degrees for radians.
pub(super) fn of_number(number: f32, slip: Slip) -> Option<f32> {
    match slip {
        Negated => Some(-number),
        DegreesAsRadians => Some(number.to_degrees()),
        RadiansAsDegrees => Some(number.to_radians()),
        Complement => Some(1.0 - number),
        _ => None,
    }
}

/// Applies a slip to a rotation. An angle can be written in two ways, and each may give another result.
pub(super) fn of_turn(turn: Quat, slip: Slip) -> Vec<Quat> {
    if !(turn.is_finite() && turn.is_normalized()) {
        return Vec::new();
    }
    let (axis, angle) = turn.to_axis_angle();
    let ways = [angle, angle - std::f32::consts::TAU];
    // About an axis of the three, the angle counts from that axis's own side.
    let about = |other: Vec3| {
        let along = if axis.to_array().iter().sum::<f32>() < 0.0 { -1.0 } else { 1.0 };
        vec![Quat::from_axis_angle(other, along * angle)]
    };
    match slip {
        Inverse => vec![turn.inverse()],
        DegreesAsRadians => ways.map(|angle| Quat::from_axis_angle(axis, angle.to_degrees())).into(),
        RadiansAsDegrees => ways.map(|angle| Quat::from_axis_angle(axis, angle.to_radians())).into(),
        HalfAngle => ways.map(|angle| Quat::from_axis_angle(axis, 0.5 * angle)).into(),
        DoubleAngle => ways.map(|angle| Quat::from_axis_angle(axis, 2.0 * angle)).into(),
        AboutX => about(Vec3::X),
        AboutY => about(Vec3::Y),
        AboutZ => about(Vec3::Z),
        _ => Vec::new(),
    }
}

/// Applies a slip to a matrix.
pub(super) fn of_matrix(matrix: &Mat4, slip: Slip) -> Vec<Mat4> {
    match slip {
        Transposed => vec![matrix.transpose()],
        Inverse if matrix.determinant().abs() > 1e-6 => vec![matrix.inverse()],
        Negated => vec![*matrix * -1.0],
        _ => {
            let Some((place, turn)) = rigid(matrix) else { return Vec::new() };
            of_turn(turn, slip).into_iter().map(|turn| Mat4::from_rotation_translation(turn, place)).collect()
        }
    }
}

/// Applies a slip to a matrix for directions.
pub(super) fn of_directions(matrix: &Mat3, slip: Slip) -> Vec<Mat3> {
    match slip {
        Inverse if matrix.determinant().abs() <= 1e-6 => Vec::new(),
        _ => of_matrix(&Mat4::from_mat3(*matrix), slip)
            .iter()
            .map(|slipped| Mat3::from_mat4(*slipped))
            .collect(),
    }
}

/// Returns the translation and rotation of a matrix, if it has no scale or shear.
fn rigid(matrix: &Mat4) -> Option<(Vec3, Quat)> {
    let turn = Mat3::from_mat4(*matrix);
    let is_turn = (turn * turn.transpose()).abs_diff_eq(Mat3::IDENTITY, 1e-4) && turn.determinant() > 0.0;
    (is_turn && matrix.row(3).abs_diff_eq(Vec4::W, 1e-6))
        .then(|| (matrix.w_axis.truncate(), Quat::from_mat3(&turn).normalize()))
}

#[cfg(test)]
#[path = "slips_tests.rs"]
mod tests;
