//! Tests the inspector on three joints and a skin.

use super::*;
use anyhow::Result;
use common::pose::model_from_joints;
use common::skin::{Influences, joints_from_bind, palette};
use gl::offscreen;
use glam::{Quat, vec3};

fn pose(turn: f32) -> Vec<Mat4> {
    let up = Mat4::from_translation(Vec3::Y);
    let turned = up * Mat4::from_quat(Quat::from_rotation_z(turn));
    vec![Mat4::from_translation(Vec3::X), turned, turned]
}

/// Returns a skin of points along the joints, each shared by two of them.
fn mesh() -> Mesh {
    let positions: Vec<Vec3> = (0..30u8).map(|i| vec3(1.1, 0.1 * f32::from(i), 0.2)).collect();
    let influences = Influences { joints: [0, 2, 0, 0], weights: [0.25, 0.75, 0.0, 0.0] };
    Mesh {
        normals: vec![Vec3::X; positions.len()],
        influences: vec![influences; positions.len()],
        positions,
        ..Mesh::default()
    }
}

fn inspected() -> Inspected {
    let skeleton = Skeleton::chain(&["hip", "knee", "ankle"]);
    let now = pose(0.8);
    let (back, placed) = (joints_from_bind(&skeleton, &pose(0.3)), model_from_joints(&skeleton, &now));
    let from_bind = palette(&placed, &back);
    Inspected::new(&skeleton, None, now, placed).with_skin(mesh(), &back, from_bind)
}

#[test]
fn the_graphics_card_is_read_back() -> Result<()> {
    let (gl, all, mut card) = (offscreen()?, inspected(), Card::default());
    for vertex in [0, 17] {
        let (is, wanted) = (card.read(&gl, &all.skins[0], vertex)?, all.skins[0].place(vertex));
        assert!(is.is_some_and(|is| is.distance(wanted) < 1e-5), "{is:?}, and not {wanted}");
    }
    Ok(())
}

#[test]
fn an_entry_of_the_palette_that_is_wrong_stands_beside_what_it_should_be() {
    let mut all = inspected();
    all.skins[0].palette[0].w_axis.y += 0.5;
    let seen = Findings { inspected: all, card: Ok(None) };
    let wrong = |entry| seen.wrong_entry(&seen.inspected.skins[0], entry, "hip");
    let block = wrong(0).expect("it differs");
    assert_eq!(block.columns, ["", "x axis", "y axis", "z axis", "✗ origin"]);
    let origins: Vec<&str> = block.rows.iter().map(|(.., cells)| cells[3].trim()).collect();
    assert_eq!(origins, ["0.000", "0.500", "0.000", "0.000", "0.000", "0.000"]);
    assert!(wrong(1).or(wrong(2)).is_none());
    assert_eq!(seen.begin(), Some(Subject::Vertex { skin: 0, vertex: 0 }));
    // A student's palette may be too short.
    let mut skin = inspected().skins.remove(0);
    skin.palette.truncate(2);
    assert!(skin.place(0).is_nan());
}

#[test]
fn it_opens_on_the_lessons_choice_or_on_what_mixes_most_or_on_the_longest_chain() {
    let begin = |inspected| {
        let seen = Findings { inspected, card: Ok(None) };
        seen.begin().filter(|subject| seen.inspected.has(*subject)).or_else(|| seen.inspected.usual())
    };
    let mut all = inspected();
    Arc::make_mut(&mut all.skins[0].mesh).influences[3].weights = [0.5, 0.5, 0.0, 0.0];
    assert_eq!(begin(all), Some(Subject::Vertex { skin: 0, vertex: 3 }));
    assert_eq!(begin(Inspected { skins: Vec::new(), ..inspected() }), Some(Subject::Joint(2)));
    assert_eq!(begin(inspected().opens_on("knee")), Some(Subject::Joint(1)));
    assert_eq!(begin(inspected().opens_on("knee").follows(Some(0))), Some(Subject::Joint(0)));
    let none = inspected().opens_on("knee").follows(Some(9));
    assert_eq!(begin(none), Some(Subject::Vertex { skin: 0, vertex: 0 }));
}
