"""The straw dummy of lesson 18, for play.py: what it is made of, and how it moves.

Space: as the knight's, Z up, metres. It stands on z = 0 and looks along -Y; its left is +X. Its foot is half a ball,
so that it rolls where others would tip: `pitch` leans it ahead and `roll` to its left, and its foot goes along.
"""

import math

import dae
from knight_body import Mesh, handed_on, limb_rings, loft, only, ramp, turn_of
from knight_moves import FPS, X, Y, change, keyed, turn, wave
from mathutils import Matrix, Vector
from play_paint import DUMMY

FOOT = 0.27  # the ball's radius

# Name, parent, place at rest. At rest every joint stands as the model does.
JOINTS = [
    ("post", "", (0.0, 0.0, FOOT)),
    ("spine", "post", (0.0, 0.0, 0.62)),
    ("chest", "spine", (0.0, 0.0, 0.92)),
    ("head", "chest", (0.0, 0.0, 1.32)),
    ("arm.L", "chest", (0.12, 0.0, 1.14)),
    ("arm.R", "chest", (-0.12, 0.0, 1.14)),
]
AT = {name: Vector(place) for name, _, place in JOINTS}

# ---------------------------------------------------------------------------------------------------------
# Straw, sack and bucket


def up_the_post(point):
    shares = (ramp(point.z, 0.64, 0.12), ramp(point.z, 0.94, 0.12))
    return handed_on(("post", "spine", "chest"), shares)


def along_the_arm(side, sign):
    def weights(point):
        out = ramp(sign * point.x, 0.13, 0.05)
        return {name: w for name, w in {"chest": 1.0 - out, f"arm.{side}": out}.items() if w > 1e-4}

    return weights


def round_rings(sides, stations, turned=0.0):
    """Level rings about the post; a station is (z, radius)."""
    out = []
    for z, radius in stations:
        angles = [angle + turned * math.pi / sides for angle in turn_of(sides)]
        out.append([Vector((-radius * math.sin(a), radius * math.cos(a), z)) for a in angles])
    return out


def flattened(rings):
    """The sack is not as deep as it is wide."""
    return [[Vector((point.x, 0.84 * point.y, point.z)) for point in points] for points in rings]


def tuft(mesh, start, end, inner, outer, sides, weights):
    """Straw that sticks out of a knot: a cone whose hem is all points."""
    stations = [(0.0, inner, inner), (0.55, 0.8 * outer, 0.8 * outer), (1.0, outer, outer)]
    rings = limb_rings(sides, start, end, stations)
    back = limb_rings(sides, start, end, [(0.62, 0.3 * outer, 0.3 * outer)])
    for index, point in enumerate(rings[-1]):
        point += (end - start) * (-0.42, 0.05, -0.30, 0.16)[index % 4]
    loft(mesh, [rings[0], rings[1], rings[2], back[0]], "straw", "dark", weights)


def body():
    mesh = Mesh()
    post, head = only("post"), only("head")
    # The foot: half a ball of boards, a band of iron, and a lid.
    angles = [math.radians(angle) for angle in (4.0, 26.0, 46.0, 66.0, 90.0)]
    ball = [(FOOT - FOOT * math.cos(a), FOOT * math.sin(a)) for a in angles]
    loft(mesh, round_rings(12, ball[::-1]), "dummy wood", DUMMY["staves"], post, cap="old wood")
    band = [(FOOT - 0.055, 0.266), (FOOT - 0.055, 0.276), (FOOT - 0.005, 0.278), (FOOT + 0.004, 0.262)]
    loft(mesh, round_rings(12, band), "dark steel", "dark", post)
    loft(mesh, round_rings(12, [(FOOT, 0.25), (FOOT + 0.03, 0.10), (FOOT + 0.09, 0.062)]), "old wood", "dark", post)
    # The post, and the bar across.
    stick = [(FOOT, 0.045), (0.55, 0.042), (0.72, 0.042), (1.0, 0.042), (1.35, 0.040)]
    loft(mesh, round_rings(6, stick), "wood", "dark", up_the_post)
    # The sack, stuffed and tied.
    # Evenly apart, since the picture goes evenly from ring to ring.
    radii = (0.070, 0.172, 0.203, 0.198, 0.208, 0.218, 0.212, 0.172, 0.076)
    stuffed = [(0.640 + 0.080 * index, radius) for index, radius in enumerate(radii)]
    loft(mesh, flattened(round_rings(12, stuffed[::-1])), "dummy cloth", DUMMY["sack"], up_the_post)
    for z, radius in ((0.645, 0.080), (1.282, 0.080)):
        knot = [(z - 0.016, radius * 0.8), (z, radius), (z + 0.016, radius * 0.8)]
        loft(mesh, round_rings(8, knot), "rope", "dark", up_the_post)
    belt = [(0.850, 0.180), (0.868, 0.212), (0.886, 0.180)]
    loft(mesh, flattened(round_rings(12, belt)), "rope", "dark", up_the_post)
    down = Vector((0.0, 0.0, -1.0))
    tuft(mesh, AT["spine"] + Vector((0.0, 0.0, 0.03)), AT["spine"] + down * 0.12, 0.07, 0.145, 12, up_the_post)
    for side, sign in (("L", 1.0), ("R", -1.0)):
        arm(mesh, side, sign)
    # The head: straw at the neck, and the bucket over it.
    tuft(mesh, Vector((0.0, 0.0, 1.40)), Vector((0.0, 0.0, 1.272)), 0.09, 0.165, 12, head)
    pail = [(1.335 + 0.08 * part, 0.168 - 0.010 * part) for part in range(5)]
    loft(mesh, round_rings(12, pail[::-1], 1.0), "dummy steel", DUMMY["bucket"], head, cap="dark steel")
    rim = [(1.327, 0.160), (1.327, 0.176), (1.345, 0.176), (1.345, 0.160)]
    loft(mesh, round_rings(12, rim, 1.0), "dark steel", "dark", head)
    handle(mesh, head)
    return mesh


def arm(mesh, side, sign):
    out = Vector((sign, 0.0, -0.10)).normalized()
    root = Vector((0.0, 0.0, 1.155))
    weights = along_the_arm(side, sign)
    loft(mesh, limb_rings(6, root, root + out, [(0.02, 0.026, 0.026), (0.55, 0.024, 0.024)]), "wood", "dark", weights)
    sleeve = [(0.13, 0.085, 0.075), (0.20, 0.088, 0.082), (0.30, 0.076, 0.072), (0.39, 0.066, 0.064)]
    sleeve.append((0.43, 0.034, 0.034))
    patch = (4, 44, 40, 64)
    loft(mesh, limb_rings(8, root, root + out, sleeve), "dummy cloth", patch, weights)
    knot = [(0.415, 0.036, 0.036), (0.430, 0.046, 0.046), (0.445, 0.036, 0.036)]
    loft(mesh, limb_rings(8, root, root + out, knot), "rope", "dark", weights)
    tuft(mesh, root + out * 0.42, root + out * 0.54, 0.03, 0.085, 8, weights)


def handle(mesh, weights):
    """The bucket's handle, under the chin."""
    rings = []
    for part in range(9):
        angle = math.pi * part / 8
        place = Vector((0.172 * math.cos(angle), -0.10 * math.sin(angle), 1.365 - 0.135 * math.sin(angle)))
        outwards = Vector((math.cos(angle), -0.6 * math.sin(angle), -0.8 * math.sin(angle))).normalized()
        side = Vector((0.0, 0.8, -0.6)) * 0.009
        rings.append([place + side, place + outwards * 0.009, place - side, place - outwards * 0.009])
    loft(mesh, rings, "dark steel", "dark", weights)


# ---------------------------------------------------------------------------------------------------------
# The skeleton


def skeleton():
    """The root joint; every other one hangs below it."""
    nodes = {}
    for name, parent, place in JOINTS:
        offset = Vector(place) - (AT[parent] if parent else Vector())
        nodes[name] = dae.Node(name, Matrix.Translation(offset), is_joint=True)
        if parent:
            nodes[parent].children.append(nodes[name])
    return nodes["post"]


def parent_from_joints(pose):
    """Every joint's matrix in a pose: angles in degrees by joint and way."""
    get = lambda name, way: pose.get(f"{name}.{way}", 0.0)
    out = {}
    for name, parent, place in JOINTS:
        turned = turn((0.0, 0.0, 1.0), get(name, "yaw")) @ turn(X, get(name, "pitch")) @ turn(Y, get(name, "roll"))
        offset = Vector(place) - (AT[parent] if parent else Vector())
        if not parent:
            # The ball rolls without sliding.
            offset.y -= FOOT * math.radians(get(name, "pitch"))
            offset.x += FOOT * math.radians(get(name, "roll"))
            offset.z += get(name, "up")
        out[name] = Matrix.Translation(offset) @ turned.to_matrix().to_4x4()
    return out


# ---------------------------------------------------------------------------------------------------------
# How it moves

LYING = {
    "post.pitch": -94.0, "spine.pitch": -1.0, "chest.pitch": 1.0, "head.pitch": -2.0, "head.yaw": 10.0,
    "arm.L.pitch": -4.0, "arm.R.pitch": -4.0, "arm.L.roll": 6.0, "arm.R.roll": -6.0,
}


def idle(phase):
    """Two seconds: a slight sway that goes round, and what hangs on the post after it."""
    return {
        "post.pitch": 1.0 * wave(phase, 0.10), "post.roll": 1.3 * wave(phase, 0.35),
        "spine.pitch": 0.5 * wave(phase, 0.18), "spine.roll": 0.6 * wave(phase, 0.43),
        "chest.pitch": 0.6 * wave(phase, 0.22), "chest.roll": 0.7 * wave(phase, 0.47),
        "chest.yaw": 1.0 * wave(phase, 0.2),
        "head.pitch": 1.2 * wave(phase, 0.30), "head.roll": 1.4 * wave(phase, 0.55), "head.yaw": 1.5 * wave(phase, 0.4),
        "arm.L.roll": 1.5 * wave(phase, 0.55), "arm.R.roll": 1.5 * wave(phase, 0.60),
        "arm.L.yaw": 1.5 * wave(phase, 0.4), "arm.R.yaw": 1.5 * wave(phase, 0.4),
    }


def lie(phase):
    """One second: it rocks a little where it lies."""
    pose = dict(LYING)
    change(pose, {
        "post.roll": 1.2 * (wave(phase) - 1.0), "post.pitch": 0.3 * (1.0 - wave(phase, 0.0, 2)),
        "head.yaw": 1.0 * (1.0 - wave(phase)),
    })
    return pose


STAGGER = [
    (0.08, {
        "post.pitch": -11.0, "spine.pitch": -8.0, "chest.pitch": -7.0, "chest.yaw": 8.0, "head.pitch": 16.0,
        "arm.L.yaw": -16.0, "arm.R.yaw": 16.0, "arm.L.roll": -4.0, "arm.R.roll": 4.0,
    }),
    (0.17, {
        "post.pitch": -17.0, "spine.pitch": -3.0, "chest.pitch": -2.0, "chest.yaw": 4.0, "head.pitch": -10.0,
        "arm.L.yaw": 10.0, "arm.R.yaw": -10.0,
    }),
    (0.33, {
        "post.pitch": 9.0, "spine.pitch": 3.0, "chest.pitch": 3.0, "chest.yaw": -4.0, "head.pitch": 6.0,
        "arm.L.yaw": -6.0, "arm.R.yaw": 6.0,
    }),
    (0.47, {"post.pitch": -3.0, "spine.pitch": -1.0, "chest.pitch": -1.0, "head.pitch": -2.0}),
    (0.60, {}),
]

# It draws back, and swings its head ahead and down.
STRIKE = [
    (0.20, {
        "post.pitch": -21.0, "spine.pitch": -6.0, "chest.pitch": -5.0, "head.pitch": 12.0, "arm.L.yaw": -24.0,
        "arm.R.yaw": 24.0,
    }),
    (0.32, {
        "post.pitch": -24.0, "spine.pitch": -7.0, "chest.pitch": -6.0, "head.pitch": -6.0, "arm.L.yaw": -28.0,
        "arm.R.yaw": 28.0,
    }),
    (0.48, {
        "post.pitch": 27.0, "spine.pitch": 6.0, "chest.pitch": 6.0, "head.pitch": 16.0, "arm.L.yaw": 22.0,
        "arm.R.yaw": -22.0,
    }),
    (0.58, {"post.pitch": 25.0, "spine.pitch": 3.0, "chest.pitch": 3.0, "head.pitch": 4.0}),
    (0.80, {
        "post.pitch": -9.0, "spine.pitch": -2.0, "chest.pitch": -2.0, "head.pitch": -6.0, "arm.L.yaw": -8.0,
        "arm.R.yaw": 8.0,
    }),
    (0.96, {"post.pitch": 3.0, "head.pitch": 2.0}),
    (1.10, {}),
]

FALL = [
    (0.08, {
        "post.pitch": -12.0, "spine.pitch": -12.0, "chest.pitch": -10.0, "head.pitch": 20.0, "arm.L.yaw": -24.0,
        "arm.R.yaw": 24.0,
    }),
    (0.20, {"post.pitch": -30.0, "spine.pitch": 0.0, "chest.pitch": 0.0, "head.pitch": 6.0}),
    (0.34, {
        "post.pitch": -60.0, "spine.pitch": 5.0, "chest.pitch": 5.0, "head.pitch": 10.0, "arm.L.yaw": -14.0,
        "arm.R.yaw": 14.0,
    }),
    (0.46, {
        "post.pitch": -96.0, "spine.pitch": 2.0, "chest.pitch": 2.0, "head.pitch": -2.0, "arm.L.yaw": 0.0,
        "arm.R.yaw": 0.0,
    }),
    (0.55, {
        "post.pitch": -88.0, "spine.pitch": -3.0, "chest.pitch": -2.0, "head.pitch": 6.0, "arm.L.yaw": -9.0,
        "arm.R.yaw": 9.0,
    }),
    (0.70, {}),
]

RISE = [
    (0.16, {"post.pitch": -97.0, "head.pitch": 4.0, "spine.pitch": 3.0}),
    (0.40, {"post.pitch": -50.0, "spine.pitch": 7.0, "chest.pitch": 6.0, "head.pitch": 12.0, "head.yaw": 0.0}),
    (0.62, {
        "post.pitch": 24.0, "spine.pitch": 4.0, "chest.pitch": 5.0, "head.pitch": 14.0, "arm.L.yaw": -12.0,
        "arm.R.yaw": 12.0, "arm.L.pitch": 0.0, "arm.R.pitch": 0.0, "arm.L.roll": 0.0, "arm.R.roll": 0.0,
    }),
    (0.82, {
        "post.pitch": -13.0, "spine.pitch": -3.0, "chest.pitch": -3.0, "head.pitch": -9.0, "arm.L.yaw": 8.0,
        "arm.R.yaw": -8.0,
    }),
    (1.00, {"post.pitch": 6.0, "spine.pitch": 1.5, "chest.pitch": 1.5, "head.pitch": 4.0}),
    (1.12, {"post.pitch": -1.5}),
    (1.20, {}),
]


def clips():
    """Name, how many frames, whether it loops, and the pose of a frame."""
    looped = lambda move, frames: lambda frame: move(frame % frames / frames)
    once = lambda first, keys, last: lambda frame: keyed(first, keys, last)(frame / FPS)
    stood, lying = idle(0.0), lie(0.0)
    return [
        ("idle", 60, looped(idle, 60)),
        ("stagger", 18, once(stood, STAGGER, stood)),
        ("strike", 33, once(stood, STRIKE, stood)),
        ("fall", 21, once(stood, FALL, lying)),
        ("lie", 30, looped(lie, 30)),
        ("rise", 36, once(lying, RISE, stood)),
    ]
