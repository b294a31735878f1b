"""The knight's clips for lesson 17, for knight.py: what he does in a level besides walking, jumping and fighting.

Told and solved as the clips of knight_moves.py are, and a file of their own because the glTF of lesson 18 holds
those and no others.
"""

import math

from knight_moves import (
    FPS, STANCE, Clip, Gait, around, change, feet, hermite, held, idle, looped, once, spelled, swung, wave,
)

RUNG = 0.42  # from one rung of a ladder to the next
LADDER = 0.42  # how far ahead of his origin the rungs are
GRASP = 0.56  # how much of the time a hand or a foot holds on to a rung

# ---------------------------------------------------------------------------------------------------------
# Low: his helmet stays below a metre.

SQUAT = {
    "hips.z": -0.50, "hips.ahead": -0.16, "hips.pitch": 34.0, "hips.yaw": -8.0, "spine.pitch": 22.0,
    "chest.pitch": 16.0, "chest.yaw": 4.0, "neck.pitch": -18.0, "head.pitch": -22.0, "head.yaw": 5.0,
    "plume.pitch": -26.0, "foot.R.pitch": 24.0, "knee.L": 16.0, "knee.R": 18.0,
    "hand.L": (0.06, 0.24, -0.26), "elbow.L": (0.9, -0.2, -0.4), "hand.R": (0.16, 0.16, -0.32),
    "elbow.R": (0.9, -0.4, 0.1), "grip.R": (0.10, 0.75, 0.62),
}


def duck(phase):
    """On his heels, breathing; the feet stand as in idle."""
    breath = wave(phase, 0.45)
    pose = {**spelled(STANCE), **spelled(SQUAT)}
    change(pose, {
        "hips.z": 0.006 * breath, "spine.pitch": -1.5 * breath, "chest.pitch": -1.5 * wave(phase, 0.5),
        "neck.pitch": 1.0 * wave(phase, 0.55), "head.pitch": 1.2 * wave(phase, 0.62),
        "plume.pitch": 2.5 * wave(phase, 0.8), "shoulder.L.up": 2.0 * breath, "shoulder.R.up": 2.0 * breath,
        "hand.L": (0.0, 0.006 * wave(phase, 0.7), 0.008 * wave(phase, 0.6)), "hand.R.up": 0.008 * wave(phase, 0.6),
    })
    return pose


CRAWL = Gait(
    frames=24,
    speed=0.8,
    stance=0.60,
    pitches=[(0.0, -8.0), (0.10, 0.0), (0.36, 4.0), (0.60, 40.0), (0.68, 46.0), (0.88, -2.0), (0.95, -10.0)],
    lift=[(0.0, 0.0), (0.35, 0.050), (0.65, 0.050), (0.88, 0.020)],
)


def crawl(phase):
    pose = {
        "hips.x": 0.020 * wave(phase, 0.29), "hips.z": -0.46 + 0.012 * wave(phase, 0.28, 2),
        "hips.ahead": -0.10, "hips.yaw": -9.0 * wave(phase), "hips.roll": -4.0 * wave(phase, 0.26),
        "hips.pitch": 38.0 + 1.5 * wave(phase, 0.08, 2), "spine.yaw": 6.0 * wave(phase, 0.02),
        "spine.roll": 2.5 * wave(phase, 0.28), "spine.pitch": 24.0, "chest.yaw": 7.0 * wave(phase, 0.05),
        "chest.roll": 2.0 * wave(phase, 0.30), "chest.pitch": 18.0 + 1.5 * wave(phase, 0.12, 2),
        "neck.pitch": -22.0, "neck.yaw": -2.0 * wave(phase, 0.05), "head.yaw": -3.0 * wave(phase, 0.06),
        "head.pitch": -26.0 - 1.5 * wave(phase, 0.16, 2), "plume.pitch": -28.0 + 5.0 * wave(phase, 0.43, 2),
        "plume.yaw": 4.0 * wave(phase, 0.15), "knee.L": 12.0, "knee.R": 12.0,
        "shoulder.L.ahead": -4.0 * wave(phase, 0.04), "shoulder.R.ahead": 4.0 * wave(phase, 0.04),
        "hand.L": (0.08, 0.20 - 0.09 * wave(phase, 0.03), -0.28), "elbow.L": (0.9, -0.4, -0.2),
        "hand.R": (0.14, 0.14 + 0.06 * wave(phase, 0.03), -0.33), "elbow.R": (0.9, -0.4, 0.1),
        "grip.R": (0.12, 0.75, 0.62 + 0.06 * wave(phase, 0.1)),
    }
    feet(pose, CRAWL, phase, -0.04, 6.0, 0.020)
    return pose


# ---------------------------------------------------------------------------------------------------------
# Fast. In phase with walk and run.

SPRINT = Gait(
    frames=18,
    speed=4.0,
    stance=0.22,
    pitches=[(0.0, 2.0), (0.06, 6.0), (0.22, 62.0), (0.32, 84.0), (0.50, 88.0), (0.72, 24.0), (0.90, -4.0)],
    lift=[(0.0, 0.0), (0.26, 0.25), (0.50, 0.36), (0.78, 0.16)],
)


def sprint(phase):
    pose = {
        "hips.x": 0.008 * wave(phase, 0.12), "hips.z": -0.050 + 0.036 * wave(phase, 0.37, 2), "hips.ahead": 0.02,
        "hips.yaw": -13.0 * wave(phase, 0.0), "hips.roll": -3.0 * wave(phase, 0.12),
        "hips.pitch": 17.0 + 2.5 * wave(phase, 0.22, 2), "spine.yaw": 11.0 * wave(phase, 0.02),
        "spine.pitch": 6.0, "spine.roll": 2.0 * wave(phase, 0.14), "chest.yaw": 15.0 * wave(phase, 0.03),
        "chest.pitch": 5.0 + 2.0 * wave(phase, 0.14, 2), "chest.roll": 2.0 * wave(phase, 0.16),
        "neck.yaw": -6.0 * wave(phase, 0.04), "neck.pitch": -8.0, "head.yaw": -7.0 * wave(phase, 0.05),
        "head.pitch": -11.0 - 2.5 * wave(phase, 0.20, 2), "plume.pitch": -2.0 + 9.0 * wave(phase, 0.04, 2),
        "plume.yaw": 5.0 * wave(phase, 0.12), "shoulder.L.ahead": -11.0 * wave(phase, 0.02),
        "shoulder.R.ahead": 11.0 * wave(phase, 0.02),
    }
    feet(pose, SPRINT, phase, -0.07, 0.0, -0.014)
    swung(pose, "L", -8.0 - 58.0 * wave(phase, 0.02), 18.0, 92.0 - 18.0 * wave(phase, 0.05))
    swung(pose, "R", -10.0 + 44.0 * wave(phase, 0.02), 20.0, 84.0 + 12.0 * wave(phase, 0.05))
    held(pose, 20.0, 46.0 + 24.0 * wave(phase, 0.07))
    return pose


# ---------------------------------------------------------------------------------------------------------
# Up a ladder. A loop climbs two rungs; each hand and each foot takes every other rung.

SPAN = 2.0 * RUNG  # how far a loop climbs
FOOT_TAKES, HAND_TAKES = 0.10, 0.35  # when the left foot and the right hand come to a rung


def on_ladder(phase, takes, rungs):
    """How high what takes a rung at a phase is, and how far off the ladder's plane: from 0 to 1."""
    since = (phase - takes) % 1.0
    top = rungs * RUNG - SPAN * takes
    if since < GRASP:
        return top - SPAN * since, 0.0
    u = (since - GRASP) / (1.0 - GRASP)
    slope = -SPAN * (1.0 - GRASP)
    return hermite(top - SPAN * GRASP, top, slope, slope, u), around([(0.0, 0.0), (0.45, 1.0)], u)


def climb(phase):
    pose = {
        "hips.x": 0.035 * wave(phase, 0.33), "hips.z": -0.12 + 0.012 * wave(phase, 0.40, 2), "hips.ahead": -0.02,
        "hips.roll": -5.0 * wave(phase, 0.25), "hips.yaw": 5.0 * wave(phase, 0.1), "hips.pitch": 6.0,
        "spine.roll": 4.0 * wave(phase, 0.30), "spine.yaw": 4.0 * wave(phase, 0.30), "spine.pitch": 2.0,
        "chest.yaw": 6.0 * wave(phase, 0.35), "chest.roll": 5.0 * wave(phase, 0.35), "chest.pitch": 1.0,
        "neck.pitch": -8.0, "neck.yaw": -4.0 * wave(phase, 0.36), "head.pitch": -14.0 + 2.0 * wave(phase, 0.2, 2),
        "head.roll": -3.0 * wave(phase, 0.36), "plume.pitch": -10.0 + 5.0 * wave(phase, 0.1, 2),
        "grip.L": (-1.0, 0.10, 0.15), "grip.R": (-0.25, 0.25, 0.95),
        "elbow.L": (0.8, -0.3, -0.7), "elbow.R": (0.8, -0.3, -0.7),
    }
    for side, later in (("L", 0.0), ("R", 0.5)):
        up, off = on_ladder(phase, FOOT_TAKES + later, 1 + round(2 * later))
        name = f"foot.{side}"
        pose.update({
            f"{name}.up": up + 0.02, f"{name}.out": -0.01, f"{name}.ahead": LADDER - 0.16 - 0.10 * off,
            f"{name}.yaw": 14.0, f"{name}.pitch": 10.0 + 14.0 * off, f"knee.{side}": 24.0,
        })
        later = 0.5 - later
        up, off = on_ladder(phase, HAND_TAKES + later, 4 + round(2 * later))
        lift = wave(phase, HAND_TAKES + later - 0.05)
        pose.update({
            f"at.{side}": (0.20 + 0.03 * off, LADDER - 0.10 * off, up), f"shoulder.{side}.up": 14.0 + 14.0 * lift,
        })
    return pose


# ---------------------------------------------------------------------------------------------------------
# Struck

HIT = [
    (0.10, {  # the blow drives the chest back; head and arms stay behind
        "hips.z": -0.050, "hips.ahead": -0.085, "hips.pitch": -7.0, "hips.yaw": -12.0, "spine.pitch": -9.0,
        "chest.pitch": -14.0, "chest.yaw": -8.0, "neck.pitch": 12.0, "head.pitch": 16.0, "plume.pitch": 20.0,
        "shoulder.L.ahead": 14.0, "shoulder.R.ahead": 12.0, "hand.L": (0.22, 0.22, -0.22),
        "elbow.L": (0.9, -0.3, -0.3), "hand.R": (0.24, 0.20, -0.26), "elbow.R": (0.9, -0.4, -0.2),
        "grip.R": (0.30, 0.75, 0.25), "foot.L.pitch": -16.0, "knee.L": 4.0, "knee.R": 8.0,
    }),
    (0.17, {
        "hips.z": -0.075, "hips.ahead": -0.100, "spine.pitch": -6.0, "chest.pitch": -6.0, "neck.pitch": -6.0,
        "head.pitch": -12.0, "plume.pitch": -14.0, "foot.L.pitch": -20.0, "hand.L": (0.26, 0.10, -0.30),
        "hand.R": (0.27, 0.10, -0.32),
    }),
    (0.30, {
        "hips.z": -0.060, "hips.ahead": -0.020, "hips.pitch": 6.0, "spine.pitch": 8.0, "chest.pitch": 6.0,
        "neck.pitch": 0.0, "head.pitch": 2.0, "plume.pitch": 8.0, "foot.L.pitch": 0.0,
        "hand.L": (0.18, 0.02, -0.38), "hand.R": (0.17, 0.06, -0.38),
    }),
    (0.50, {}),
]

# How he lies: on his back, his hips where he stood, his knees up a little.
LYING = {
    **{name: 0.0 for name in spelled(STANCE) if name.split(".")[0] in ("hips", "spine", "chest", "neck", "head")},
    "hips.z": -0.68, "hips.ahead": -0.30, "hips.pitch": -88.0, "spine.pitch": 2.0, "chest.pitch": 0.0,
    "neck.pitch": 6.0, "head.pitch": 6.0, "head.yaw": 14.0, "plume.pitch": 70.0,
    "foot.L.ahead": 0.36, "foot.L.out": 0.04, "foot.L.up": 0.0, "foot.L.pitch": -30.0, "foot.L.yaw": 16.0,
    "foot.R.ahead": 0.44, "foot.R.out": 0.06, "foot.R.up": 0.0, "foot.R.pitch": -60.0, "foot.R.yaw": 24.0,
    "up.L": 1.0, "up.R": 1.0,
    "hand.L": (0.34, -0.05, -0.16), "elbow.L": (0.5, 0.1, 0.5), "hand.R": (0.34, -0.05, 0.10),
    "elbow.R": (0.6, 0.1, -0.6), "grip.R": (0.9, -0.02, -0.3),
}

DOWN = [
    (0.12, {
        "hips.z": -0.04, "hips.ahead": -0.10, "hips.pitch": -16.0, "spine.pitch": -8.0, "chest.pitch": -16.0,
        "neck.pitch": 14.0, "head.pitch": 18.0, "plume.pitch": 20.0, "foot.L.pitch": -20.0, "foot.L.up": 0.02,
        "hand.L": (0.22, 0.26, -0.16), "elbow.L": (0.9, -0.3, -0.3), "hand.R": (0.24, 0.24, -0.20),
        "elbow.R": (0.9, -0.4, -0.2), "grip.R": (0.30, 0.75, 0.45),
    }),
    (0.26, {
        "hips.z": -0.18, "hips.ahead": -0.22, "hips.pitch": -52.0, "spine.pitch": 2.0, "chest.pitch": -4.0,
        "foot.L.up": 0.30, "foot.L.ahead": 0.40, "foot.L.pitch": -30.0, "foot.R.up": 0.18, "foot.R.ahead": 0.32,
        "foot.R.pitch": -34.0, "plume.pitch": 30.0, "hand.L": (0.32, 0.24, 0.10), "hand.R": (0.34, 0.20, 0.14),
    }),
    (0.42, {
        "hips.z": -0.66, "hips.ahead": -0.30, "hips.pitch": -84.0, "spine.pitch": 6.0, "chest.pitch": 6.0,
        "neck.pitch": 16.0, "head.pitch": 12.0, "foot.L.up": 0.34, "foot.L.ahead": 0.50, "foot.R.up": 0.28,
        "foot.R.ahead": 0.52,
    }),
    (0.50, {"neck.pitch": 4.0, "head.pitch": -4.0}),
    (0.80, {}),
]

RISING = [
    (0.20, {
        "hips.z": -0.66, "hips.pitch": -84.0, "spine.pitch": 14.0, "chest.pitch": 14.0, "neck.pitch": 20.0,
        "head.pitch": 14.0, "foot.L.ahead": 0.20, "foot.L.up": 0.10, "foot.R.ahead": 0.20, "foot.R.up": 0.16,
    }),
    (0.45, {
        "hips.z": -0.60, "hips.ahead": -0.24, "hips.pitch": -10.0, "spine.pitch": 20.0, "chest.pitch": 18.0,
        "foot.L.ahead": 0.055, "foot.L.up": 0.0, "foot.L.pitch": 0.0, "foot.R.ahead": -0.055, "foot.R.up": 0.0,
        "foot.R.pitch": 14.0, "up.L": 0.0, "up.R": 0.0, "plume.pitch": -20.0,
    }),
    (0.60, {"hips.z": -0.46, "hips.ahead": -0.08, "hips.pitch": 30.0, "neck.pitch": -10.0, "head.pitch": -14.0}),
    (1.00, {}),
]


def clips():
    standing = idle(0.0)
    lying = {**standing, **spelled(LYING)}
    return [
        looped("duck", 30, duck),
        looped("crawl", CRAWL.frames, crawl),
        looped("sprint", SPRINT.frames, sprint),
        looped("climb", 30, climb),
        once("hit", standing, HIT, standing),
        once("down", standing, DOWN, lying),
        once("rise", lying, RISING, standing),
    ]
