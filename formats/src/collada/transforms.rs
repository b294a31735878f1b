//! The transforms of a node in its parent.

use super::error::{Error, Notes};
use super::numbers::exactly;
use super::xml::{self, Element};
use glam::{Mat4, Vec3};

/// One of the transforms from a node to its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its name below its node, by which animations find it.
    pub sid: Option<String>,
    /// Its kind.
    pub kind: TransformKind,
}

/// The kinds of transforms. Lengths are in the file's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TransformKind {
    /// Any matrix, written row by row in the file.
    Matrix(Mat4),
    /// A translation.
    Translate(Vec3),
    /// A rotation.
    Rotate {
        /// The axis, through the origin; of any length.
        axis: Vec3,
        /// Its angle, counter-clockwise if the axis points at you.
        degrees: f32,
    },
    /// A scale along the axes.
    Scale(Vec3),
    /// A translation and a rotation that point a camera's −z axis at something.
    LookAt {
        /// The place of the camera.
        eye: Vec3,
        /// The point that it looks at.
        interest: Vec3,
        /// The direction that should point up in its picture.
        up: Vec3,
    },
    /// A shear: points slide along a direction.
    Skew {
        /// The angle by which `turned` turns towards `along`.
        degrees: f32,
        /// The direction that turns towards `along`.
        turned: Vec3,
        /// The direction in which points slide.
        along: Vec3,
    },
}

impl TransformKind {
    /// Returns the name of its element.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Matrix(_) => "matrix",
            Self::Translate(_) => "translate",
            Self::Rotate { .. } => "rotate",
            Self::Scale(_) => "scale",
            Self::LookAt { .. } => "lookat",
            Self::Skew { .. } => "skew",
        }
    }

    /// The matrix of a `<lookat>` or a `<skew>`, which are rare; the identity for the other kinds.
    pub fn rare_matrix(&self) -> Mat4 {
        match *self {
            Self::LookAt { eye, interest, up } => {
                look_at(eye, interest, up).unwrap_or_else(|| Mat4::from_translation(eye))
            }
            Self::Skew { degrees, turned, along } => skew(degrees, turned, along).unwrap_or(Mat4::IDENTITY),
            _ => Mat4::IDENTITY,
        }
    }

    /// Returns the count of its numbers in a file.
    pub fn width(&self) -> usize {
        match self {
            Self::Matrix(_) => 16,
            Self::Translate(_) | Self::Scale(_) => 3,
            Self::Rotate { .. } => 4,
            Self::LookAt { .. } => 9,
            Self::Skew { .. } => 7,
        }
    }

    /// Replaces one of the numbers that the file gives, counted in the file's order.
    pub(super) fn set(&mut self, index: usize, number: f32) {
        match self {
            Self::Matrix(matrix) => matrix.col_mut(index % 4)[index / 4] = number,
            Self::Translate(by) | Self::Scale(by) => by[index] = number,
            Self::Rotate { degrees, .. } if index == 3 => *degrees = number,
            Self::Rotate { axis, .. } => axis[index] = number,
            Self::LookAt { eye, interest, up } => [eye, interest, up][index / 3][index % 3] = number,
            Self::Skew { degrees, .. } if index == 0 => *degrees = number,
            Self::Skew { turned, along, .. } => [turned, along][(index - 1) / 3][(index - 1) % 3] = number,
        }
    }

    /// Describes what is missing for the transform to be defined.
    fn flaw(&self) -> Option<&'static str> {
        match *self {
            Self::Rotate { axis, .. } if direction(axis).is_none() => {
                Some("turns about no axis: it does nothing")
            }
            Self::LookAt { eye, interest, up } if look_at(eye, interest, up).is_none() => {
                Some("does not say where to look or what is up: it only moves")
            }
            Self::Skew { degrees, turned, along } if skew(degrees, turned, along).is_none() => {
                Some("turns a direction too far: it does nothing")
            }
            _ => None,
        }
    }
}

/// Returns the matrix from a node's coordinates to its parent's: the product of the node's steps, in the file's order.
///
/// A turn's axis may have any length; about a zero axis, for which [`direction`] is none, nothing turns. A `<lookat>` and
/// a `<skew>` have their matrix already: [`TransformKind::rare_matrix`].
pub fn parent_from_steps(steps: impl IntoIterator<Item = TransformKind>) -> Mat4 {
    // TODO 05.2: Make one matrix of all steps.
    // BEGIN SOLUTION 05.2
    let mut parent_from_node = Mat4::IDENTITY;
    for step in steps {
        parent_from_node *= match step {
            TransformKind::Matrix(matrix) => matrix,
            TransformKind::Translate(by) => Mat4::from_translation(by),
            TransformKind::Rotate { axis, degrees } => direction(axis)
                .map_or(Mat4::IDENTITY, |axis| Mat4::from_axis_angle(axis, degrees.to_radians())),
            TransformKind::Scale(by) => Mat4::from_mat3(glam::Mat3::from_diagonal(by)),
            rare => rare.rare_matrix(),
        };
    }
    parent_from_node
    // END SOLUTION 05.2
    // STARTER 05.2: let matrices = steps.into_iter().filter_map(|step| match step {
    // STARTER 05.2:     TransformKind::Matrix(matrix) => Some(matrix),
    // STARTER 05.2:     _ => None,
    // STARTER 05.2: });
    // STARTER 05.2: matrices.last().unwrap_or(Mat4::IDENTITY)
}

/// The matrix of sixteen numbers that a file wrote row by row.
///
/// Its fourth column, the translation, has the numbers 3, 7, 11 and 15.
pub fn matrix_from_rows(numbers: &[f32; 16]) -> Mat4 {
    // Read as columns, the file's rows are transposed.
    Mat4::from_cols_array(numbers).transpose()
}

/// The transforms among a node's children, in the file's order.
pub(super) fn transforms(node: Element, notes: &mut Notes) -> Result<Vec<Step>, Error> {
    let mut transforms = Vec::new();
    for element in xml::elements(node) {
        let Some(kind) = kind(element, notes)? else { continue };
        if let Some(flaw) = kind.flaw() {
            notes.add(element, || format!("This <{}> {flaw}.", element.tag_name().name()));
        }
        transforms.push(Step { sid: element.attribute("sid").map(str::to_owned), kind });
    }
    Ok(transforms)
}

/// Reads an element that is a transform.
fn kind(element: Element, notes: &mut Notes) -> Result<Option<TransformKind>, Error> {
    Ok(Some(match element.tag_name().name() {
        "matrix" => {
            let mut numbers = exactly::<16>(element)?;
            if force_last_row(&mut numbers) {
                notes.add(element, || "The last row of this matrix is read as 0 0 0 1.".to_owned());
            }
            TransformKind::Matrix(matrix_from_rows(&numbers))
        }
        "translate" => TransformKind::Translate(exactly::<3>(element)?.into()),
        "scale" => TransformKind::Scale(exactly::<3>(element)?.into()),
        "rotate" => {
            let [x, y, z, degrees] = exactly(element)?;
            TransformKind::Rotate { axis: Vec3::new(x, y, z), degrees }
        }
        "lookat" => {
            let numbers = exactly::<9>(element)?;
            let [eye, interest, up] = [0, 3, 6].map(|i| Vec3::from_slice(&numbers[i..]));
            TransformKind::LookAt { eye, interest, up }
        }
        "skew" => {
            let numbers = exactly::<7>(element)?;
            let [turned, along] = [1, 4].map(|i| Vec3::from_slice(&numbers[i..]));
            TransformKind::Skew { degrees: numbers[0], turned, along }
        }
        _ => return Ok(None),
    }))
}

/// Sets the last row to 0 0 0 1, as any node's must be, and returns true if it was another.
///
/// One exporter writes 0 as its last number, which would move every point to infinity.
pub(super) fn force_last_row(numbers: &mut [f32; 16]) -> bool {
    let last = [0.0, 0.0, 0.0, 1.0];
    let differs = numbers[12..] != last;
    numbers[12..].copy_from_slice(&last);
    differs
}

/// The unit vector in the direction of a vector of any length; none for a zero vector.
pub fn direction(vector: Vec3) -> Option<Vec3> {
    let longest = vector.abs().max_element();
    (longest > 0.0 && longest.is_finite()).then(|| (vector / longest).normalize())
}

/// The camera looks along its −z axis, as in OpenGL.
fn look_at(eye: Vec3, interest: Vec3, up: Vec3) -> Option<Mat4> {
    let back = direction(eye - interest)?;
    let right = direction(direction(up)?.cross(back))?;
    let up = back.cross(right);
    Some(Mat4::from_cols(right.extend(0.0), up.extend(0.0), back.extend(0.0), eye.extend(1.0)))
}

/// Shears so that one direction turns by an angle towards another one: every point slides along that other one.
///
/// A point slides in proportion to its distance from the plane through `along` that is perpendicular to the plane of
/// both directions.
fn skew(degrees: f32, turned: Vec3, along: Vec3) -> Option<Mat4> {
    let (turned, along) = (direction(turned)?, direction(along)?);
    let away = direction(turned - turned.dot(along) * along)?;
    let before = turned.dot(along).atan2(turned.dot(away));
    let after = before + degrees.to_radians();
    let slide = after.tan() - before.tan();
    // A shear can't turn a direction up to `along` itself, or past it.
    let reachable = before.cos() > 1e-6 && after.abs() < std::f32::consts::FRAC_PI_2 - 1e-6;
    let column = |axis: Vec3| (axis + slide * away.dot(axis) * along).extend(0.0);
    reachable
        .then(|| Mat4::from_cols(column(Vec3::X), column(Vec3::Y), column(Vec3::Z), Vec3::ZERO.extend(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, vec3};

    fn read(xml: &str) -> Result<Vec<Step>, Error> {
        let tree = roxmltree::Document::parse(xml).unwrap();
        transforms(tree.root_element(), &mut Notes::default())
    }

    fn matrix(xml: &str) -> Mat4 {
        let transforms = read(&format!("<node>{xml}</node>")).unwrap();
        assert_eq!(transforms.len(), 1);
        parent_from_steps([transforms[0].kind])
    }

    #[test]
    fn a_matrix_does_what_its_formula_says() {
        let m = matrix("<matrix>0 -2 0 5  3 0 0 6  0 0 4 7  0 0 0 1</matrix>");
        let (x, y, z) = (1.0, 10.0, 100.0);
        assert_eq!(m.transform_point3(vec3(x, y, z)), vec3(-2.0 * y + 5.0, 3.0 * x + 6.0, 4.0 * z + 7.0));
    }

    #[test]
    fn the_last_row_is_forced() {
        let m = matrix("<matrix>1 0 0 5  0 1 0 6  0 0 1 7  0 0 0 0</matrix>");
        assert_eq!(m, Mat4::from_translation(vec3(5.0, 6.0, 7.0)));
    }

    #[test]
    fn turning_agrees_with_quaternions_whatever_the_length_of_the_axis() {
        let turn = Mat4::from_quat(Quat::from_axis_angle(vec3(1.0, 2.0, 2.0) / 3.0, 50f32.to_radians()));
        assert!(matrix("<rotate>1 2 2 50</rotate>").abs_diff_eq(turn, 1e-6));
        assert!(matrix("<rotate>1e-30 2e-30 2e-30 50</rotate>").abs_diff_eq(turn, 1e-6));
        assert!(matrix("<rotate>1e30 2e30 2e30 410</rotate>").abs_diff_eq(turn, 1e-6));
        let quarter = matrix("<rotate>0 0 1 90</rotate>").transform_point3(Vec3::X);
        assert!(quarter.abs_diff_eq(Vec3::Y, 1e-6), "counter-clockwise");
        assert_eq!(matrix("<rotate>0 0 0 90</rotate>"), Mat4::IDENTITY);
    }

    #[test]
    fn looking_is_the_inverse_of_a_view_matrix() {
        let (eye, interest) = (vec3(2.0, 0.0, 3.0), vec3(0.0, 1.0, 0.0));
        let view = glam::camera::rh::view::look_at_mat4(eye, interest, Vec3::Y);
        assert!(matrix("<lookat>2 0 3  0 1 0  0 1 0</lookat>").abs_diff_eq(view.inverse(), 1e-6));
        // By hand: from (0, 0, 5) to the origin, nothing is turned.
        let straight = matrix("<lookat>0 0 5  0 0 0  0 9 0</lookat>");
        assert!(straight.abs_diff_eq(Mat4::from_translation(vec3(0.0, 0.0, 5.0)), 1e-6));
        let nowhere = matrix("<lookat>1 2 3  1 2 3  0 1 0</lookat>");
        assert_eq!(nowhere, Mat4::from_translation(vec3(1.0, 2.0, 3.0)));
    }

    #[test]
    fn a_skew_turns_a_direction_by_its_angle_and_keeps_volumes() {
        for degrees in [-100.0f32, -30.0, 20.0, 40.0] {
            let (turned, along) = (vec3(0.0, 1.0, 0.0), vec3(1.0, 1.0, 0.0).normalize());
            let skew = skew(degrees, turned, along).unwrap();
            let after = skew.transform_vector3(turned);
            let towards = turned.cross(along).dot(turned.cross(after)).signum();
            assert!((towards * turned.angle_between(after).to_degrees() - degrees).abs() < 1e-3, "{degrees}");
            assert!(skew.transform_vector3(along).abs_diff_eq(along, 1e-5), "what it slides along stays");
            assert!((skew.determinant() - 1.0).abs() < 1e-4);
        }
        assert_eq!(skew(50.0, Vec3::Y, vec3(1.0, 1.0, 0.0)), None, "past the direction itself");
        assert_eq!(skew(10.0, Vec3::Y, Vec3::Y), None);
    }

    #[test]
    fn numbers_are_replaced_in_the_order_of_the_file() {
        for (tag, width) in
            [("matrix", 16), ("translate", 3), ("scale", 3), ("rotate", 4), ("lookat", 9), ("skew", 7)]
        {
            // A matrix keeps its last row.
            let number = |i: usize| if tag == "matrix" && i >= 12 { (i / 15) as f32 } else { 1.0 + i as f32 };
            let kind = |numbers: Vec<String>| {
                read(&format!("<node><{tag}>{}</{tag}></node>", numbers.join(" "))).unwrap()[0].kind
            };
            let want = kind((0..width).map(|i| number(i).to_string()).collect());
            let mut given = kind(vec!["0".to_owned(); width]);
            assert_eq!(given.width(), width);
            (0..width).for_each(|i| given.set(i, number(i)));
            assert_eq!(given, want, "{tag}");
        }
    }
}
