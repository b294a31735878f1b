"""The knight's clips, for knight.py: what every joint does in every frame.

A pose is a dictionary of numbers that an animator would think in: where the hips are, how the trunk leans,
where each foot and hand is to be. From it `Solver` finds every joint's turn. Legs and arms are solved as two
bones by the law of cosines, so that a foot that is planted stays where it is.

Ways are named from the knight's own view: out (away from his middle), ahead, up. Lengths are metres, angles
degrees. `pitch` leans forward or points toes down, `roll` leans to the left, `yaw` turns to the left.
A foot's place is measured from rest; `flat` is how far its toes stay level while its heel is up. A hand's
place is measured from the upper arm's joint, along the chest; so are `elbow`, which way the elbow points, and
`grip`, which way the sword does. `at` is where in the model a fist is to be instead, and `aim` which way in the model
the sword points. `up` lets a knee point up instead of ahead, from 0 to 1.
"""

import math

from knight_body import heads, joints, ramp, tails
from mathutils import Matrix, Quaternion, Vector

FPS = 30
AT, ENDS = heads(), tails()
X, Y, Z = Vector((1.0, 0.0, 0.0)), Vector((0.0, 1.0, 0.0)), Vector((0.0, 0.0, 1.0))
SIDES = {"L": 1.0, "R": -1.0}
# From a wrist to the middle of what its fist is closed about.
FIST = {side: 0.105 * (ENDS[f"hand.{side}"] - AT[f"hand.{side}"]).normalized() - 0.01 * Y for side in SIDES}
TRUNK = ("hips", "spine", "chest", "neck", "head", "plume")


def spelled(pose):
    """A pose whose (out, ahead, up) are three numbers, each under a name of its own."""
    out = {}
    for name, value in pose.items():
        if isinstance(value, tuple):
            out.update({f"{name}.{part}": number for part, number in zip(("out", "ahead", "up"), value)})
        else:
            out[name] = value
    return out


# How he stands when nothing else is asked of him. All that is not named here is zero.
STANCE = {
    "hips.z": -0.018, "hips.ahead": 0.0, "hips.yaw": -8.0, "hips.pitch": 1.0, "spine.pitch": 2.0,
    "chest.yaw": 3.0, "head.yaw": 5.0, "neck.pitch": -2.0, "foot.L.out": 0.030, "foot.L.ahead": 0.055,
    "foot.L.yaw": 10.0, "foot.L.flat": 1.0, "foot.R.out": 0.035, "foot.R.ahead": -0.055, "foot.R.yaw": 24.0,
    "foot.R.flat": 1.0, "hand.L": (0.150, 0.050, -0.405), "elbow.L": (0.7, -0.8, 0.0),
    "hand.R": (0.135, 0.050, -0.412), "elbow.R": (0.7, -0.8, 0.0), "grip.R": (0.24, 0.88, -0.36),
}


# ---------------------------------------------------------------------------------------------------------
# From a pose to turns


def turn(axis, degrees):
    return Quaternion(axis, math.radians(degrees))


def own_turn(pose, name):
    get = lambda way: pose.get(f"{name}.{way}", 0.0)
    return turn(Z, get("yaw")) @ turn(X, get("pitch")) @ turn(Y, get("roll"))


def way(pose, name, sign):
    """A vector that a pose gives as out, ahead and up."""
    get = lambda part: pose.get(f"{name}.{part}", 0.0)
    return Vector((sign * get("out"), -get("ahead"), get("up")))


def frame(first, second):
    """The turn whose x axis is `first`, and whose y axis is as near to `second` as can be."""
    first = first.normalized()
    second = (second - first * second.dot(first)).normalized()
    return Matrix((first, second, first.cross(second))).transposed().to_quaternion()


def softly(far, most):
    """A reach that never quite gets to `most`: a limb that snaps straight is ugly."""
    soft = 0.02 * most
    return far if far < most - soft else most - soft * math.exp(-(far - most + soft) / soft)


def bend(root, target, upper, lower, pole):
    """The middle and the end of two bones from `root` towards `target`, their middle towards `pole`."""
    ahead = target - root
    far = max(softly(ahead.length, upper + lower), abs(upper - lower) + 1e-3)
    ahead = ahead.normalized()
    aside = (pole - ahead * pole.dot(ahead)).normalized()
    cosine = (upper * upper + far * far - lower * lower) / (2.0 * upper * far)
    sine = math.sqrt(max(1.0 - cosine * cosine, 0.0))
    return root + ahead * (upper * cosine) + aside * (upper * sine), root + ahead * far


class Solver:
    """Places and turns of all joints in one pose. `turns` are from rest, in the model's axes."""

    def __init__(self, pose):
        self.pose = pose = spelled(pose)
        self.places, self.turns = {}, {}
        self.missed = 0.0  # how far the ankle of a foot on the ground is from where it is to be
        moved = (pose.get("hips.x", 0.0), -pose.get("hips.ahead", 0.0), pose.get("hips.z", 0.0))
        self.places["hips"] = AT["hips"] + Vector(moved)
        self.turns["hips"] = own_turn(pose, "hips")
        for parent, name in zip(TRUNK, TRUNK[1:]):
            self.follow(name, parent)
            self.turns[name] = self.turns[parent] @ own_turn(pose, name)
        for side, sign in SIDES.items():
            self.leg(side, sign)
            self.arm(side, sign)

    def follow(self, name, parent):
        self.places[name] = self.places[parent] + self.turns[parent] @ (AT[name] - AT[parent])

    def two_bones(self, first, second, third, target, pole):
        """Turns a limb's two upper joints so that the third comes to `target`, the middle one out to `pole`."""
        root = self.places[first]
        upper, lower = (AT[second] - AT[first]).length, (AT[third] - AT[second]).length
        middle, end = bend(root, target, upper, lower, pole)
        hinge = (end - root).cross(pole)
        rest_hinge = (AT[third] - AT[first]).cross(AT[second] - AT[first])
        self.turns[first] = frame(middle - root, hinge) @ frame(AT[second] - AT[first], rest_hinge).inverted()
        self.turns[second] = frame(end - middle, hinge) @ frame(AT[third] - AT[second], rest_hinge).inverted()
        self.places[second], self.places[third] = middle, end

    def leg(self, side, sign):
        thigh, shin, foot, toe = (f"{name}.{side}" for name in ("thigh", "shin", "foot", "toe"))
        name = f"foot.{side}"
        self.follow(thigh, "hips")
        yaw, pitch = self.pose.get(name + ".yaw", 0.0), self.pose.get(name + ".pitch", 0.0)
        heading = turn(Z, sign * yaw)
        # The foot rolls over the joint of its toes, or over its heel, whichever is down.
        pivot = AT[toe] - AT[foot] if pitch > 0.0 else Vector((0.0, 0.086, -AT[foot].z))
        ankle = AT[foot] + way(self.pose, name, sign) + heading @ (pivot - turn(X, pitch) @ pivot)
        # The knee points between where the foot heads and where the hips do.
        hips = turn(Z, math.degrees(self.turns["hips"].to_euler().z))
        knee = heading.slerp(hips, 0.4) @ turn(Z, sign * self.pose.get(f"knee.{side}", 0.0))
        level = self.pose.get(f"up.{side}", 0.0)
        pole = knee @ -Y * (1.0 - level) + Z * level
        self.two_bones(thigh, shin, foot, ankle, pole)
        if self.pose.get(name + ".up", 0.0) == 0.0:
            self.missed = max(self.missed, (self.places[foot] - ankle).length)
        self.turns[foot] = heading @ turn(X, pitch)
        flat = self.pose.get(name + ".flat", 0.0) if pitch > 0.0 else 0.0
        self.turns[toe] = heading @ turn(X, pitch * (1.0 - flat))
        self.follow(toe, foot)

    def arm(self, side, sign):
        names = ("shoulder", "upper_arm", "forearm", "hand")
        shoulder, upper, _, hand = (f"{name}.{side}" for name in names)
        chest = self.turns["chest"]
        self.follow(shoulder, "chest")
        lift, ahead = self.pose.get(shoulder + ".up", 0.0), self.pose.get(shoulder + ".ahead", 0.0)
        self.turns[shoulder] = chest @ turn(Y, -sign * lift) @ turn(Z, -sign * ahead)
        self.follow(upper, shoulder)
        target = self.places[upper] + chest @ way(self.pose, hand, sign)
        pole = chest @ way(self.pose, f"elbow.{side}", sign)
        grip = chest @ way(self.pose, f"grip.{side}", sign)
        if f"aim.{side}.up" in self.pose:
            grip = way(self.pose, f"aim.{side}", sign)
        self.reach(side, target, pole, grip)
        if f"at.{side}.up" in self.pose:
            # Where the wrist is to be hangs on how the hand is turned, and that on where the wrist is.
            for _ in range(8):
                self.reach(side, way(self.pose, f"at.{side}", sign) - self.turns[hand] @ FIST[side], pole, grip)

    def reach(self, side, target, pole, grip):
        """Brings a wrist to `target`, the elbow out to `pole`, and what the hand holds along `grip`."""
        upper, fore, hand = (f"{name}.{side}" for name in ("upper_arm", "forearm", "hand"))
        self.two_bones(upper, fore, hand, target, pole)
        self.turns[hand] = self.holding(fore, hand, grip) if grip.length > 0.0 else self.turns[fore]

    def holding(self, fore, hand, grip):
        """The hand's turn so that what it holds points along `grip`."""
        along = ENDS[hand] - AT[hand]
        rest = frame(-Y - along * (-Y).dot(along) / along.length_squared, along)
        return frame(grip, self.places[hand] - self.places[fore]) @ rest.inverted()

    def local_turns(self):
        """Every joint's turn against its parent's, in the model's axes."""
        return {
            name: self.turns[parent].inverted() @ self.turns[name] if parent else self.turns[name]
            for name, parent, _ in joints()
        }


# ---------------------------------------------------------------------------------------------------------
# Curves through keys


def slopes(keys):
    """At a key that is its curve's highest or lowest a slope of zero, elsewhere one that never overshoots."""
    out = [0.0]
    for (t0, a), (t1, b), (t2, c) in zip(keys, keys[1:], keys[2:]):
        before, after = (b - a) / (t1 - t0), (c - b) / (t2 - t1)
        wide, narrow = 2.0 * (t2 - t1) + (t1 - t0), (t2 - t1) + 2.0 * (t1 - t0)
        out.append((wide + narrow) / (wide / before + narrow / after) if before * after > 0.0 else 0.0)
    return out + [0.0]


def through(keys, time):
    """The value at a time of a smooth curve through (time, value) keys; level at its ends."""
    if time <= keys[0][0]:
        return keys[0][1]
    if time >= keys[-1][0]:
        return keys[-1][1]
    index = max(i for i, key in enumerate(keys) if key[0] <= time)
    (t0, a), (t1, b) = keys[index], keys[index + 1]
    slope = slopes(keys)
    span = t1 - t0
    u = (time - t0) / span
    return hermite(a, b, slope[index] * span, slope[index + 1] * span, u)


def hermite(a, b, slope_a, slope_b, u):
    return (
        a * (1.0 + 2.0 * u) * (1.0 - u) ** 2
        + slope_a * u * (1.0 - u) ** 2
        + b * u * u * (3.0 - 2.0 * u)
        + slope_b * u * u * (u - 1.0)
    )


def around(keys, phase):
    """The same for a curve that goes round, by phase from 0 to 1."""
    keys = [(t - 1.0, v) for t, v in keys] + list(keys) + [(t + 1.0, v) for t, v in keys]
    return through(keys, phase)


def keyed(first, keys, last):
    """A pose by time through keys that name only what they key."""
    first, last = spelled(first), spelled(last)
    keys = [(time, spelled(pose)) for time, pose in keys]
    end = max(time for time, _ in keys)
    tracks = {}
    names = sorted({name for pose in [first, last] + [pose for _, pose in keys] for name in pose})
    for name in names:
        middle = [(time, pose[name]) for time, pose in keys if name in pose and 0.0 < time < end]
        tracks[name] = [(0.0, first.get(name, 0.0))] + middle + [(end, last.get(name, 0.0))]
    return lambda time: {name: through(track, time) for name, track in tracks.items()}


def wave(phase, top=0.0, times=1):
    """From 1 at `top` to -1 and back, so many times as the phase goes from 0 to 1."""
    return math.cos(2.0 * math.pi * times * (phase - top))


# ---------------------------------------------------------------------------------------------------------
# Standing


def idle(phase):
    """Two seconds: one breath, and the weight over one foot and back."""
    breath, shift = wave(phase, 0.45), wave(phase, 0.30)
    pose = spelled(STANCE)
    change(pose, {
        "hips.x": 0.010 * shift, "hips.z": 0.004 * breath - 0.003 * wave(phase, 0.55, 2),
        "hips.roll": -1.2 * shift, "spine.pitch": -1.0 * breath, "spine.roll": 1.0 * shift,
        "chest.pitch": -1.8 * wave(phase, 0.5), "chest.roll": 0.8 * shift, "chest.yaw": 1.5 * wave(phase, 0.35),
        "neck.pitch": 1.2 * wave(phase, 0.55), "head.pitch": 1.2 * wave(phase, 0.62),
        "head.yaw": -1.5 * wave(phase, 0.4), "plume.pitch": 3.0 * wave(phase, 0.8),
        "shoulder.L.up": 2.0 + 2.0 * breath, "shoulder.R.up": 2.0 + 2.0 * breath,
        "hand.L": (0.010 * breath, 0.010 * wave(phase, 0.7), 0.008 * wave(phase, 0.6)),
        "hand.R": (0.008 * breath, 0.008 * wave(phase, 0.65), 0.010 * wave(phase, 0.6)),
        "grip.R.up": 0.025 * wave(phase, 0.7),
    })
    return pose


def change(pose, changes):
    for name, value in spelled(changes).items():
        pose[name] = pose.get(name, 0.0) + value


# ---------------------------------------------------------------------------------------------------------
# Walking and running: the left foot comes down at phase 0, the right one at 0.5.


class Gait:
    """How one foot goes: on the ground for `stance` of the time, moving back at the same speed all along.

    `pitches` are keys by phase: down by the heel, flat, up by the heel. `lift` are keys by the part of the
    time in the air that is over.
    """

    def __init__(self, frames, speed, stance, pitches, lift):
        self.frames, self.stance, self.pitches, self.lift = frames, stance, pitches, lift
        self.stride = speed * frames / FPS

    def foot(self, phase, ahead_of_hips):
        half = self.stride * self.stance / 2.0
        pose = {"pitch": around(self.pitches, phase)}
        if phase < self.stance:
            pose["ahead"] = half - self.stride * phase
            pose["flat"] = 1.0
        else:
            u = (phase - self.stance) / (1.0 - self.stance)
            slope = -self.stride * (1.0 - self.stance)
            pose["ahead"] = hermite(-half, half, slope, slope, u)
            pose["up"] = around(self.lift, u)
            pose["flat"] = 1.0 - 0.6 * ramp(u, 0.35, 0.3)
        pose["ahead"] += ahead_of_hips
        return pose


WALK = Gait(
    frames=30,
    speed=1.0,
    stance=0.60,
    pitches=[(0.0, -18.0), (0.10, 0.0), (0.33, 0.0), (0.60, 46.0), (0.64, 50.0), (0.86, -6.0), (0.95, -20.0)],
    lift=[(0.0, 0.0), (0.30, 0.055), (0.62, 0.048), (0.86, 0.026)],
)
RUN = Gait(
    frames=20,
    speed=2.4,
    stance=0.36,
    pitches=[(0.0, -4.0), (0.12, 0.0), (0.36, 58.0), (0.44, 74.0), (0.60, 64.0), (0.80, 2.0), (0.93, -8.0)],
    lift=[(0.0, 0.0), (0.28, 0.20), (0.55, 0.23), (0.82, 0.07)],
)


def swung(pose, side, swing, out, elbow, upper=0.247, lower=0.210):
    """An arm that hangs from the shoulder, swung ahead and out, its elbow bent."""
    swing, out, elbow = (math.radians(angle) for angle in (swing, out, elbow))
    first = Vector((math.sin(out), math.cos(out) * math.sin(swing), -math.cos(out) * math.cos(swing)))
    square = Vector((-0.25, math.cos(swing), math.sin(swing))).normalized()
    second = first * math.cos(elbow) + square * math.sin(elbow)
    wrist = first * upper + second * lower
    pole = first * upper - wrist * 0.5
    for name, value in (("hand", wrist), ("elbow", pole.normalized())):
        pose.update({f"{name}.{side}.{part}": value[i] for i, part in enumerate(("out", "ahead", "up"))})


def held(pose, out, up):
    """The sword turned outwards from straight ahead, and its point raised."""
    out, up = math.radians(out), math.radians(up)
    pose.update({"grip.R": (math.sin(out) * math.cos(up), math.cos(out) * math.cos(up), math.sin(up))})


def walk(phase):
    pose = {
        "hips.x": 0.020 * wave(phase, 0.29), "hips.z": -0.026 + 0.014 * wave(phase, 0.28, 2),
        "hips.ahead": 0.012, "hips.yaw": -7.0 * wave(phase), "hips.roll": -3.5 * wave(phase, 0.26),
        "hips.pitch": 3.0 + 1.0 * wave(phase, 0.08, 2), "spine.yaw": 6.0 * wave(phase, 0.02),
        "spine.roll": 2.0 * wave(phase, 0.28), "spine.pitch": 1.0, "chest.yaw": 7.0 * wave(phase, 0.05),
        "chest.roll": 2.0 * wave(phase, 0.30), "chest.pitch": 1.0 + 1.2 * wave(phase, 0.12, 2),
        "neck.yaw": -3.0 * wave(phase, 0.05), "neck.pitch": -2.0, "head.yaw": -3.0 * wave(phase, 0.06),
        "head.pitch": -2.0 - 1.5 * wave(phase, 0.16, 2), "head.roll": -0.8 * wave(phase, 0.3),
        "plume.pitch": 5.0 * wave(phase, 0.43, 2), "plume.yaw": 4.0 * wave(phase, 0.15),
        "shoulder.L.ahead": -5.0 * wave(phase, 0.04), "shoulder.R.ahead": 5.0 * wave(phase, 0.04),
    }
    feet(pose, WALK, phase, 0.02, 4.0, 0.012)
    swung(pose, "L", -26.0 * wave(phase, 0.03), 17.0, 32.0 - 14.0 * wave(phase, 0.08))
    swung(pose, "R", 4.0 + 17.0 * wave(phase, 0.03), 18.0, 28.0 + 8.0 * wave(phase, 0.08))
    held(pose, 14.0, -6.0 + 14.0 * wave(phase, 0.08))
    return pose


def run(phase):
    pose = {
        "hips.x": 0.012 * wave(phase, 0.18), "hips.z": -0.052 + 0.034 * wave(phase, 0.45, 2), "hips.ahead": 0.0,
        "hips.yaw": -10.0 * wave(phase, 0.02), "hips.roll": -3.5 * wave(phase, 0.18),
        "hips.pitch": 11.0 + 2.0 * wave(phase, 0.30, 2), "spine.yaw": 9.0 * wave(phase, 0.03),
        "spine.pitch": 4.0, "spine.roll": 2.0 * wave(phase, 0.2), "chest.yaw": 12.0 * wave(phase, 0.05),
        "chest.pitch": 4.0 + 2.0 * wave(phase, 0.20, 2), "chest.roll": 2.0 * wave(phase, 0.22),
        "neck.yaw": -5.0 * wave(phase, 0.05), "neck.pitch": -6.0, "head.yaw": -6.0 * wave(phase, 0.06),
        "head.pitch": -7.0 - 2.5 * wave(phase, 0.28, 2), "plume.pitch": 2.0 + 10.0 * wave(phase, 0.11, 2),
        "plume.yaw": 5.0 * wave(phase, 0.16), "shoulder.L.ahead": -8.0 * wave(phase, 0.04),
        "shoulder.R.ahead": 8.0 * wave(phase, 0.04),
    }
    feet(pose, RUN, phase, -0.06, 2.0, -0.008)
    swung(pose, "L", -8.0 - 44.0 * wave(phase, 0.04), 20.0, 84.0 - 16.0 * wave(phase, 0.07))
    swung(pose, "R", -8.0 + 30.0 * wave(phase, 0.04), 22.0, 72.0 + 10.0 * wave(phase, 0.07))
    held(pose, 24.0, 50.0 + 20.0 * wave(phase, 0.09))
    return pose


def feet(pose, gait, phase, ahead_of_hips, yaw, out):
    for side, later in (("L", 0.0), ("R", 0.5)):
        foot = gait.foot((phase - later) % 1.0, ahead_of_hips)
        pose.update({f"foot.{side}.{name}": value for name, value in foot.items()})
        pose.update({f"foot.{side}.yaw": yaw, f"foot.{side}.out": out})


# ---------------------------------------------------------------------------------------------------------
# In the air. The game moves him up and down; in the clip his hips stay about where they are.


def fall(phase):
    """Arms out for balance, legs treading; the air drives the plume up."""
    tread, circle = wave(phase, 0.25), wave(phase, 0.5)
    pose = {
        "hips.z": 0.012 * wave(phase, 0.6), "hips.pitch": 10.0 + 2.0 * circle, "hips.yaw": 5.0 * tread,
        "hips.roll": 2.0 * wave(phase, 0.1), "spine.pitch": 2.0, "spine.yaw": -4.0 * tread,
        "chest.pitch": 1.0 + 2.0 * wave(phase, 0.6), "chest.yaw": -5.0 * wave(phase, 0.3),
        "chest.roll": 2.0 * wave(phase, 0.2), "neck.pitch": 2.0, "head.pitch": 4.0 + 2.0 * wave(phase, 0.7),
        "head.yaw": 2.0 * tread, "plume.pitch": 30.0 + 5.0 * wave(phase, 0.2, 3), "foot.L.out": 0.03,
        "foot.L.ahead": 0.14 + 0.08 * tread, "foot.L.up": 0.22 + 0.05 * circle,
        "foot.L.pitch": 30.0 - 10.0 * tread, "foot.L.yaw": 8.0, "knee.L": 8.0, "foot.R.out": 0.04,
        "foot.R.ahead": -0.20 - 0.08 * tread, "foot.R.up": 0.17 - 0.05 * circle,
        "foot.R.pitch": 56.0 + 10.0 * tread, "foot.R.yaw": 12.0, "knee.R": 8.0, "shoulder.L.up": 10.0,
        "shoulder.R.up": 10.0,
        "hand.L": (
            0.36 + 0.02 * wave(phase, 0.3),
            0.02 + 0.09 * wave(phase, 0.05),
            0.05 + 0.09 * wave(phase, 0.3),
        ),
        "elbow.L": (0.4, -0.7, -0.6),
        "hand.R": (
            0.37 + 0.02 * wave(phase, 0.75),
            0.06 + 0.07 * wave(phase, 0.55),
            0.02 + 0.08 * wave(phase, 0.8),
        ),
        "elbow.R": (0.4, -0.7, -0.6), "grip.R": (0.12, 0.72, 0.66 + 0.10 * wave(phase, 0.9)),
    }
    return pose


CROUCH = {
    "hips.z": -0.20, "hips.ahead": -0.06, "hips.pitch": 26.0, "spine.pitch": 14.0, "chest.pitch": 8.0,
    "neck.pitch": -14.0, "head.pitch": -18.0, "knee.L": 10.0, "knee.R": 6.0, "plume.pitch": 14.0,
    "hand.L": (0.14, -0.24, -0.34), "elbow.L": (0.5, -0.9, 0.3), "hand.R": (0.17, -0.14, -0.37),
    "elbow.R": (0.6, -0.9, 0.3), "grip.R": (0.35, 0.85, 0.25),
}

# The arms come past the sides on their way up.
REACH = {
    "hand.L": (0.24, 0.30, -0.10), "elbow.L": (0.8, -0.5, -0.5), "hand.R": (0.24, 0.32, -0.14),
    "elbow.R": (0.8, -0.5, -0.5), "grip.R": (0.25, 0.50, 0.82),
}

TAKE_OFF = {
    "hips.z": 0.065, "hips.ahead": 0.02, "hips.pitch": -4.0, "spine.pitch": -5.0, "chest.pitch": -6.0,
    "neck.pitch": -2.0, "head.pitch": -2.0, "plume.pitch": -18.0, "knee.L": 0.0, "knee.R": 0.0,
    "foot.L.pitch": 60.0, "foot.R.pitch": 60.0, "foot.L.up": 0.0, "foot.R.up": 0.0, "foot.L.flat": 1.0,
    "foot.R.flat": 1.0, "foot.L.ahead": 0.055, "foot.R.ahead": -0.055, "shoulder.L.up": 16.0,
    "shoulder.R.up": 14.0, "hand.L": (0.26, 0.20, 0.29), "elbow.L": (0.8, 0.2, -0.4),
    "hand.R": (0.25, 0.26, 0.18), "elbow.R": (0.8, 0.1, -0.5), "grip.R": (0.10, -0.30, 0.92),
}

TUCK = {
    "hips.z": 0.03, "hips.pitch": 8.0, "spine.pitch": 6.0, "chest.pitch": 3.0, "neck.pitch": 0.0,
    "head.pitch": -2.0, "plume.pitch": 4.0, "foot.L.ahead": 0.20, "foot.L.up": 0.24, "foot.L.pitch": 22.0,
    "foot.L.flat": 0.0, "knee.L": 8.0, "foot.R.ahead": -0.06, "foot.R.up": 0.12, "foot.R.pitch": 56.0,
    "foot.R.flat": 0.0, "knee.R": 8.0, "hand.L": (0.30, 0.18, 0.22), "hand.R": (0.36, 0.12, 0.12),
    "elbow.R": (0.5, -0.4, -0.7), "grip.R": (0.0, 0.20, 0.95),
}

JUMP = [(0.14, CROUCH), (0.22, REACH), (0.29, TAKE_OFF), (0.48, TUCK), (0.80, {})]

TOUCH = {
    "hips.z": -0.05, "hips.pitch": 6.0, "plume.pitch": 32.0, "foot.L.ahead": 0.055, "foot.L.up": 0.0,
    "foot.L.pitch": 0.0, "foot.L.flat": 1.0, "foot.L.out": 0.03, "foot.L.yaw": 10.0, "foot.R.ahead": -0.055,
    "foot.R.up": 0.0, "foot.R.pitch": 0.0, "foot.R.flat": 1.0, "foot.R.out": 0.035, "foot.R.yaw": 24.0,
}

SINK = {
    "hips.z": -0.26, "hips.ahead": -0.05, "hips.pitch": 24.0, "spine.pitch": 12.0, "chest.pitch": 8.0,
    "neck.pitch": -8.0, "head.pitch": -10.0, "knee.L": 14.0, "knee.R": 10.0, "plume.pitch": -20.0,
    "shoulder.L.up": -4.0, "shoulder.R.up": -4.0, "hand.L": (0.26, 0.14, -0.28), "elbow.L": (0.9, -0.5, 0.3),
    "hand.R": (0.26, 0.16, -0.26), "elbow.R": (0.9, -0.5, 0.3), "grip.R": (0.55, 0.60, 0.60),
}

RISE = {
    "hips.z": -0.012, "hips.ahead": 0.0, "hips.pitch": -1.0, "spine.pitch": 0.0, "chest.pitch": -3.0,
    "neck.pitch": -1.0, "head.pitch": 3.0, "plume.pitch": 9.0, "knee.L": 2.0, "knee.R": 2.0,
    "shoulder.L.up": 4.0, "shoulder.R.up": 4.0, "hand.L": (0.17, 0.03, -0.40), "hand.R": (0.185, 0.09, -0.35),
}

LAND = [(0.09, TOUCH), (0.21, SINK), (0.28, {"hips.z": -0.255}), (0.58, RISE), (0.90, {})]


# ---------------------------------------------------------------------------------------------------------
# Fighting, on planted feet

PUNCH = [
    (0.26, {  # drawn back
        "hips.z": -0.055, "hips.ahead": -0.035, "hips.yaw": 12.0, "spine.yaw": 8.0, "chest.yaw": 18.0,
        "chest.pitch": -3.0, "head.yaw": -28.0, "neck.yaw": -8.0, "hand.L": (0.13, -0.13, -0.14),
        "elbow.L": (0.5, -0.9, -0.3), "shoulder.L.ahead": -14.0, "shoulder.L.up": 4.0,
        "foot.R.pitch": 0.0, "hand.R": (0.17, 0.16, -0.30),
    }),
    (0.33, {"hips.yaw": 2.0, "hips.ahead": 0.0, "spine.yaw": 8.0}),
    (0.42, {  # struck
        "hips.z": -0.06, "hips.ahead": 0.065, "hips.yaw": -26.0, "hips.pitch": 6.0, "spine.yaw": -10.0,
        "spine.pitch": 7.0, "chest.yaw": -18.0, "chest.pitch": 5.0, "neck.yaw": 16.0, "head.yaw": 32.0,
        "hand.L": (0.24, 0.375, 0.07), "elbow.L": (0.8, 0.0, -0.5), "shoulder.L.ahead": 22.0,
        "shoulder.L.up": 8.0, "foot.R.pitch": 26.0, "hand.R": (0.17, -0.05, -0.35), "plume.pitch": 12.0,
        "plume.yaw": 6.0,
    }),
    (0.52, {
        "plume.pitch": -7.0, "plume.yaw": -4.0, "hand.L.out": 0.23, "hand.L.ahead": 0.37, "hips.ahead": 0.068,
        "chest.yaw": -19.0, "spine.yaw": -10.0, "foot.R.pitch": 26.0, "hips.yaw": -26.0,
    }),
    (0.70, {
        "hand.L": (0.06, 0.20, -0.20), "elbow.L": (0.6, -0.7, -0.2), "hips.ahead": 0.0, "hips.yaw": -6.0,
        "foot.R.pitch": 0.0, "chest.yaw": 8.0, "shoulder.L.ahead": 0.0,
    }),
    (1.00, {}),
]

SWING = [
    (0.40, {  # the sword is up behind the right shoulder
        "hips.x": -0.03, "hips.z": -0.045, "hips.ahead": -0.05, "hips.yaw": -30.0, "hips.pitch": -2.0,
        "spine.yaw": -12.0, "spine.pitch": -2.0, "spine.roll": -2.0, "chest.yaw": -20.0, "chest.pitch": -4.0,
        "chest.roll": -3.0, "neck.yaw": 18.0, "head.yaw": 36.0, "head.pitch": 3.0, "plume.pitch": -6.0,
        "shoulder.R.up": 26.0, "shoulder.R.ahead": -10.0, "hand.R": (0.24, -0.03, 0.20),
        "elbow.R": (0.9, -0.1, -0.3), "grip.R": (0.15, -0.60, 0.78), "foot.L.pitch": 14.0,
        "hand.L": (0.06, 0.32, -0.12), "elbow.L": (0.7, -0.2, -0.6), "shoulder.L.ahead": 12.0,
    }),
    (0.48, {
        "hips.yaw": -24.0, "hips.ahead": -0.035, "foot.L.pitch": 0.0, "grip.R.up": 0.62, "grip.R.ahead": -0.78,
        "hand.R.up": 0.23, "chest.yaw": -23.0,
    }),
    (0.56, {
        "hips.yaw": 4.0, "hips.ahead": 0.02, "chest.yaw": -6.0, "grip.R": (0.25, 0.10, 0.95),
        "hand.R": (0.16, 0.26, 0.20), "elbow.R": (0.9, 0.0, -0.4),
    }),
    (0.63, {  # through the mark
        "hips.x": 0.01, "hips.z": -0.085, "hips.ahead": 0.05, "hips.yaw": 14.0, "hips.pitch": 10.0,
        "spine.yaw": 8.0, "spine.pitch": 9.0, "chest.yaw": 12.0, "chest.pitch": 9.0, "neck.yaw": -8.0,
        "head.yaw": -18.0, "head.pitch": -12.0, "spine.roll": 2.0, "chest.roll": 4.0, "shoulder.R.up": 8.0,
        "shoulder.R.ahead": 16.0, "hand.R": (0.02, 0.41, -0.02), "plume.pitch": 16.0,
        "elbow.R": (0.8, -0.2, -0.5), "grip.R": (0.21, 0.83, 0.50), "foot.R.pitch": 14.0,
        "hand.L": (0.20, -0.10, -0.32), "elbow.L": (0.7, -0.7, 0.1), "shoulder.L.ahead": -6.0,
    }),
    (0.74, {  # and on, low to the left
        "hips.z": -0.105, "hips.ahead": 0.06, "hips.yaw": 22.0, "spine.yaw": 13.0, "chest.yaw": 20.0,
        "chest.pitch": 12.0, "neck.yaw": -14.0, "head.yaw": -30.0, "hand.R": (-0.22, 0.27, -0.27),
        "elbow.R": (0.6, 0.3, -0.4), "grip.R": (-0.12, 0.85, 0.26), "foot.R.pitch": 20.0, "hand.L.ahead": -0.14,
        "plume.pitch": -10.0,
    }),
    (0.86, {
        "hips.yaw": 23.0, "chest.yaw": 21.0, "hand.R.out": -0.235, "hand.R.ahead": 0.25,
        "grip.R": (-0.41, 0.75, 0.10), "hips.z": -0.10, "foot.R.pitch": 20.0,
    }),
    (1.12, {
        "hips.yaw": -2.0, "chest.yaw": 5.0, "hips.z": -0.03, "foot.R.pitch": 0.0, "hand.R": (0.10, 0.20, -0.32),
        "grip.R": (0.05, 0.90, -0.10), "head.yaw": 4.0,
    }),
    (1.40, {}),
]


# ---------------------------------------------------------------------------------------------------------
# Clips


class Clip:
    """Every frame's local turns, and where the hips are, against rest."""

    def __init__(self, name, frames, loops, pose_at):
        self.name, self.frames = name, frames
        # A loop's last frame is its first to the last bit.
        steps = [frame % frames if loops else frame for frame in range(frames + 1)]
        solvers = [Solver(pose_at(step)) for step in steps]
        self.turns = [solver.local_turns() for solver in solvers]
        self.offsets = [solver.places["hips"] - AT["hips"] for solver in solvers]
        self.missed = max(solver.missed for solver in solvers)


def looped(name, frames, pose_at):
    return Clip(name, frames, True, lambda step: pose_at(step / frames))


def once(name, first, keys, last):
    """A clip that begins and ends as other clips begin."""
    pose_at = keyed(first, keys, last)
    return Clip(name, round(keys[-1][0] * FPS), False, lambda step: pose_at(step / FPS))


def clips():
    standing, falling = idle(0.0), fall(0.0)
    return [
        looped("idle", 60, idle),
        looped("walk", WALK.frames, walk),
        looped("run", RUN.frames, run),
        once("jump", standing, JUMP, falling),
        looped("fall", 30, fall),
        once("land", falling, LAND, standing),
        once("punch", standing, PUNCH, standing),
        once("swing", standing, SWING, standing),
    ]
