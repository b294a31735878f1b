//! Which way is up in a file, and how long its unit is.

use super::error::{Error, Notes, quote};
use super::xml::{self, Element, Xml};
use glam::{Mat4, Vec3};

/// From the file's axes and unit to ours: right-handed, y up, metres.
pub(super) fn world_from_file(xml: &Xml, notes: &mut Notes) -> Result<Mat4, Error> {
    let asset = xml::child(xml.root(), "asset");
    let part = |name| asset.and_then(|asset| xml::child(asset, name));
    let turned = part("up_axis").map_or(Ok(Mat4::IDENTITY), y_up_from)?;
    let metres = part("unit").map_or(Ok(1.0), |unit| metres(unit, notes))?;
    Ok(turned * Mat4::from_scale(Vec3::splat(metres)))
}

/// A quarter turn that makes the file's up axis our y. All three kinds of file are right-handed.
fn y_up_from(up_axis: Element) -> Result<Mat4, Error> {
    let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis.extend(0.0));
    let origin = glam::Vec4::W;
    let text = xml::text(up_axis);
    match text.trim().to_uppercase().as_str() {
        "Y_UP" => Ok(Mat4::IDENTITY),
        "Z_UP" => Ok(Mat4::from_cols(x, -z, y, origin)),
        "X_UP" => Ok(Mat4::from_cols(y, -x, z, origin)),
        _ => {
            let what = format!("The up axis is {}.", quote(&text));
            Err(Error::at(up_axis, what, "It must be X_UP, Y_UP or Z_UP."))
        }
    }
}

/// The length of the file's unit.
fn metres(unit: Element, notes: &mut Notes) -> Result<f32, Error> {
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
            Err(Error::at(unit, what, "It must be a number above zero, for example 0.01 for centimetres."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Document;
    use glam::{Vec3, vec3};

    fn to_world(asset: &str, point: Vec3) -> Vec3 {
        let scenes = "<library_visual_scenes><visual_scene/></library_visual_scenes>";
        let text = format!("<COLLADA><asset>{asset}</asset>{scenes}</COLLADA>");
        let document = Document::parse(text.as_bytes(), "test.dae").unwrap_or_else(|error| panic!("{error}"));
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
