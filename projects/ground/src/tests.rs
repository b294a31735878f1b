//! Helpers for all tests.

use super::*;
use glam::dvec2;
use proptest::prelude::*;

/// Returns corners in the order of their angles about a centre, of a polygon that need not be convex.
pub(super) fn star() -> impl Strategy<Value = Vec<DVec2>> {
    let corner = (0u32..10_000, 0.2f64..1.0);
    let radius = (0.5f64..6.0, -20.0f64..20.0, -20.0f64..20.0);
    (prop::collection::vec(corner, 3..10), radius).prop_map(|(mut corners, (radius, x, y))| {
        corners.sort_unstable_by_key(|&(angle, _)| angle);
        let at = |(angle, part): (u32, f64)| {
            dvec2(x, y) + radius * part * DVec2::from_angle(f64::from(angle) * 6.28e-4)
        };
        corners.into_iter().map(at).collect()
    })
}

/// Returns a polygon, or none if the corners allow none.
pub(super) fn polygon() -> impl Strategy<Value = Polygon> {
    // At whole numbers, corners often lie on lines through others.
    let whole = star().prop_map(|corners| corners.into_iter().map(DVec2::round).collect());
    let corners = prop_oneof![star(), whole];
    corners.prop_filter_map("no polygon", |corners: Vec<DVec2>| Polygon::new(&corners).ok())
}

/// Returns a convex polygon about the origin.
pub(super) fn shape() -> impl Strategy<Value = Shape> {
    let round = prop::collection::vec(0u32..10_000, 3..9).prop_map(|mut angles| {
        angles.sort_unstable();
        let corner = |&angle: &u32| 1.3 * DVec2::from_angle(f64::from(angle) * 6.28e-4);
        Shape::new(&angles.iter().map(corner).collect::<Vec<_>>())
    });
    let upright = (0.1f64..1.0, 0.1f64..2.0).prop_map(|(x, y)| Shape::upright(dvec2(x, y)));
    prop_oneof![round, upright].prop_filter_map("no shape", |shape| shape)
}

/// No buttons.
pub(super) const NONE: Buttons = 0;

pub(super) fn solid(least: [f64; 2], most: [f64; 2]) -> Obstacle {
    Obstacle::still(Polygon::new(&square(least, most)).unwrap(), ObstacleKind::Solid)
}

pub(super) fn square(least: [f64; 2], most: [f64; 2]) -> Vec<DVec2> {
    let ([left, low], [right, high]) = (least, most);
    vec![dvec2(left, low), dvec2(right, low), dvec2(right, high), dvec2(left, high)]
}

/// Returns twice the area, which is exact since sums of the grid's steps are.
pub(super) fn area(ring: &[DVec2]) -> i128 {
    let cells: Vec<_> = ring.iter().map(|&corner| grid::Cell::of(corner).0.map(i128::from)).collect();
    edges(&cells).map(|[a, b]| a[0] * b[1] - a[1] * b[0]).sum()
}

fn is_convex(ring: &[DVec2]) -> bool {
    let next: Vec<_> = edges(ring).collect();
    edges(&next).all(|[[a, b], [_, c]]| side(a, b, c) > 0.0)
}

mod polygons {
    use super::*;

    #[test]
    fn what_cannot_be_ground_is_refused_in_words() {
        let bow = [dvec2(0.0, 0.0), dvec2(2.0, 2.0), dvec2(2.0, 0.0), dvec2(0.0, 2.0)];
        let touching = [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 0.0], [0.0, 2.0]].map(DVec2::from);
        let line = [[0.0, 0.0], [1.0, 1.0], [3.0, 3.0], [2.0, 2.0]].map(DVec2::from);
        let crossing = "Edges 1 and 3 meet. Edges may meet only at the corner they share.";
        let few =
            |count: u8| format!("A polygon needs three corners in different places. This one has {count}.");
        let cases: [(&[DVec2], &str); 7] = [
            (&bow, crossing),
            (&touching, crossing),
            (&line, "All corners lie on one line, so the polygon has no inside."),
            (&[DVec2::ONE; 5], &few(1)),
            (&[], &few(0)),
            (
                &[DVec2::ZERO, dvec2(f64::NAN, 0.0), DVec2::ONE],
                "Corner 2 has a coordinate that is infinite or not a number.",
            ),
            (
                &[DVec2::ZERO, DVec2::X, dvec2(0.0, -2000.1)],
                "Corner 3 is too far away: no coordinate may be beyond 2000 units.",
            ),
        ];
        for (corners, refused) in cases {
            assert_eq!(Polygon::new(corners), Err(refused.to_owned()));
        }
        let dart = [[0.0, 0.0], [2.0, 0.5], [0.0, 1.0], [0.5, 0.5]].map(DVec2::from);
        assert_eq!(Shape::new(&dart), None);
        assert_eq!(Shape::new(&[DVec2::ZERO, DVec2::X, 33.0 * DVec2::Y]), None);
    }

    proptest! {
        #[test]
        fn pieces_are_convex_and_together_the_polygon(polygon in polygon()) {
            let pieces = convex_pieces(&polygon);
            prop_assert!(pieces.iter().all(|piece| is_convex(piece)));
            prop_assert_eq!(pieces.iter().map(|piece| area(piece)).sum::<i128>(), area(polygon.corners()));
            let reflex = polygon.corners().len() - 2;
            prop_assert!(pieces.len() <= reflex);
        }

        #[test]
        fn a_polygon_is_its_own_cleaned_form(polygon in polygon()) {
            prop_assert_eq!(Polygon::new(polygon.corners()), Ok(polygon.clone()));
            let mut reversed = polygon.corners().to_vec();
            reversed.reverse();
            let same = Polygon::new(&reversed).map(|polygon| area(polygon.corners()));
            prop_assert_eq!(same, Ok(area(polygon.corners())));
        }
    }
}

pub(super) fn level(polygons: &[Vec<DVec2>]) -> Vec<Obstacle> {
    let solid = |corners: &Vec<DVec2>| Obstacle::still(Polygon::new(corners).unwrap(), ObstacleKind::Solid);
    polygons.iter().map(solid).collect()
}

pub(super) fn random_level() -> impl Strategy<Value = Vec<Obstacle>> {
    let upright = (-20i32..20, -20i32..20, 1i32..8, 1i32..8).prop_map(|(x, y, wide, high)| {
        let [x, y, wide, high] = [x, y, wide, high].map(|number| 0.5 * f64::from(number));
        Polygon::new(&square([x, y], [x + wide, y + high])).unwrap()
    });
    let kind = prop_oneof![4 => Just(ObstacleKind::Solid), 1 => Just(ObstacleKind::Thin)];
    let obstacle =
        (prop_oneof![upright, polygon()], kind).prop_map(|(polygon, kind)| Obstacle::still(polygon, kind));
    prop::collection::vec(obstacle, 0..12)
}

mod meshes {
    use super::*;
    use crate::crossings::BENT;

    /// Returns the part of a convex ring that is inside another by more than a distance.
    fn common_part(ring: &[DVec2], other: &[DVec2], deep: f64) -> Vec<DVec2> {
        edges(other).fold(ring.to_vec(), |part, [from, to]| {
            let inwards = (to - from).perp().normalize();
            let depth = |at: DVec2| inwards.dot(at - from) - deep;
            let mut kept = Vec::new();
            for [a, b] in edges(&part) {
                let [da, db] = [depth(a), depth(b)];
                if da > 0.0 {
                    kept.push(a);
                }
                if (da > 0.0) != (db > 0.0) {
                    kept.push(a + (b - a) * (da / (da - db)));
                }
            }
            kept
        })
    }

    fn check(obstacles: &[Obstacle], shape: &Shape) {
        let mesh = NavMesh::new(obstacles, shape);
        let pieces: Vec<Vec<Vec<DVec2>>> = obstacles
            .iter()
            .map(|obstacle| {
                convex_pieces(&obstacle.polygon).iter().map(|piece| grown(piece, shape)).collect()
            })
            .collect();
        let mut sum = 0;
        for triangle in 0..mesh.count() {
            let corners = mesh.triangle(triangle);
            assert!(side(corners[0], corners[1], corners[2]) > 0.0);
            sum += area(&corners);
            for (obstacle, pieces) in pieces.iter().enumerate() {
                // Some more than by how much edges were bent, because this is rounded.
                let clear = 1.1 * BENT;
                if mesh.inside(triangle).contains(&obstacle) {
                    let in_piece = |piece: &Vec<DVec2>| {
                        common_part(&corners, piece, -clear).len() >= 3
                            && corners.iter().all(|&at| {
                                edges(piece)
                                    .all(|[from, to]| (to - from).perp().normalize().dot(at - from) > -clear)
                            })
                    };
                    assert!(pieces.iter().any(in_piece), "{corners:?} is in no piece of {obstacle}");
                } else {
                    let apart = |piece: &Vec<DVec2>| common_part(&corners, piece, clear).is_empty();
                    assert!(pieces.iter().all(apart), "{corners:?} is in {obstacle}");
                }
            }
            for edge in 0..3 {
                let edge = Edge { triangle, edge };
                let [from, to] = mesh.ends(edge);
                let across = mesh.across(edge);
                assert!(across.is_none_or(
                    |across| mesh.across(across) == Some(edge) && mesh.ends(across) == [to, from]
                ));
            }
        }
        assert_eq!(sum, area(&square([-4096.0; 2], [4096.0; 2])));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]
        #[test]
        fn triangles_know_the_obstacles_that_contain_them(obstacles in random_level(), shape in shape()) {
            check(&obstacles, &shape);
        }

        #[test]
        fn the_same_level_makes_the_same_mesh(obstacles in random_level(), shape in shape()) {
            prop_assert_eq!(NavMesh::new(&obstacles, &shape), NavMesh::new(&obstacles, &shape));
            let mut others = obstacles.clone();
            others.reverse();
            let (mesh, other) = (NavMesh::new(&obstacles, &shape), NavMesh::new(&others, &shape));
            prop_assert_eq!(mesh.count(), other.count());
            prop_assert!((0..mesh.count()).all(|triangle| mesh.triangle(triangle) == other.triangle(triangle)));
        }
    }
}
