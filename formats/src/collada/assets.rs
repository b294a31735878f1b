//! The up axis and the unit of a file.

use super::error::{Error, Notes, quote, refusal};
use super::xml::{self, Element, Xml};
use glam::Mat4;
#[allow(unused_imports, reason = "an answer may do without it")]
use glam::{Vec3, Vec4};

/// The axis that points up in a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UpAxis {
    /// `X_UP`.
    X,
    /// `Y_UP`, as in the workbook.
    Y,
    /// `Z_UP`.
    Z,
}

/// Returns the matrix from a file's axes and unit to ours: y up, and metres. The file's unit is `metres` long.
///
/// Both are right-handed. The axis that is neither the file's up axis nor ours keeps its direction.
pub fn world_from_file(up: UpAxis, metres: f32) -> Mat4 {
    // TODO 05.3: Make the matrix that puts up what is up in the file, and makes metres of its units.
    // BEGIN SOLUTION 05.3
    let [x, y, z] = [Vec4::X, Vec4::Y, Vec4::Z];
    let turned = match up {
        UpAxis::X => Mat4::from_cols(y, -x, z, Vec4::W),
        UpAxis::Y => Mat4::IDENTITY,
        UpAxis::Z => Mat4::from_cols(x, -z, y, Vec4::W),
    };
    turned * Mat4::from_scale(Vec3::splat(metres))
    // END SOLUTION 05.3
    // STARTER 05.3: let _ = (up, metres);
    // STARTER 05.3: Mat4::IDENTITY
}

/// Reads the file's axes and unit, as a matrix to the world.
pub(super) fn correction(xml: &Xml) -> Result<Mat4, Error> {
    let asset = xml::child(xml.root(), "asset");
    let part = |name| asset.and_then(|asset| xml::child(asset, name));
    let up = part("up_axis").map_or(Ok(UpAxis::Y), up_axis)?;
    let metres = part("unit").map_or(Ok(1.0), |unit| metres(unit, &xml.notes))?;
    Ok(world_from_file(up, metres))
}

/// The axis that an element names.
fn up_axis(element: Element) -> Result<UpAxis, Error> {
    let text = xml::text(element);
    match text.trim().to_uppercase().as_str() {
        "X_UP" => Ok(UpAxis::X),
        "Y_UP" => Ok(UpAxis::Y),
        "Z_UP" => Ok(UpAxis::Z),
        _ => {
            let what = format!("The up axis is {}.", quote(&text));
            Err(refusal(element, what, "It must be X_UP, Y_UP or Z_UP."))
        }
    }
}

/// The length of the file's unit.
fn metres(unit: Element, notes: &Notes) -> Result<f32, Error> {
    let Some(meter) = unit.attribute("meter") else { return Ok(1.0) };
    let with_point = meter.trim().replacen(',', ".", 1);
    match with_point.parse::<f32>() {
        Ok(metres) if metres.is_finite() && metres > 0.0 => {
            if meter.contains(',') {
                notes.add(unit, || format!("The unit is {} metres; read as {with_point}.", quote(meter)));
            }
            Ok(metres)
        }
        _ => {
            let what = format!("The unit is {} metres long.", quote(meter));
            Err(refusal(unit, what, "It must be a number above zero, for example 0.01 for centimetres."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Document, Surfaces};
    use glam::{Vec3, vec3};

    fn to_world(asset: &str, point: Vec3) -> Vec3 {
        let scenes = "<library_visual_scenes><visual_scene/></library_visual_scenes>";
        let text = format!("<COLLADA><asset>{asset}</asset>{scenes}</COLLADA>");
        let document = Document::parse(text.as_bytes(), "test.dae", Surfaces::Read)
            .unwrap_or_else(|error| panic!("{error}"));
        document.scene.world_from_file.transform_point3(point)
    }

    #[test]
    fn what_is_up_in_the_file_is_up_in_the_world() {
        assert_eq!(to_world("", Vec3::Y), Vec3::Y);
        assert_eq!(to_world("<up_axis>Y_UP</up_axis>", Vec3::Y), Vec3::Y);
        assert_eq!(to_world("<up_axis> Z_UP </up_axis>", Vec3::Z), Vec3::Y);
        assert_eq!(to_world("<up_axis>X_UP</up_axis>", Vec3::X), Vec3::Y);
    }

    #[test]
    fn right_handed_stays_right_handed() {
        for up in ["X_UP", "Y_UP", "Z_UP"] {
            let [x, y, z] =
                [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| to_world(&format!("<up_axis>{up}</up_axis>"), axis));
            assert_eq!(x.cross(y), z, "{up}");
        }
    }

    #[test]
    fn lengths_become_metres() {
        let both = r#"<unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis>"#;
        assert!(to_world(both, vec3(100.0, 200.0, 300.0)).abs_diff_eq(vec3(1.0, 3.0, -2.0), 1e-6));
        assert!(to_world(r#"<unit meter="0,010000"/>"#, Vec3::X).abs_diff_eq(vec3(0.01, 0.0, 0.0), 1e-9));
        assert_eq!(to_world(r#"<unit name="foot"/>"#, Vec3::X), Vec3::X);
    }
}
