//! The checks of lesson 17.

use common::check::on_main_thread;
use std::process::ExitCode;

fn main() -> ExitCode {
    on_main_thread(&[
        // 17.1
        // 17.2
        ("todo_17_3_spot", cone::todo_17_3_spot),
        // 17.4
        // 17.5
    ])
}

// ---------------------------------------------------------------- 17.1

// ---------------------------------------------------------------- 17.2

// ---------------------------------------------------------------- 17.3

mod cone {
    use anyhow::Result;
    use common::check::{Named, STARTER, check};
    use common::gl::ask_shader;
    use common::stage::offscreen;
    use glam::{Vec3, vec3};

    /// A lamp: what it is, where it shines, half of its inner and of its outer cone in degrees, and how far it reaches.
    type Lamp = (&'static str, Vec3, [f64; 2], f64);

    const LAMPS: [Lamp; 4] = [
        ("a flashlight, half cones of 14° and 24°, reach 9", vec3(0.96, -0.28, 0.0), [14.0, 24.0], 9.0),
        (
            "a lamp under a ceiling, half cones of 40° and 75°, reach 4",
            vec3(0.0, -1.0, 0.0),
            [40.0, 75.0],
            4.0,
        ),
        ("a thin ray upwards, half cones of 3° and 8°, reach 20", vec3(0.48, 0.6, -0.64), [3.0, 8.0], 20.0),
        (
            "a wide one that shines backwards too, half cones of 60° and 120°, reach 0.5",
            vec3(-0.6, 0.0, 0.8),
            [60.0, 120.0],
            0.5,
        ),
    ];

    /// Where a place is, and whether it is in the light's way: by what part of the way from the outer cone's cosine to the
    /// inner one's (none is right behind the lamp), and how far away, in reaches.
    const PLACES: [(&str, Option<f64>, f64); 11] = [
        ("straight ahead, 0.1 of the reach", None, 0.1),
        ("straight ahead, 0.6 of the reach", None, 0.6),
        ("on the inner cone, 0.6 of the reach", Some(1.0), 0.6),
        ("0.75 of the way from the outer cosine to the inner one, 0.6 of the reach", Some(0.75), 0.6),
        ("half-way between the cosines, 0.3 of the reach", Some(0.5), 0.3),
        ("0.25 of the way from the outer cosine to the inner one, 0.1 of the reach", Some(0.25), 0.1),
        ("on the outer cone, 0.3 of the reach", Some(0.0), 0.3),
        ("outside, 0.3 of the reach", Some(-0.2), 0.3),
        ("right behind the lamp, 0.5 of the reach", Some(f64::NEG_INFINITY), 0.5),
        ("straight ahead, at the reach", None, 1.0),
        ("straight ahead, 1.7 times the reach", None, 1.7),
    ];

    const NAMES: &[&str] = &[
        PLACES[0].0,
        PLACES[1].0,
        PLACES[2].0,
        PLACES[3].0,
        PLACES[4].0,
        PLACES[5].0,
        PLACES[6].0,
        PLACES[7].0,
        PLACES[8].0,
        PLACES[9].0,
        PLACES[10].0,
    ];

    /// What is asked about one place.
    #[derive(Clone, Copy)]
    struct Asked {
        cosine: f64,
        distance: f64,
        inner: f64,
        outer: f64,
        reach: f64,
    }

    impl Asked {
        fn all(&(_, _, cone, reach): &Lamp) -> Vec<Self> {
            let [inner, outer] = cone.map(|degrees: f64| degrees.to_radians().cos());
            let cosine =
                |part: Option<f64>| part.map_or(1.0, |part| (outer + part * (inner - outer)).max(-1.0));
            let one =
                |(_, part, far)| Self { cosine: cosine(part), distance: far * reach, inner, outer, reach };
            PLACES.map(one).to_vec()
        }

        /// The numbers that the shader is given.
        fn given(&self, towards: Vec3) -> [[f32; 4]; 3] {
            let aside = towards.any_orthonormal_vector();
            let (cosine, sine) =
                (self.cosine as f32, (1.0 - self.cosine * self.cosine).max(0.0).sqrt() as f32);
            let from_lamp = self.distance as f32 * (cosine * towards + sine * aside);
            let lamp = [self.inner as f32, self.outer as f32, self.reach as f32, 0.0];
            [from_lamp.extend(0.0).to_array(), towards.extend(0.0).to_array(), lamp]
        }

        /// How much of the way a number is from 0 at the outer cone to 1 at the inner one.
        fn part(&self, number: f64) -> f64 {
            ((number - self.outer) / (self.inner - self.outer)).clamp(0.0, 1.0)
        }

        fn fade(&self) -> f64 {
            (1.0 - (self.distance / self.reach).powi(2)).max(0.0).powi(2)
        }
    }

    fn smooth(part: f64) -> f64 {
        part * part * (3.0 - 2.0 * part)
    }

    pub fn todo_17_3_spot() {
        let shader = |lamp: &Lamp| -> Result<Vec<f32>> {
            let questions: Vec<_> = Asked::all(lamp).iter().map(|asked| asked.given(lamp.1)).collect();
            ask_shader(&offscreen()?, "spot.frag", CALL, &questions)
        };
        check("17.3", |check| {
            for lamp in &LAMPS {
                let all = |one: &dyn Fn(&Asked) -> f64| {
                    Ok(Named(
                        NAMES,
                        Asked::all(lamp).iter().map(|asked| one(asked) as f32).collect::<Vec<f32>>(),
                    ))
                };
                check.case(
                    format!("how much light of a lamp comes to eleven places; the lamp is {}", lamp.0),
                    || Ok(Named(NAMES, shader(lamp)?)),
                    all(&|asked| smooth(asked.part(asked.cosine)) * asked.fade()),
                    &[
                        (STARTER, all(&|_| 1.0)),
                        (
                            "angle-for-cosine",
                            all(&|asked| smooth(asked.part(asked.cosine.acos())) * asked.fade()),
                        ),
                        (
                            "cones-swapped",
                            all(&|asked| (1.0 - smooth(asked.part(asked.cosine))) * asked.fade()),
                        ),
                        (
                            "not-normalised",
                            all(&|asked| smooth(asked.part(asked.distance * asked.cosine)) * asked.fade()),
                        ),
                        ("towards-the-lamp", all(&|asked| smooth(asked.part(-asked.cosine)) * asked.fade())),
                        (
                            "light-beyond-the-reach",
                            all(&|asked| {
                                let fade = (1.0 - (asked.distance / asked.reach).powi(2)).powi(2);
                                smooth(asked.part(asked.cosine)) * fade
                            }),
                        ),
                        (
                            "without-the-reach",
                            all(&|asked| smooth(asked.part(asked.cosine)) / asked.distance.powi(2)),
                        ),
                        (
                            "hard-edge",
                            all(&|asked| f64::from(u8::from(asked.part(asked.cosine) > 0.0)) * asked.fade()),
                        ),
                        ("fades-once", all(&|asked| smooth(asked.part(asked.cosine)) * asked.fade().sqrt())),
                    ],
                );
            }
        });
    }

    const CALL: &str = "spot(given(0).xyz, given(1).xyz, given(2).xy, given(2).z)";
}

// ---------------------------------------------------------------- 17.4

// ---------------------------------------------------------------- 17.5
