use super::super::{Check, Named, Outcome, STARTER};
use super::*;
use glam::vec3;

const NAMES: &[&str] = &["a", "b", "c", "d"];

/// Returns matrices that rotate, about axes other than x, y and z, and translate.
fn stands() -> [Mat4; 4] {
    [(20.0f32, 1.0), (-70.0, 2.5), (130.0, -4.0), (200.0, 0.5)].map(|(degrees, x)| {
        Mat4::from_translation(vec3(x, 1.0, 0.5)) * Mat4::from_rotation_z(degrees.to_radians())
    })
}

/// Returns the outcome of a check with four questions, answered with what `wrong` returns.
fn each<T: Answer>(right: impl Fn(usize) -> T, wrong: impl Fn(usize) -> T) -> Outcome {
    let mut check = Check::default();
    (0..4).for_each(|i| check.case("something", || wrong(i), || right(i)));
    check.outcome()
}

fn slip(name: &str) -> Outcome {
    Outcome::Slip(name.to_owned())
}

#[test]
fn every_slip_of_a_matrix_is_recognised_by_itself() {
    let matrix = |of: &dyn Fn(Mat4) -> Mat4| each(|i| stands()[i], |i| of(stands()[i]));
    assert_eq!(matrix(&|m| m), Outcome::Passed);
    assert_eq!(matrix(&|m| m.transpose()), slip("transposed"));
    assert_eq!(matrix(&|m| m.inverse()), slip("inverse"));
    assert_eq!(matrix(&|m| m * -1.0), slip("negated"));
    assert_eq!(matrix(&|m| m * Mat4::from_scale(vec3(2.0, 1.0, 1.0))), Outcome::Wrong);
    let angle = |of: fn(f32) -> f32, about: fn(f32) -> Mat4| {
        let turned = |turn: &dyn Fn(f32) -> Mat4, i: usize| {
            Mat4::from_translation(vec3(i as f32, 2.0, 1.0)) * turn([20.0, -70.0, 130.0, 160.0][i])
        };
        each(
            |i| turned(&|degrees| Mat4::from_rotation_z(degrees.to_radians()), i),
            |i| turned(&|degrees| about(of(degrees)), i),
        )
    };
    assert_eq!(angle(|degrees| degrees, Mat4::from_rotation_z), slip("degrees-as-radians"));
    assert_eq!(
        angle(|degrees| degrees.to_radians().to_radians(), Mat4::from_rotation_z),
        slip("radians-as-degrees")
    );
    assert_eq!(angle(f32::to_radians, Mat4::from_rotation_x), slip("about-x"));
    assert_eq!(angle(f32::to_radians, Mat4::from_rotation_y), slip("about-y"));
}

#[test]
fn the_slips_of_lists_are_recognised() {
    let numbers = [0.3f32, 0.9, -2.0, 5.0];
    let list = |wrong: Vec<f32>| each(|_| Named(NAMES, numbers.to_vec()), |_| Named(NAMES, wrong.clone()));
    assert_eq!(list(vec![0.0, 0.3, 0.9, -2.0]), slip("late"));
    assert_eq!(list(vec![0.9, -2.0, 5.0, 5.0]), slip("early"));
    assert_eq!(list(vec![5.0, -2.0, 0.9, 0.3]), slip("reversed"));
    assert_eq!(list(vec![-0.3, -0.9, 2.0, -5.0]), slip("negated"));
    assert_eq!(list(vec![0.3, 0.9, -2.0]), Outcome::Wrong);
}

#[test]
fn the_slips_of_numbers_vectors_and_turns_are_recognised() {
    let number = |of: fn(f32) -> f32| each(|i| 0.1 + i as f32 / 7.0, |i| of(0.1 + i as f32 / 7.0));
    assert_eq!(number(|x| -x), slip("negated"));
    assert_eq!(number(f32::to_degrees), slip("degrees-as-radians"));
    assert_eq!(number(|x| 1.0 - x), slip("complement"));
    let direction = |i: usize| vec3(i as f32, 1.0, -2.0).normalize();
    assert_eq!(each(direction, |i| direction(i) * (2.0 + i as f32)), slip("not-normalised"));
    let turn = |i: usize| Quat::from_axis_angle(direction(i), 0.4 + i as f32);
    assert_eq!(each(turn, |i| turn(i).inverse()), slip("inverse"));
    assert_eq!(each(turn, |i| Quat::IDENTITY.slerp(turn(i), 0.5)), slip("half-angle"));
    assert_eq!(each(turn, |i| turn(i) * turn(i)), slip("double-angle"));
    assert_eq!(each(turn, |i| turn(i) * 0.7), slip("not-normalised"));
}

#[test]
fn what_explains_only_some_of_the_answers_is_not_said() {
    let right = |i: usize| stands()[i];
    assert_eq!(
        each(right, |i| if i < 3 { right(i).transpose() } else { right(i).inverse() }),
        Outcome::Wrong
    );
    // Right in the question where the slip would have shown: so it is another mistake.
    assert_eq!(each(right, |i| if i < 3 { right(i).transpose() } else { right(i) }), Outcome::Wrong);
    let no_number = each(|i| i as f32, |_| f32::NAN);
    assert_eq!(no_number, Outcome::Wrong);
}

#[test]
fn what_the_check_knows_by_name_goes_first_and_what_the_question_offers_next() {
    let ask = |wrong: fn(f32) -> f32, named: fn(f32) -> f32| {
        let mut check = Check::default();
        for x in [0.2f32, 0.7, -0.4] {
            let suspects = [(STARTER, 9.0), ("by-name", named(x))];
            check.case_among(
                "a number",
                || wrong(x),
                |_| x,
                || (suspects, [(Remainder, -x), (Order, x + 5.0)]),
            );
        }
        check.outcome()
    };
    assert_eq!(ask(|x| -x, |x| -x), Outcome::Mistake("by-name".to_owned()));
    assert_eq!(ask(|x| -x, |x| 2.0 * x), slip("remainder"));
    assert_eq!(ask(|x| x + 5.0, |x| 2.0 * x), slip("order"));
    assert_eq!(ask(|x| 1.0 - x, |x| 2.0 * x), slip("complement"));
}

#[test]
fn every_step_of_a_question_offers_its_slips() {
    use super::super::Workings;
    let x = Mat4::from_rotation_x(0.7);
    let worked = |of: &dyn Fn(Workings, Mat4) -> Mat4, wrong: &dyn Fn(Mat4) -> Mat4| {
        let mut check = Check::default();
        for stand in stands() {
            check.case_by("a matrix", || wrong(stand), |by| of(by, stand));
        }
        check.outcome()
    };
    let pair = |by: Workings, m: Mat4| by.product([m, x]);
    assert_eq!(worked(&pair, &|m| m * x), Outcome::Passed);
    assert_eq!(worked(&pair, &|m| x * m), slip("order"));
    let three = |by: Workings, m: Mat4| by.product([m, x, stands()[1]]);
    assert_eq!(worked(&three, &|m| x * m * stands()[1]), slip("order"));
    assert_eq!(worked(&three, &|m| x * stands()[1] * m), slip("order"));
    let back = |by: Workings, m: Mat4| by.product([by.inverse(m), x]);
    assert_eq!(worked(&back, &|m| m.transpose() * x), slip("transpose-for-inverse"));
    let number = |of: fn(Workings, f32) -> f32, wrong: fn(f32) -> f32| {
        let mut check = Check::default();
        for x in [-2.6f32, 0.2, 1.7] {
            check.case_by("a number", || wrong(x), |by| of(by, x));
        }
        check.outcome()
    };
    assert_eq!(number(|by, x| 3.0 + by.remainder(x, 1.0), |x| 3.0 + x % 1.0), slip("remainder"));
    assert_eq!(number(|by, x| 3.0 + 2.0 * by.part(x), |x| 5.0 - 2.0 * x), slip("ends-exchanged"));
    assert_eq!(number(|by, x| by.radians(x).sin(), f32::sin), slip("degrees-as-radians"));
    let point = |by: Workings, x| by.moved(Mat4::from_rotation_z(1.0), vec3(x, 2.0, 3.0)).x;
    assert_eq!(number(point, |x| x * 1f32.cos() + 2.0 * 1f32.sin()), slip("row-vector"));
    let moved = |by: Workings, x| {
        let away = Mat4::from_rotation_translation(Quat::from_rotation_z(1.0), vec3(5.0, 0.0, 0.0));
        by.moved(away, vec3(x, 2.0, 3.0)).x
    };
    assert_eq!(number(moved, |x| x * 1f32.cos() - 2.0 * 1f32.sin()), slip("as-a-direction"));
    let sum = |by: Workings, x: f32| {
        by.sum([(0.5, vec3(x, 0.0, 0.0)), (0.3, vec3(7.0, 0.0, 0.0)), (0.2, vec3(x * x, 0.0, 0.0))]).x
    };
    assert_eq!(number(sum, |x| 0.5 * x + 2.1), slip("part-missing"));
    assert_eq!(
        number(sum, |x| if x < 0.0 { 2.1 } else { 0.5 * x + 2.1 + 0.2 * x * x }),
        slip("part-missing")
    );
    assert_eq!(number(sum, |x| x + 7.0 + x * x), slip("unweighted"));
    assert_eq!(number(sum, |x| 0.4 * x + 2.1 + 0.2 * x * x), Outcome::Wrong);
}
