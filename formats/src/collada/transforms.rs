//! The transforms of a node in its parent.

use super::error::{Error, Notes};
use super::numbers::exactly;
use super::xml::{self, Element};
use glam::{Mat4, Vec3};

/// One of the transforms from a node to its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeTransform {
    /// Its name below its node, by which animations find it.
    pub sid: Option<String>,
    pub kind: TransformKind,
}

/// The kinds of transforms. Lengths are in the file's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TransformKind {
    /// Any matrix, written row by row in the file.
    Matrix(Mat4),
    Translate(Vec3),
    Rotate {
        /// The axis, through the origin; of any length.
        axis: Vec3,
        /// Its angle, counter-clockwise if the axis points at you.
        degrees: f32,
    },
    /// A scale along the axes.
    Scale(Vec3),
}

impl TransformKind {
    /// Returns the name of its element.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Matrix(_) => "matrix",
            Self::Translate(_) => "translate",
            Self::Rotate { .. } => "rotate",
            Self::Scale(_) => "scale",
        }
    }

    /// Returns the count of its numbers in a file.
    pub fn width(&self) -> usize {
        match self {
            Self::Matrix(_) => 16,
            Self::Translate(_) | Self::Scale(_) => 3,
            Self::Rotate { .. } => 4,
        }
    }

    /// Replaces one of the numbers that the file gives, counted in the file's order.
    pub(super) fn set(&mut self, index: usize, number: f32) {
        match self {
            Self::Matrix(matrix) => matrix.col_mut(index % 4)[index / 4] = number,
            Self::Translate(by) | Self::Scale(by) => by[index] = number,
            Self::Rotate { degrees, .. } if index == 3 => *degrees = number,
            Self::Rotate { axis, .. } => axis[index] = number,
        }
    }
}

/// Returns the matrix from a node's coordinates to its parent's: the product of the node's steps, in the file's order.
///
/// A turn's axis may have any length; about a zero axis, for which [`direction`] is none, nothing turns.
pub fn parent_from_steps(steps: impl IntoIterator<Item = TransformKind>) -> Mat4 {
    // TODO 05.4: Make one matrix of all steps.
    // BEGIN SOLUTION 05.4
    let mut parent_from_node = Mat4::IDENTITY;
    for step in steps {
        parent_from_node *= match step {
            TransformKind::Matrix(matrix) => matrix,
            TransformKind::Translate(by) => Mat4::from_translation(by),
            TransformKind::Rotate { axis, degrees } => direction(axis)
                .map_or(Mat4::IDENTITY, |axis| Mat4::from_axis_angle(axis, degrees.to_radians())),
            TransformKind::Scale(by) => Mat4::from_mat3(glam::Mat3::from_diagonal(by)),
        };
    }
    parent_from_node
    // END SOLUTION 05.4
    // STARTER 05.4: let matrices = steps.into_iter().filter_map(|step| match step {
    // STARTER 05.4:     TransformKind::Matrix(matrix) => Some(matrix),
    // STARTER 05.4:     _ => None,
    // STARTER 05.4: });
    // STARTER 05.4: matrices.last().unwrap_or(Mat4::IDENTITY)
}

/// The matrix of sixteen numbers that a file wrote row by row.
///
/// Its fourth column, the translation, has the numbers 3, 7, 11 and 15.
pub fn matrix_from_rows(numbers: &[f32; 16]) -> Mat4 {
    // Read as columns, the file's rows are transposed.
    Mat4::from_cols_array(numbers).transpose()
}

/// Reads the transforms among a node's children, in the file's order.
pub(super) fn transforms(node: Element, notes: &Notes) -> Result<Vec<NodeTransform>, Error> {
    let mut transforms = Vec::new();
    for element in xml::elements(node) {
        let kind = match element.tag_name().name() {
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
                let axis = Vec3::new(x, y, z);
                if direction(axis).is_none() {
                    notes.add(element, || "This <rotate> turns about no axis: it does nothing.".to_owned());
                }
                TransformKind::Rotate { axis, degrees }
            }
            tag @ ("lookat" | "skew") => {
                notes.add(element, || format!("<{tag}> is not read: the node is placed without it."));
                continue;
            }
            _ => continue,
        };
        transforms.push(NodeTransform { sid: element.attribute("sid").map(str::to_owned), kind });
    }
    Ok(transforms)
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

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, vec3};

    fn read(xml: &str) -> Result<Vec<NodeTransform>, Error> {
        let tree = roxmltree::Document::parse(xml).unwrap();
        transforms(tree.root_element(), &Notes::default())
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
    fn numbers_are_replaced_in_the_order_of_the_file() {
        for (tag, width) in [("matrix", 16), ("translate", 3), ("scale", 3), ("rotate", 4)] {
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
