"""The knight's clip for lesson 12, for knight.py: one whose root goes ahead, and turns.

He limps along a circle to his left. He is made in place first, as the clips of knight_moves.py are; then his hips, and so
all of him, are moved along the circle. His feet are planted beside it, and stay there. He stands on his left foot for
long, and hurries over the right: so his hips are fast and slow by turns.
"""

import math

from knight_body import heads, ramp
from knight_moves import Z, around, held, looped, swung, turn, wave
from mathutils import Vector

FRAMES = 36
ROUNDS = 8  # so many rounds of the clip lead once around
RADIUS = 1.1  # of the circle along which his middle goes
TURN = 2.0 * math.pi / ROUNDS
UNEVEN = 0.78  # how far his speed is above and below the mean, as a part of it
FASTEST = 0.84  # when
AT = heads()

# When a foot comes down and when it leaves the ground. The left one comes down at the start of a round.
STANCE = {"L": (0.0, 0.70), "R": (0.58, 1.06)}
PITCHES = {
    "L": [(0.0, -12.0), (0.12, 0.0), (0.48, 0.0), (0.70, 34.0), (0.74, 36.0), (0.88, -4.0), (0.95, -12.0)],
    "R": [(0.58, 0.0), (0.80, 0.0), (1.06, 22.0), (1.12, 26.0), (1.36, 6.0), (1.50, 0.0)],
}
LIFT = {"L": [(0.0, 0.0), (0.28, 0.075), (0.75, 0.050)], "R": [(0.0, 0.0), (0.25, 0.055), (0.75, 0.045)]}


def gone(phase):
    """How many rounds' ways he has gone: 0 at the start, 1 at the end of a round, and uneven in between."""
    bent = lambda time: UNEVEN / (2.0 * math.pi) * math.sin(2.0 * math.pi * (time - FASTEST))
    return phase + bent(phase) - bent(0.0)


def along(way):
    """Where his middle is, and the turn to where he looks, after so many rounds' ways."""
    angle = TURN * way
    place = Vector((RADIUS * (1.0 - math.cos(angle)), -RADIUS * math.sin(angle), 0.0))
    return place, turn(Z, math.degrees(angle))


def half_way(side):
    down, up = STANCE[side]
    return (gone(down) + gone(up)) / 2.0


def print_of(side, number):
    """Where the foot stands that comes down in a round: beside where his middle is half-way through that."""
    place, heading = along(number + half_way(side))
    rest = AT[f"foot.{side}"]
    return place + heading @ Vector((rest.x, rest.y, 0.0))


def foot(side, phase):
    """How a foot stands, seen from his middle."""
    down, up = STANCE[side]
    number = math.floor(phase - down)
    since = phase - down - number
    place, angle = print_of(side, number), (number + half_way(side)) * TURN
    pose = {"pitch": around(PITCHES[side], phase % 1.0), "flat": 1.0}
    if since > up - down:
        part = (since - (up - down)) / (1.0 - (up - down))
        smooth = ramp(part, 0.52, 0.36)  # up first, and down last
        place = place.lerp(print_of(side, number + 1), smooth)
        angle += smooth * TURN
        pose["up"] = around(LIFT[side], part)
        pose["flat"] = 0.6
    middle, ahead = along(gone(phase))
    seen = ahead.inverted() @ (place - middle)
    sign = 1.0 if side == "L" else -1.0
    pose["out"] = sign * (seen.x - AT[f"foot.{side}"].x)
    pose["ahead"] = AT[f"foot.{side}"].y - seen.y
    pose["yaw"] = sign * math.degrees(angle - gone(phase) * TURN)
    return pose


def limp(phase):
    """In place: over the good left leg, stiff and bent to the bad right one."""
    bad = wave(phase, 0.82)  # 1 while he stands on the right foot
    pose = {
        "hips.x": 0.022 * wave(phase, 0.33), "hips.z": -0.062 - 0.026 * bad + 0.008 * wave(phase, 0.3, 2),
        "hips.ahead": 0.015, "hips.yaw": 5.0 * wave(phase, 0.85), "hips.roll": 4.0 - 5.0 * bad,
        "hips.pitch": 6.0 + 3.0 * bad, "spine.yaw": -3.0 * wave(phase, 0.85), "spine.roll": -2.0 + 3.0 * bad,
        "spine.pitch": 4.0 + 2.0 * bad, "chest.yaw": -5.0 * wave(phase, 0.9), "chest.roll": -4.0 - 5.0 * bad,
        "chest.pitch": 5.0 + 4.0 * wave(phase, 0.88), "neck.pitch": -5.0, "neck.roll": 2.0 + 2.0 * bad,
        "neck.yaw": 4.0, "head.pitch": -6.0 - 4.0 * wave(phase, 0.92), "head.yaw": 6.0, "head.roll": 2.0 + 2.0 * bad,
        "plume.pitch": 8.0 * wave(phase, 0.05), "plume.yaw": 4.0 * wave(phase, 0.2), "knee.R": 6.0,
        "shoulder.L.up": 5.0 + 3.0 * bad, "shoulder.R.up": 4.0, "shoulder.L.ahead": 5.0 * bad,
    }
    for side in STANCE:
        pose.update({f"foot.{side}.{name}": value for name, value in foot(side, phase).items()})
    swung(pose, "L", 6.0 + 24.0 * bad, 22.0, 40.0 + 10.0 * bad)
    swung(pose, "R", -6.0 - 8.0 * bad, 16.0, 18.0)
    held(pose, 16.0, -12.0)
    return pose


def led():
    """The limp, its root led along the circle. Its last frame is the first, led on by a round's way."""
    clip = looped("limp", FRAMES, limp)
    for frame in range(FRAMES + 1):
        place, heading = along(gone(frame / FRAMES))
        hips = AT["hips"] + clip.offsets[frame]
        clip.offsets[frame] = place + heading @ hips - AT["hips"]
        clip.turns[frame]["hips"] = heading @ clip.turns[frame]["hips"]
    return clip


def clips():
    return [led()]
