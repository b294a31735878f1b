//! What is done in lanes, be a lane a joint or a character: each row of a matrix is four lists.

use crate::lanes::Lanes;
use crate::weights::Weigh;

/// Three rows of four numbers, each of them in every lane.
pub type Wide<L> = [[L; 4]; 3];

/// What leaves every point where it is.
#[inline(always)]
pub fn identity<L: Lanes>() -> Wide<L> {
    let [zero, one] = [0.0, 1.0].map(L::splat);
    [[one, zero, zero, zero], [zero, one, zero, zero], [zero, zero, one, zero]]
}

/// What joints do with the mesh: their rotations lie between `from` and `to`; of their `places` and `arms` there are lists
/// of x, y and z. What is turned lies an arm away from the joint, and is taken to its place.
#[inline(always)]
pub fn around<L: Lanes, W: Weigh>(
    from: [L; 4],
    to: [L; 4],
    alpha: L,
    places: [L; 3],
    arms: [L; 3],
) -> Wide<L> {
    let cos =
        from[3].times_plus(to[3], from[2].times_plus(to[2], from[1].times_plus(to[1], from[0] * to[0])));
    let [of_from, of_to] = W::weigh(cos, alpha);
    let [mut x, mut y, mut z, mut w] = from;
    for (number, to) in [&mut x, &mut y, &mut z, &mut w].into_iter().zip(to) {
        *number = number.times_plus(of_from, to * of_to);
    }
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    let (xy, xz, yz) = (x * y2, x * z2, y * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    let one = L::splat(1.0);
    [
        placed([one - (yy + zz), xy - wz, xz + wy], arms, places[0]),
        placed([xy + wz, one - (xx + zz), yz - wx], arms, places[1]),
        placed([xz - wy, yz + wx, one - (xx + yy)], arms, places[2]),
    ]
}

/// A row of a rotation, and after it where an arm that it has turned ends.
#[inline(always)]
fn placed<L: Lanes>([x, y, z]: [L; 3], [a_x, a_y, a_z]: [L; 3], place: L) -> [L; 4] {
    [x, y, z, x.times_plus(a_x, y.times_plus(a_y, z.times_plus(a_z, place)))]
}

/// The product of two, in every lane.
#[inline(always)]
pub fn product<L: Lanes>([a, b, c]: &Wide<L>, b_from_c: &Wide<L>) -> Wide<L> {
    [row_of_product(a, b_from_c), row_of_product(b, b_from_c), row_of_product(c, b_from_c)]
}

/// One row of it. Written out, since what the compiler does not put in place here would not be compiled for eight lanes.
#[inline(always)]
fn row_of_product<L: Lanes>([a, b, c, d]: &[L; 4], [x, y, z]: &Wide<L>) -> [L; 4] {
    [
        a.times_plus(x[0], b.times_plus(y[0], *c * z[0])),
        a.times_plus(x[1], b.times_plus(y[1], *c * z[1])),
        a.times_plus(x[2], b.times_plus(y[2], *c * z[2])),
        a.times_plus(x[3], b.times_plus(y[3], c.times_plus(z[3], *d))),
    ]
}
