"""The knight's clips for lesson 18, for knight.py: what he does in a level besides walking, jumping and fighting.

Told and solved as those of knight_moves.py are. They are not among them, since the lessons before and the glTF of lesson
18 have those and no others.
"""

from knight_moves import (
    STANCE, Gait, around, change, feet, hermite, held, idle, looped, once, spelled, swung, wave,
)

RUNG = 0.42  # from one rung of a ladder to the next
LADDER = 0.42  # how far ahead of his origin the rungs are
GRASP = 0.56  # how much of the time a hand or a foot holds on to a rung


def carry(phase):
    """Idle, but for the left arm, which holds a lamp ahead: meant for that arm alone, over other clips."""
    sway = wave(phase, 0.5)
    return {
        **idle(phase), "shoulder.L.up": 4.0 + 2.0 * wave(phase, 0.45), "shoulder.L.ahead": 8.0,
        "hand.L.out": 0.21, "hand.L.ahead": 0.22 + 0.004 * wave(phase, 0.7),
        "hand.L.up": -0.25 + 0.006 * wave(phase, 0.6), "elbow.L.out": 0.8, "elbow.L.ahead": -0.6, "elbow.L.up": 0.35,
        "aim.L.out": 0.03 * sway, "aim.L.ahead": 1.0, "aim.L.up": 0.06 + 0.03 * wave(phase, 0.6),
    }


# ---------------------------------------------------------------------------------------------------------
# Low: his helmet stays below a metre.

SQUAT = {
    "hips.z": -0.585, "hips.ahead": -0.25, "hips.pitch": 24.0, "hips.yaw": -8.0, "spine.pitch": 28.0,
    "chest.pitch": 28.0, "chest.yaw": 4.0, "neck.pitch": -26.0, "head.pitch": -34.0, "head.yaw": 5.0,
    "plume.pitch": -66.0, "foot.R.pitch": 26.0, "knee.L": 22.0, "knee.R": 26.0, "shoulder.L.ahead": 10.0,
    "hand.L": (0.05, 0.26, -0.14), "elbow.L": (0.9, -0.2, -0.4), "hand.R": (0.20, 0.15, -0.30),
    "elbow.R": (0.9, -0.5, 0.2), "aim.R": (0.26, 0.95, 0.04),
}


def duck(phase):
    """On his heels, breathing; the feet stand as in idle."""
    breath = wave(phase, 0.45)
    pose = {**spelled(STANCE), **spelled(SQUAT)}
    change(pose, {
        "hips.z": 0.006 * breath, "hips.x": 0.006 * wave(phase, 0.2), "spine.pitch": -1.5 * breath,
        "chest.pitch": -2.0 * wave(phase, 0.5), "neck.pitch": 1.5 * wave(phase, 0.55),
        "head.pitch": 1.5 * wave(phase, 0.62), "plume.pitch": 3.0 * wave(phase, 0.8),
        "shoulder.L.up": 2.0 * breath, "shoulder.R.up": 2.0 * breath,
        "hand.L": (0.0, 0.006 * wave(phase, 0.7), 0.008 * wave(phase, 0.6)), "hand.R.up": 0.008 * wave(phase, 0.6),
        "aim.R.up": 0.03 * wave(phase, 0.7),
    })
    return pose


CRAWL = Gait(
    frames=24,
    speed=0.8,
    stance=0.60,
    pitches=[(0.0, -6.0), (0.10, 0.0), (0.36, 4.0), (0.60, 36.0), (0.66, 38.0), (0.88, 0.0), (0.95, -8.0)],
    lift=[(0.0, 0.0), (0.35, 0.030), (0.65, 0.034), (0.88, 0.018)],
)


def crawl(phase):
    pose = {
        "hips.x": 0.022 * wave(phase, 0.29), "hips.z": -0.525 + 0.010 * wave(phase, 0.28, 2),
        "hips.ahead": -0.24, "hips.yaw": -9.0 * wave(phase), "hips.roll": -4.0 * wave(phase, 0.26),
        "hips.pitch": 30.0 + 1.5 * wave(phase, 0.08, 2), "spine.yaw": 6.0 * wave(phase, 0.02),
        "spine.roll": 2.5 * wave(phase, 0.28), "spine.pitch": 33.0, "chest.yaw": 7.0 * wave(phase, 0.05),
        "chest.roll": 2.0 * wave(phase, 0.30), "chest.pitch": 27.0 + 1.5 * wave(phase, 0.12, 2),
        "neck.pitch": -30.0, "neck.yaw": -2.0 * wave(phase, 0.05), "head.yaw": -3.0 * wave(phase, 0.06),
        "head.pitch": -38.0 - 1.5 * wave(phase, 0.16, 2), "plume.pitch": -64.0 + 4.0 * wave(phase, 0.43, 2),
        "plume.yaw": 4.0 * wave(phase, 0.15), "knee.L": 18.0, "knee.R": 18.0,
        "shoulder.L.ahead": 8.0 - 4.0 * wave(phase, 0.04), "shoulder.R.ahead": 6.0 + 4.0 * wave(phase, 0.04),
        "hand.L": (0.06, 0.225 - 0.015 * wave(phase, 0.03), -0.06 - 0.08 * wave(phase, 0.03)),
        "elbow.L": (0.9, -0.4, -0.2),
        "hand.R": (0.18, 0.15 - 0.01 * wave(phase, 0.03), -0.24 + 0.06 * wave(phase, 0.03)),
        "elbow.R": (0.9, -0.5, 0.2), "aim.R": (0.24, 0.95, 0.10 + 0.05 * wave(phase, 0.1)),
    }
    feet(pose, CRAWL, phase, -0.08, 6.0, 0.020)
    return pose


def slide(phase):
    """On his knees, sitting on his heels, leaning back; the ground shakes him."""
    shake, slow = wave(phase, 0.0, 3), wave(phase, 0.3)
    pose = {
        "hips.z": -0.545 + 0.005 * shake, "hips.ahead": -0.10, "hips.yaw": -6.0, "hips.pitch": -47.0 + 1.0 * shake,
        "spine.pitch": -12.0 + 1.5 * slow, "chest.pitch": -6.0 - 1.0 * shake, "chest.yaw": 4.0 * slow,
        "neck.pitch": 16.0, "head.pitch": 20.0 + 2.0 * wave(phase, 0.1, 3), "head.yaw": 4.0,
        "plume.pitch": -40.0 + 6.0 * wave(phase, 0.2, 3), "knee.L": 12.0, "knee.R": 16.0,
        "shoulder.L.up": 8.0, "shoulder.R.up": 8.0,
        "hand.L": (0.30, 0.02 * slow, -0.24 + 0.02 * shake), "elbow.L": (0.8, -0.5, 0.1),
        "hand.R": (0.33, -0.06, -0.18 + 0.02 * wave(phase, 0.2, 3)), "elbow.R": (0.8, -0.5, 0.1),
        "aim.R": (0.55, -0.60, 0.45 + 0.04 * shake),
    }
    for side, ahead in (("L", -0.34), ("R", -0.42)):
        pose.update({
            f"foot.{side}.ahead": ahead, f"foot.{side}.up": 0.03, f"foot.{side}.out": 0.03,
            f"foot.{side}.pitch": 150.0, f"foot.{side}.yaw": 8.0,
        })
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
        "aim.L": (-1.0, 0.0, 0.0), "aim.R": (0.96, 0.0, 0.28),
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

# How he lies: on his back, one knee up, the arms beside him.
LYING = {
    **{name: 0.0 for name in spelled(STANCE) if name.split(".")[0] in ("hips", "spine", "chest", "neck", "head")},
    "hips.z": -0.675, "hips.ahead": -0.30, "hips.pitch": -88.0, "spine.pitch": 2.0, "chest.pitch": 0.0,
    "neck.pitch": 4.0, "head.pitch": 4.0, "head.yaw": 18.0, "plume.pitch": 72.0,
    "foot.L.ahead": 0.16, "foot.L.out": 0.05, "foot.L.up": 0.0, "foot.L.pitch": 0.0, "foot.L.yaw": 14.0,
    "foot.R.ahead": 0.40, "foot.R.out": 0.06, "foot.R.up": 0.0, "foot.R.pitch": -62.0, "foot.R.yaw": 30.0,
    "up.L": 1.0, "up.R": 1.0,
    "hand.L": (0.30, -0.05, -0.26), "elbow.L": (0.7, 0.1, 0.3), "hand.R": (0.37, -0.05, -0.15),
    "elbow.R": (0.7, 0.1, 0.5), "grip.R": (0.38, 0.02, 0.92),
}

DOWN = [
    (0.10, {  # the blow lifts him off his heels
        "hips.z": -0.02, "hips.ahead": -0.11, "hips.pitch": -16.0, "spine.pitch": -9.0, "chest.pitch": -17.0,
        "chest.yaw": -6.0, "neck.pitch": 16.0, "head.pitch": 20.0, "plume.pitch": 22.0, "foot.L.pitch": -24.0,
        "foot.L.up": 0.02, "foot.R.pitch": -10.0, "foot.R.up": 0.0, "hand.L": (0.22, 0.28, -0.14),
        "elbow.L": (0.9, -0.3, -0.3), "shoulder.L.ahead": 14.0, "shoulder.R.ahead": 12.0,
        "hand.R": (0.24, 0.26, -0.20), "elbow.R": (0.9, -0.4, -0.2), "grip.R": (0.30, 0.85, 0.20),
    }),
    (0.22, {  # in the air
        "hips.z": -0.12, "hips.ahead": -0.22, "hips.pitch": -46.0, "spine.pitch": 0.0, "chest.pitch": -4.0,
        "neck.pitch": 10.0, "head.pitch": 14.0, "foot.L.up": 0.26, "foot.L.ahead": 0.36, "foot.L.pitch": -34.0,
        "foot.R.up": 0.12, "foot.R.ahead": 0.28, "foot.R.pitch": -30.0, "up.L": 0.3, "up.R": 0.3,
        "hand.L": (0.30, 0.28, -0.10), "hand.R": (0.33, 0.26, -0.12), "grip.R": (0.25, 0.80, 0.45),
    }),
    (0.36, {  # on his back; the legs fly on
        "hips.z": -0.665, "hips.ahead": -0.30, "hips.pitch": -80.0, "spine.pitch": 8.0, "chest.pitch": 8.0,
        "chest.yaw": 0.0, "neck.pitch": 18.0, "head.pitch": 14.0, "plume.pitch": 24.0, "foot.L.up": 0.42,
        "foot.L.ahead": 0.34, "foot.L.pitch": -50.0, "foot.R.up": 0.34, "foot.R.ahead": 0.44, "foot.R.pitch": -66.0,
        "up.L": 0.8, "up.R": 0.8, "hand.L": (0.34, 0.17, -0.16), "hand.R": (0.36, 0.16, -0.16),
        "grip.R": (0.20, 0.70, 0.66), "shoulder.L.ahead": 0.0, "shoulder.R.ahead": 0.0,
    }),
    (0.44, {
        "hips.z": -0.655, "hips.pitch": -92.0, "spine.pitch": 2.0, "chest.pitch": 2.0, "neck.pitch": 6.0,
        "head.pitch": -2.0, "plume.pitch": 78.0, "foot.L.up": 0.44, "foot.L.ahead": 0.24, "foot.R.up": 0.44,
        "foot.R.ahead": 0.40, "hand.L": (0.33, -0.02, -0.22), "elbow.L": (0.9, 0.0, 0.2),
        "hand.R": (0.38, -0.04, -0.16), "elbow.R": (0.9, 0.0, 0.2), "grip.R": (0.27, 0.45, 0.84),
    }),
    (0.52, {
        "neck.pitch": 12.0, "head.pitch": 10.0, "plume.pitch": 64.0, "hips.pitch": -87.0, "hips.z": -0.675,
        "hand.L": (0.32, 0.03, -0.22), "hand.R.ahead": 0.0, "grip.R": (0.33, 0.18, 0.92),
    }),
    (0.62, {
        "foot.L.up": 0.0, "foot.L.ahead": 0.18, "foot.L.pitch": -4.0, "foot.R.up": 0.03, "foot.R.ahead": 0.41,
        "foot.R.pitch": -52.0, "neck.pitch": 4.0, "head.pitch": 2.0, "up.L": 1.0, "up.R": 1.0,
        "hand.L": (0.30, -0.05, -0.26), "hand.R.ahead": -0.05, "head.yaw": 6.0,
    }),
    (0.68, {"foot.R.up": 0.04, "foot.R.pitch": -56.0}),
    (0.80, {}),
]

RISING = [
    (0.18, {  # draws his knees up for the swing
        "hips.z": -0.655, "hips.pitch": -96.0, "spine.pitch": 10.0, "chest.pitch": 8.0, "neck.pitch": 16.0,
        "head.pitch": 14.0, "head.yaw": 0.0, "plume.pitch": 60.0, "foot.L.ahead": 0.10, "foot.L.up": 0.30,
        "foot.L.pitch": -30.0, "foot.L.flat": 1.0, "foot.R.ahead": 0.16, "foot.R.up": 0.36, "foot.R.pitch": -40.0,
        "hand.L": (0.26, -0.03, -0.28), "hand.R": (0.32, 0.05, -0.22), "elbow.R": (0.9, -0.2, 0.2),
        "grip.R": (0.30, 0.45, 0.70),
    }),
    (0.32, {  # and throws them down
        "hips.z": -0.62, "hips.ahead": -0.29, "hips.pitch": -52.0, "spine.pitch": 20.0, "chest.pitch": 14.0,
        "neck.pitch": 10.0, "head.pitch": 8.0, "plume.pitch": 20.0, "foot.L.ahead": 0.14, "foot.L.up": 0.10,
        "foot.L.pitch": -14.0, "foot.R.ahead": 0.10, "foot.R.up": 0.12, "foot.R.pitch": -10.0, "up.L": 0.8,
        "up.R": 0.8, "hand.L": (0.24, -0.16, -0.28), "elbow.L": (0.6, -0.8, 0.2), "hand.R": (0.26, 0.26, -0.16),
        "grip.R": (0.30, 0.80, 0.45),
    }),
    (0.42, {  # on both feet
        "hips.z": -0.57, "hips.ahead": -0.25, "hips.pitch": -8.0, "spine.pitch": 24.0, "chest.pitch": 20.0,
        "neck.pitch": -6.0, "head.pitch": -8.0, "plume.pitch": -16.0, "foot.L.ahead": 0.055, "foot.L.up": 0.0,
        "foot.L.out": 0.03, "foot.L.yaw": 10.0, "foot.L.pitch": 0.0, "foot.R.ahead": -0.055, "foot.R.out": 0.035,
        "foot.R.yaw": 24.0, "foot.R.up": 0.0, "foot.R.pitch": 16.0, "up.L": 0.0, "up.R": 0.0, "knee.L": 16.0,
        "knee.R": 18.0, "hand.L": (0.20, -0.16, -0.30), "hand.R": (0.20, 0.30, -0.14), "grip.R": (0.25, 0.80, 0.45),
    }),
    (0.54, {  # over his feet
        "hips.z": -0.44, "hips.ahead": -0.12, "hips.pitch": 32.0, "spine.pitch": 22.0, "chest.pitch": 14.0,
        "neck.pitch": -18.0, "head.pitch": -20.0, "plume.pitch": -30.0, "foot.R.pitch": 22.0,
        "hand.L": (0.14, 0.02, -0.36), "elbow.L": (0.7, -0.8, 0.0), "hand.R": (0.18, 0.20, -0.28),
        "grip.R": (0.30, 0.45, 0.95),
    }),
    (0.80, {
        "hips.z": -0.006, "hips.ahead": 0.008, "hips.pitch": 0.0, "spine.pitch": -1.0, "chest.pitch": -4.0,
        "neck.pitch": -1.0, "head.pitch": 2.0, "plume.pitch": 10.0, "foot.R.pitch": 0.0, "knee.L": 0.0, "knee.R": 0.0,
        "shoulder.L.up": 5.0, "shoulder.R.up": 5.0, "hand.L": (0.17, 0.03, -0.40), "hand.R": (0.18, 0.09, -0.36),
        "grip.R": (0.26, 0.90, -0.10),
    }),
    (1.00, {}),
]


def clips():
    standing = idle(0.0)
    lying = {**standing, **spelled(LYING)}
    return [
        looped("duck", 30, duck),
        looped("crawl", CRAWL.frames, crawl),
        looped("slide", 18, slide),
        looped("sprint", SPRINT.frames, sprint),
        looped("climb", 30, climb),
        once("hit", standing, HIT, standing),
        once("down", standing, DOWN, lying),
        once("rise", lying, RISING, standing),
        looped("carry", 60, carry),
    ]
