//! A skin on the processor: points and their normals, each carried by the mix of its joints' matrices.

use common::skin::Influences;
use glam::{Mat4, Vec3, Vec4};

/// Carries points and normals from the bind pose to where they are now. `palette` has every joint's `posed_from_bind`.
///
/// It mixes matrices, and not the places that they lead to. So a point comes to where [`common::skin::skin_point`] has it, but
/// for rounding: by a millionth of the largest number on the way. Normals are carried by the same matrix, and may come out of
/// another length than 1; where joints are stretched unevenly they need [`common::skin::normal_palette`].
///
/// Of lists that differ in length, the rest stays as it is.
///
/// # Panics
/// If a joint is not in the palette.
pub fn skin(
    palette: &[Mat4],
    influences: &[Influences],
    [points, normals]: [&[Vec3]; 2],
    [posed_points, posed_normals]: [&mut [Vec3]; 2],
) {
    let bind = influences.iter().zip(points.iter().zip(normals));
    let posed = posed_points.iter_mut().zip(posed_normals);
    for ((influences, (point, normal)), (posed_point, posed_normal)) in bind.zip(posed) {
        let [a, b, c, d] = influences.joints.map(|joint| &palette[joint as usize]);
        let weights = Vec4::from_array(influences.weights);
        let mixed = |column: fn(&Mat4) -> Vec4| {
            // In pairs, so that no sum waits for three others.
            (column(a) * weights.x + column(b) * weights.y) + (column(c) * weights.z + column(d) * weights.w)
        };
        let [x, y, z] = [mixed(|m| m.x_axis), mixed(|m| m.y_axis), mixed(|m| m.z_axis)];
        let origin = mixed(|m| m.w_axis);
        *posed_point = ((x * point.x + y * point.y) + (z * point.z + origin)).truncate();
        *posed_normal = ((x * normal.x + y * normal.y) + z * normal.z).truncate();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::skin::skin_point;
    use glam::{Mat3, Quat};
    use proptest::prelude::*;

    fn place() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-3.0f32..3.0).prop_map(Vec3::from)
    }

    fn influences() -> impl Strategy<Value = Influences> {
        (prop::array::uniform4(0i32..5), prop::array::uniform4(0.0f32..1.0), 1usize..=4).prop_map(
            |(joints, weights, used)| {
                let sum: f32 = weights[..used].iter().sum::<f32>().max(1e-3);
                let weight = |slot: usize| if slot < used { weights[slot] / sum } else { 0.0 };
                Influences { joints, weights: [0, 1, 2, 3].map(weight) }
            },
        )
    }

    proptest! {
        #[test]
        fn it_carries_as_the_plain_one(turns in prop::collection::vec((place(), place()), 5),
                                       vertices in prop::collection::vec((influences(), place(), place()), 0..9)) {
            let matrix = |(turn, to): &(Vec3, Vec3)| Mat4::from_rotation_translation(Quat::from_scaled_axis(*turn), *to);
            let palette: Vec<Mat4> = turns.iter().map(matrix).collect();
            let influences: Vec<Influences> = vertices.iter().map(|(influences, ..)| *influences).collect();
            let points: Vec<Vec3> = vertices.iter().map(|(_, point, _)| *point).collect();
            let normals: Vec<Vec3> = vertices.iter().map(|(.., normal)| normal.normalize_or(Vec3::X)).collect();
            // One more than there are vertices: it stays as it is.
            let mut posed = [(); 2].map(|()| vec![Vec3::ZERO; vertices.len() + 1]);
            let [posed_points, posed_normals] = &mut posed;
            skin(&palette, &influences, [&points, &normals], [posed_points, posed_normals]);
            for (vertex, influences) in influences.iter().enumerate() {
                let point = skin_point(&palette, influences, points[vertex]);
                // No number on the way is larger than 10.
                prop_assert!(posed[0][vertex].distance(point) < 1e-5);
                let parts = influences.used().map(|(joint, weight)| weight * (Mat3::from_mat4(palette[joint]) * normals[vertex]));
                prop_assert!(posed[1][vertex].distance(parts.sum()) < 1e-5);
            }
            prop_assert_eq!(posed.map(|places| places[vertices.len()]), [Vec3::ZERO; 2]);
        }
    }
}
