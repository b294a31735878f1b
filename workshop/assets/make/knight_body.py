"""The knight's joints and flesh, for knight.py: plain lists of numbers, before Blender sees any of it.

Space: Blender's, Z up, metres. The knight stands on z = 0 and looks along -Y; his left is +X.

The body is made of closed parts that overlap where it bends. Every vertex gets its weights from its place
alone: along a limb they go over from one joint to the next by a smooth ramp.
"""

import math

import blender_out
from mathutils import Vector

# ---------------------------------------------------------------------------------------------------------
# The skeleton: name, parent, head. Parents stand before their children; a bone reaches to its first child.

MIDDLE = [
    ("hips", "", (0.0, 0.01, 0.84)),
    ("spine", "hips", (0.0, 0.01, 0.95)),
    ("chest", "spine", (0.0, 0.01, 1.09)),
    ("neck", "chest", (0.0, 0.015, 1.325)),
    ("head", "neck", (0.0, 0.01, 1.395)),
    ("plume", "head", (0.0, 0.045, 1.715)),
]

# The left side; the right is its mirror image.
LEFT = [
    ("shoulder", "chest", (0.065, 0.012, 1.265)),
    ("upper_arm", "shoulder", (0.222, 0.015, 1.262)),
    ("forearm", "upper_arm", (0.372, 0.032, 1.066)),
    ("hand", "forearm", (0.487, 0.004, 0.892)),
    ("thigh", "hips", (0.102, 0.010, 0.800)),
    ("shin", "thigh", (0.122, -0.006, 0.452)),
    ("foot", "shin", (0.134, 0.026, 0.105)),
    ("toe", "foot", (0.152, -0.118, 0.034)),
]

# Where the bones end that have no child.
ENDS = {
    "plume": (0.0, 0.21, 1.80),
    "hand": (0.556, -0.016, 0.787),
    "toe": (0.160, -0.205, 0.028),
}


def mirrored(point):
    return (-point[0], point[1], point[2])


def joints():
    """All of (name, parent, head)."""
    return blender_out.both_sides(MIDDLE, LEFT)


def heads():
    return {name: Vector(head) for name, _, head in joints()}


def tails():
    """Where every bone ends."""
    at, out = heads(), {}
    for name, parent, _ in joints():
        out.setdefault(parent, at[name])
    for name, end in ENDS.items():
        if name in at:
            out[name] = Vector(end)
        else:
            out[name + ".L"], out[name + ".R"] = Vector(end), Vector(mirrored(end))
    return {name: out[name] for name in at}


# ---------------------------------------------------------------------------------------------------------
# Weights


def ramp(value, middle, margin):
    """From 0 to 1 as `value` passes from middle - margin to middle + margin, level at both ends."""
    t = min(max((value - middle + margin) / (2.0 * margin), 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


def handed_on(names, shares):
    """Weights along a chain: each share says how much of what is left goes on to the next joint."""
    out, left = {}, 1.0
    for name, share in zip(names, list(shares) + [0.0]):
        out[name] = left * (1.0 - share)
        left *= share
    return {name: weight for name, weight in out.items() if weight > 1e-4}


def only(name):
    return lambda point: {name: 1.0}


def up_the_back(point):
    z = point.z
    shares = (ramp(z, 0.955, 0.05), ramp(z, 1.085, 0.07))
    return handed_on(("hips", "spine", "chest"), shares)


def up_the_neck(point):
    return handed_on(("chest", "neck", "head"), (ramp(point.z, 1.335, 0.03), ramp(point.z, 1.395, 0.035)))


def along_limb(names, margins):
    """Weights along a limb of joints; over from one to the next at the plane that halves their angle."""
    at, end = heads(), tails()
    planes = []
    for first, second in zip(names, names[1:]):
        normal = (at[second] - at[first]).normalized() + (end[second] - at[second]).normalized()
        planes.append((at[second], normal.normalized()))

    def weights(point):
        past = [(point - place).dot(normal) for place, normal in planes]
        return handed_on(names, [ramp(value, 0.0, margin) for value, margin in zip(past, margins)])

    return weights


def down_the_leg(side):
    return along_limb(("thigh" + side, "shin" + side, "foot" + side), (0.07, 0.035))


def down_the_arm(side):
    limb = along_limb(("upper_arm" + side, "forearm" + side), (0.06,))
    sign = 1.0 if side == ".L" else -1.0

    def weights(point):
        # Close to the chest the sleeve follows the shoulder, which moves little.
        outwards = ramp(sign * point.x, 0.215, 0.05)
        out = {name: weight * outwards for name, weight in limb(point).items()}
        out["shoulder" + side] = 1.0 - outwards
        return {name: weight for name, weight in out.items() if weight > 1e-4}

    return weights


def about_the_hips(hem, top, loose):
    """Weights of what hangs about the hips: the lower and the further to a side, the more with that thigh."""

    def weights(point):
        low = loose * ramp(-point.z, -(hem + top) / 2.0, (top - hem) / 2.0)
        left = ramp(point.x, 0.0, 0.13)
        out = {"hips": 1.0 - low, "thigh.L": low * left, "thigh.R": low * (1.0 - left)}
        return {name: weight for name, weight in out.items() if weight > 1e-4}

    return weights


# ---------------------------------------------------------------------------------------------------------
# The texture's regions: left, top, right, bottom in texels of a picture that is SIZE wide and high.

SIZE = 128
REGIONS = {
    "tabard": (2, 2, 54, 72),
    "plate": (60, 2, 126, 34),
    "helmet": (60, 40, 126, 72),
    "skirt": (2, 78, 126, 102),
    "red feather": (2, 108, 30, 126),
    "gold feather": (34, 108, 62, 126),
    "dark feather": (66, 108, 94, 126),
    "cream": (98, 108, 110, 126),
    "dark": (114, 108, 126, 126),
}


def within(region, s, t):
    """Texture coordinates of a place in a region: s from its left to its right, t from its top down.

    A region is one of the knight's, or four numbers as those are, of another picture in 128ths of its size.
    """
    left, top, right, bottom = REGIONS[region] if isinstance(region, str) else region
    return ((left + s * (right - left)) / SIZE, 1.0 - (top + t * (bottom - top)) / SIZE)


# ---------------------------------------------------------------------------------------------------------
# Building closed surfaces


class Mesh:
    """Positions, their weights, and faces of (vertices, material, texture coordinate of each corner)."""

    def __init__(self):
        self.positions = []
        self.weights = []
        self.faces = []

    def add(self, positions, faces, weights):
        """A closed part. Its faces are turned about if they look inwards."""
        inwards = volume(positions, faces) < 0.0
        first = len(self.positions)
        for corners, material, coordinates in faces:
            corners = [first + corner for corner in corners]
            if inwards:
                corners, coordinates = corners[::-1], coordinates[::-1]
            self.faces.append((corners, material, coordinates))
        for position in positions:
            self.positions.append(position)
            self.weights.append(normalised(weights(position)))


def normalised(weights):
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def volume(positions, faces):
    """Six times the volume inside closed faces; negative if they look inwards."""
    total = 0.0
    for corners, _, _ in faces:
        a = positions[corners[0]]
        for second, third in zip(corners[1:], corners[2:]):
            total += a.dot(positions[second].cross(positions[third]))
    return total


def loft(mesh, rings, material, region, weights, cap=None, repeat=1, painted=None):
    """A closed part through rings of equally many points, with a flat cap at either end.

    `material` is a name, or a function of a face's column and row that gives one; `cap` names that of the ends.
    The texture goes `repeat` times around, and from the first ring to the last, or along `painted` rows.
    """
    sides, rows = len(rings[0]), len(rings) - 1
    material_of = material if callable(material) else lambda column, row: material

    def coordinate(column, edge, row, low):
        s = (column * repeat / sides) % 1.0 + edge * repeat / sides
        return within(region, s, min((row + low) / (painted or rows), 1.0))

    faces = []
    for row in range(rows):
        for column in range(sides):
            following = (column + 1) % sides
            corners = [row * sides + column, row * sides + following]
            corners += [(row + 1) * sides + following, (row + 1) * sides + column]
            uvs = [coordinate(column, *step) for step in ((0, row, 0), (1, row, 0), (1, row, 1), (0, row, 1))]
            faces.append((corners, material_of(column, row), uvs))
    for row, reverse in ((0, True), (rows, False)):
        corners = [row * sides + column for column in range(sides)]
        uvs = [coordinate(column, 0, min(row, rows - 1), row // rows) for column in range(sides)]
        if reverse:
            corners, uvs = corners[::-1], uvs[::-1]
        faces.append((corners, cap or material_of(0, min(row, rows - 1)), uvs))
    mesh.add([point for ring in rings for point in ring], faces, weights)


def ring(sides, centre, across, ahead, wide, deep, turn=0.0):
    """Points on an ellipse, the first at the back, so that a texture's seam lies there."""
    out = []
    for side in range(sides):
        angle = 2.0 * math.pi * (side + turn) / sides
        out.append(centre + across * (-wide * math.sin(angle)) - ahead * (deep * math.cos(angle)))
    return out


def frame_along(along, ahead):
    """What points across and ahead, square to the way along a limb."""
    along = along.normalized()
    ahead = (ahead - along * ahead.dot(along)).normalized()
    return ahead.cross(along), ahead


AHEAD = Vector((0.0, -1.0, 0.0))
UP = Vector((0.0, 0.0, 1.0))


def limb_rings(sides, start, end, stations, ahead=AHEAD, turn=0.5):
    """Rings along a line; a station is (part of the way, wide, deep) or (…, ahead of the line)."""
    across, front = frame_along(end - start, ahead)
    out = []
    for part, wide, deep, *offset in stations:
        centre = start.lerp(end, part) + front * (offset[0] if offset else 0.0)
        out.append(ring(sides, centre, across, front, wide, deep, turn))
    return out


def level_rings(sides, stations, turn=0.0):
    """Rings that lie level; a station is (z, wide, front, back), measured from y = 0.01."""
    out = []
    for z, wide, front, back in stations:
        points = []
        for side in range(sides):
            angle = 2.0 * math.pi * (side + turn) / sides
            y = math.cos(angle) * (back if math.cos(angle) > 0.0 else front)
            points.append(Vector((-wide * math.sin(angle), 0.01 + y, z)))
        out.append(points)
    return out


# ---------------------------------------------------------------------------------------------------------
# The trunk

CUIRASS = [
    (0.930, 0.150, 0.118, 0.110),
    (0.985, 0.150, 0.124, 0.112),
    (1.060, 0.172, 0.150, 0.130),
    (1.150, 0.204, 0.172, 0.150),
    (1.230, 0.214, 0.160, 0.152),
    (1.290, 0.186, 0.126, 0.130),
    (1.335, 0.120, 0.096, 0.100),
]


def cuirass_at(z):
    """The cuirass's wide, front and back at a height."""
    for low, high in zip(CUIRASS, CUIRASS[1:]):
        if z <= high[0] or high is CUIRASS[-1]:
            part = min(max((z - low[0]) / (high[0] - low[0]), 0.0), 1.0)
            return tuple(a + part * (b - a) for a, b in zip(low[1:], high[1:]))
    raise ValueError(f"nothing of the cuirass at {z}")


def trunk(mesh):
    pelvis = [
        (0.700, 0.055, 0.050, 0.055),
        (0.745, 0.150, 0.105, 0.115),
        (0.830, 0.172, 0.122, 0.130),
        (0.950, 0.146, 0.108, 0.104),
    ]
    loft(mesh, level_rings(8, pelvis, 0.5), "dark steel", "dark", about_the_hips(0.70, 0.88, 0.5))
    loft(mesh, level_rings(12, CUIRASS[::-1]), "steel", "plate", up_the_back, repeat=2)
    surcoat(mesh, True)
    surcoat(mesh, False)
    skirt(mesh)
    belt = [(0.914, 0.175, 0.143, 0.135), (0.945, 0.182, 0.151, 0.142), (0.976, 0.170, 0.143, 0.133)]
    loft(mesh, level_rings(12, belt), "leather", "dark", up_the_back)
    buckle(mesh)
    gorget = [
        (1.300, 0.150, 0.116, 0.118),
        (1.345, 0.122, 0.112, 0.108),
        (1.385, 0.112, 0.116, 0.100),
        (1.385, 0.090, 0.090, 0.080),
    ]
    loft(mesh, level_rings(8, gorget, 0.5), "dark steel", "dark", up_the_neck)


def surcoat(mesh, front):
    """The cloth over the breast or the back: a patch that stands a little off the cuirass."""
    columns, sign = 4, -1.0 if front else 1.0
    heights = (0.94, 1.06, 1.15, 1.235, 1.305)
    half_turns = (0.92, 0.82, 0.72, 0.60, 0.62)
    outer, inner = [], []
    for z, half in zip(heights, half_turns):
        wide, ahead, behind = cuirass_at(z)
        deep = ahead if front else behind
        for column in range(columns + 1):
            angle = half * (2.0 * column / columns - 1.0)
            way = Vector((math.sin(angle), sign * math.cos(angle), 0.0))
            at = Vector((wide * way.x, 0.01 + deep * way.y, z))
            outer.append(at + way * 0.016)
            inner.append(at - way * 0.02)
    slab(mesh, outer, inner, columns + 1, "cloth", "tabard", up_the_back)


def slab(mesh, outer, inner, width, material, region, weights):
    """A closed sheet between two grids of points, the first row the lowest."""
    height, count = len(outer) // width, len(outer)
    faces = []

    def uv(index):
        index %= count
        return within(region, (index % width) / (width - 1), 1.0 - (index // width) / (height - 1))

    def face(*corners):
        faces.append((list(corners), material, [uv(corner) for corner in corners]))

    for row in range(height - 1):
        for column in range(width - 1):
            at = row * width + column
            face(at, at + 1, at + width + 1, at + width)
            face(count + at + width, count + at + width + 1, count + at + 1, count + at)
    rim = list(range(width)) + [row * width + width - 1 for row in range(1, height)]
    rim += [(height - 1) * width + column for column in range(width - 2, -1, -1)]
    rim += [row * width for row in range(height - 2, 0, -1)]
    for here, following in zip(rim, rim[1:] + rim[:1]):
        face(following, here, count + here, count + following)
    mesh.add(outer + inner, faces, weights)


def skirt(mesh):
    """Cloth from the belt to the thighs, with a hem of points."""
    sides = 16
    stations = [
        (0.955, 0.152, 0.128, 0.118),
        (0.880, 0.190, 0.150, 0.150),
        (0.780, 0.225, 0.180, 0.182),
        (0.655, 0.255, 0.208, 0.212),
    ]
    outside = level_rings(sides, stations)
    for side, point in enumerate(outside[-1]):
        point.z += 0.022 if side % 2 else -0.018
    thin = [Vector((point.x * 0.94, 0.01 + (point.y - 0.01) * 0.94, point.z + 0.006)) for point in outside[-1]]
    inside = [Vector((point.x * 0.93, 0.01 + (point.y - 0.01) * 0.93, point.z)) for point in outside[1]]
    weights = about_the_hips(0.64, 0.91, 0.88)
    lined = lambda column, row: "cloth" if row < len(outside) else "leather"
    loft(mesh, outside + [thin, inside], lined, "skirt", weights, repeat=4, painted=len(outside) - 1)


def box(mesh, centre, half, material, region, weights, bevel=0.25):
    """A block along the axes with bevelled ends, the longest way along x."""
    x, y, z = half
    rings = []
    for at, size in ((-1.0, 1.0 - bevel), (-1.0 + bevel, 1.0), (1.0 - bevel, 1.0), (1.0, 1.0 - bevel)):
        corners = ((-1, -1), (-1, 1), (1, 1), (1, -1))
        rings.append([centre + Vector((at * x, b * y * size, c * z * size)) for b, c in corners])
    loft(mesh, rings, material, region, weights)


def buckle(mesh):
    _, front, _ = cuirass_at(0.945)
    centre = Vector((0.0, 0.01 - front - 0.026, 0.946))
    box(mesh, centre, Vector((0.034, 0.012, 0.036)), "gold", "dark", up_the_back, 0.3)


# ---------------------------------------------------------------------------------------------------------
# The head

HELMET = [
    # z, wide, front, back
    (1.352, 0.104, 0.122, 0.100),
    (1.358, 0.126, 0.146, 0.122),
    (1.430, 0.146, 0.176, 0.142),
    (1.522, 0.156, 0.182, 0.152),
    (1.526, 0.156, 0.182, 0.152),
    (1.572, 0.157, 0.176, 0.154),
    (1.576, 0.157, 0.176, 0.154),
    (1.640, 0.146, 0.154, 0.146),
    (1.695, 0.112, 0.112, 0.114),
    (1.730, 0.056, 0.054, 0.060),
]
SLIT = (4, 5)  # the rings of the helmet that lie back behind the slit
FRONT = range(4, 9)  # the columns of the slit, of 12; 6 is the very front


def head(mesh):
    neck = [(1.30, 0.07, 0.07, 0.07), (1.36, 0.075, 0.075, 0.07), (1.42, 0.07, 0.07, 0.07)]
    loft(mesh, level_rings(6, neck), "dark steel", "dark", up_the_neck)
    rings = level_rings(12, HELMET)
    for index, points in enumerate(rings):
        points[6].y -= 0.016 if 1 <= index <= 6 else 0.0
        if index in SLIT:
            for column in FRONT:
                points[column] = points[column] + Vector((-points[column].x * 0.16, 0.03, 0.0))
    loft(mesh, rings[::-1], helmet_material, "helmet", only("head"), cap="steel")
    for sign in (-1.0, 1.0):
        eye(mesh, Vector((sign * 0.052, -0.150, 1.549)))
    brow(mesh)
    plume(mesh)


def helmet_material(column, row):
    behind_slit = row == len(HELMET) - 2 - SLIT[0]
    return "visor" if behind_slit and FRONT[0] <= column < FRONT[-1] else "steel"


def eye(mesh, centre):
    size = Vector((0.017, 0.012, 0.019))
    points = [centre + Vector((size.x * math.cos(a), 0.0, size.z * math.sin(a))) for a in turn_of(6)]
    points += [centre - Vector((0.0, size.y, 0.0)), centre + Vector((0.0, size.y, 0.0))]
    uvs = [within("cream", 0.5, 0.5)] * 3
    faces = []
    for side in range(6):
        following = (side + 1) % 6
        faces += [([side, following, 6], "cloth", uvs), ([following, side, 7], "cloth", uvs)]
    mesh.add(points, faces, only("head"))


def turn_of(sides):
    return [2.0 * math.pi * side / sides for side in range(sides)]


def brow(mesh):
    """A gold comb over the helmet, from the brow to the back."""
    rings = []
    for part in range(7):
        angle = math.radians(-62.0 + part * 25.0)
        reach = 1.0 + 0.045 * math.sin(math.pi * part / 6)
        centre = Vector((0.0, 0.012 + 0.158 * math.sin(angle) * reach, 1.565 + 0.165 * math.cos(angle) * reach))
        outwards = Vector((0.0, math.sin(angle), math.cos(angle)))
        wide, tall = (0.016, 0.018) if 0 < part < 6 else (0.010, 0.010)
        corners = ((-1.0, -1.0), (-0.7, 1.0), (0.7, 1.0), (1.0, -1.0))
        rings.append([centre + Vector((a * wide, 0.0, 0.0)) + outwards * (b * tall) for a, b in corners])
    loft(mesh, rings, "gold", "dark", only("head"))


FEATHERS = [
    # region, way points (y, z), width
    ("dark feather", ((0.050, 1.715), (0.130, 1.735), (0.205, 1.690), (0.245, 1.600), (0.240, 1.510)), 0.030),
    ("gold feather", ((0.045, 1.720), (0.125, 1.785), (0.225, 1.770), (0.300, 1.690), (0.320, 1.590)), 0.034),
    ("red feather", ((0.035, 1.725), (0.095, 1.840), (0.205, 1.865), (0.315, 1.800), (0.370, 1.690)), 0.040),
]


def plume(mesh):
    holder = [(1.705, 0.030, 0.022, 0.060), (1.735, 0.036, 0.026, 0.070), (1.752, 0.026, 0.018, 0.056)]
    loft(mesh, level_rings(8, holder), "gold", "dark", only("head"))

    def weights(point):
        return handed_on(("head", "plume"), (ramp(point.y, 0.09, 0.06),))

    for region, way, wide in FEATHERS:
        loft(mesh, feather_rings(way, wide), "cloth", region, weights)


def feather_rings(way, wide):
    """Flat diamonds along a way, broad in the middle and pointed at the end."""
    points = [Vector((0.0, y, z)) for y, z in way]
    rings = []
    for index, point in enumerate(points):
        before, after = points[max(index - 1, 0)], points[min(index + 1, len(points) - 1)]
        along = (after - before).normalized()
        outwards = Vector((0.0, -along.z, along.y))
        size = (0.55, 0.95, 1.1, 0.85, 0.12)[index]
        side = Vector((wide * size * 0.75, 0.0, 0.0))
        tall = outwards * (wide * size)
        rings.append([point - side, point + tall, point + side, point - tall])
    return rings


# ---------------------------------------------------------------------------------------------------------
# Limbs


def arm(mesh, side, place):
    at, end = heads(), tails()
    shoulder, elbow, wrist = (place(at[name + side]) for name in ("upper_arm", "forearm", "hand"))
    knuckles = place(end["hand" + side])
    inner = place(at["shoulder" + side]).lerp(shoulder, 0.45)
    weights = down_the_arm(side)
    flesh = limb_rings(6, inner, shoulder, [(0.0, 0.05, 0.055), (0.8, 0.068, 0.068)])
    flesh += limb_rings(6, shoulder, elbow, [(0.25, 0.068, 0.068), (0.72, 0.062, 0.060), (0.94, 0.057, 0.055)])
    flesh += limb_rings(6, elbow, wrist, [(0.10, 0.056, 0.054), (0.45, 0.054, 0.052)])
    loft(mesh, flesh, "dark steel", "dark", weights)
    pauldron(mesh, side, shoulder, elbow)
    couter = [(-0.052, 0.060, 0.058), (-0.034, 0.074, 0.072), (0.016, 0.078, 0.076), (0.044, 0.058, 0.056)]
    along = (wrist - shoulder).normalized()
    loft(mesh, limb_rings(8, elbow, elbow + along, couter), "steel", "plate", weights, cap="dark steel")
    bracer = [(0.26, 0.058, 0.056), (0.40, 0.068, 0.066), (0.96, 0.05, 0.05)]
    loft(mesh, limb_rings(8, elbow, wrist, bracer), "leather", "dark", only("forearm" + side))
    gauntlet(mesh, side, wrist, knuckles)


def pauldron(mesh, side, shoulder, elbow):
    """Two plates over the shoulder: the upper a dome, the lower a band that follows the arm."""
    sign = 1.0 if side == ".L" else -1.0

    def upper(point):
        return {"shoulder" + side: 0.5, "upper_arm" + side: 0.5}

    def lower(point):
        return {"shoulder" + side: 0.15, "upper_arm" + side: 0.85}

    out = Vector((sign * 0.84, 0.0, 0.55)).normalized()
    centre = shoulder + Vector((sign * -0.012, 0.0, -0.010))
    dome = [(-0.026, 0.114, 0.122), (0.004, 0.128, 0.136), (0.055, 0.112, 0.120), (0.100, 0.054, 0.060)]
    loft(mesh, plate_rings(8, centre, out, dome), "steel", "plate", upper)
    out = Vector((sign * 0.98, 0.0, -0.18)).normalized()
    band = [(0.008, 0.090, 0.098), (0.022, 0.107, 0.115), (0.062, 0.102, 0.110), (0.092, 0.066, 0.074)]
    loft(mesh, plate_rings(8, shoulder + Vector((0.0, 0.0, -0.045)), out, band), "gold", "plate", lower)


def plate_rings(sides, centre, out, stations):
    across, front = frame_along(out, AHEAD)
    return [ring(sides, centre + out * far, across, front, wide, deep, 0.5) for far, wide, deep in stations]


def gauntlet(mesh, side, wrist, knuckles):
    hand = only("hand" + side)
    along = (knuckles - wrist).normalized()
    cuff = [(-0.082, 0.082, 0.078), (-0.016, 0.054, 0.052), (0.022, 0.052, 0.052)]
    loft(mesh, limb_rings(8, wrist, wrist + along, cuff), "steel", "plate", hand, cap="dark steel")
    # The fist is closed about what lies ahead; its back is to the outside.
    across, front = frame_along(along, AHEAD)
    fist = [(0.012, 0.038, 0.046), (0.070, 0.051, 0.061), (0.150, 0.049, 0.060), (0.174, 0.036, 0.048)]
    corners = ((-1.0, -0.6), (-1.0, 0.6), (-0.6, 1.0), (0.6, 1.0))
    corners += tuple((-a, -b) for a, b in corners)
    rings = []
    for far, wide, deep in fist:
        centre = wrist + along * far
        rings.append([centre + across * (a * wide) + front * (b * deep) for a, b in corners])
    loft(mesh, rings, "dark steel", "dark", hand)
    inside = across * (-1.0 if side == ".L" else 1.0)
    thumb = [(0.0, 0.020, 0.020), (0.5, 0.024, 0.022), (1.0, 0.016, 0.014)]
    start = wrist + along * 0.045 + front * 0.058 + inside * 0.016
    loft(mesh, limb_rings(6, start, start + along * 0.075 + inside * 0.022, thumb), "dark steel", "dark", hand)


def leg(mesh, side, place):
    at = heads()
    hip, knee, ankle = (place(at[name + side]) for name in ("thigh", "shin", "foot"))
    weights = down_the_leg(side)
    thigh = [(0.0, 0.090, 0.095), (0.40, 0.093, 0.099), (0.82, 0.075, 0.079), (0.95, 0.070, 0.073)]
    flesh = limb_rings(8, hip, knee, thigh)
    flesh += limb_rings(8, knee, ankle, [(0.06, 0.069, 0.071), (0.24, 0.066, 0.068)])
    loft(mesh, flesh, "dark steel", "dark", weights)
    poleyn = [
        (-0.058, 0.074, 0.078, 0.004),
        (-0.016, 0.088, 0.100, 0.010),
        (0.030, 0.087, 0.096, 0.010),
        (0.062, 0.066, 0.068, 0.000),
    ]
    down = (ankle - hip).normalized()
    loft(mesh, limb_rings(8, knee, knee + down, poleyn), "steel", "plate", weights, cap="dark steel")
    greave = [(0.16, 0.078, 0.080), (0.42, 0.084, 0.090, -0.012), (0.78, 0.066, 0.068, -0.004)]
    loft(mesh, limb_rings(8, knee, ankle, greave), "steel", "plate", only("shin" + side), cap="dark steel")
    boot(mesh, side, ankle, place(at["toe" + side]))


def boot(mesh, side, ankle, ball):
    foot = along_limb(("foot" + side, "toe" + side), (0.03,))
    shin = "shin" + side

    def weights(point):
        up = ramp(point.z, 0.145, 0.045)
        out = {name: weight * (1.0 - up) for name, weight in foot(point).items()}
        return {name: weight for name, weight in {**out, shin: up}.items() if weight > 1e-4}

    shaft = [(0.212, 0.084, 0.088), (0.190, 0.076, 0.077), (0.120, 0.067, 0.074), (0.040, 0.060, 0.062)]
    across, ahead = Vector((-1.0, 0.0, 0.0)), AHEAD
    rings = [ring(8, Vector((ankle.x, ankle.y, z)), across, ahead, wide, deep, 0.5) for z, wide, deep in shaft]
    loft(mesh, rings, "leather", "dark", weights)
    # From the heel to the tip of the toes: how far ahead of the ankle, half how wide, how high.
    slices = [
        (-0.086, 0.048, 0.088),
        (0.010, 0.066, 0.112),
        (0.085, 0.076, 0.100),
        (0.140, 0.082, 0.084),
        (0.205, 0.074, 0.068),
        (0.252, 0.044, 0.044),
    ]
    way = Vector((ball.x - ankle.x, ball.y - ankle.y, 0.0)).normalized()
    sideways = UP.cross(way)
    rings = []
    for far, wide, top in slices:
        base = Vector((ankle.x, ankle.y, 0.0)) + way * far
        low = 0.0 if far < 0.24 else 0.012
        half = [(0.42, top), (0.86, top * 0.62), (1.0, low + 0.022), (0.88, low)]
        outline = [(-a, z) for a, z in half[::-1]] + half
        rings.append([base + sideways * (a * wide) + UP * z for a, z in outline])
    loft(mesh, rings, boot_material, "plate", weights)


def boot_material(column, row):
    return "steel" if row >= 2 and 1 <= column <= 5 else "leather"


def body():
    """All of the knight but his sword."""
    mesh = Mesh()
    trunk(mesh)
    head(mesh)
    for side in (".L", ".R"):
        arm(mesh, side, Vector)
        leg(mesh, side, Vector)
    return mesh


# ---------------------------------------------------------------------------------------------------------
# The sword, in its own space: the middle of the grip at the origin, the blade along +Y, its flat across X.

BLADE = [
    # y, half as wide, half as thick
    (0.060, 0.030, 0.010),
    (0.100, 0.036, 0.011),
    (0.660, 0.026, 0.009),
    (0.760, 0.014, 0.006),
    (0.815, 0.001, 0.001),
]
GUARD = [
    # z, half as tall, half as thick
    (-0.125, 0.014, 0.012),
    (-0.110, 0.020, 0.017),
    (0.000, 0.013, 0.017),
    (0.110, 0.020, 0.017),
    (0.125, 0.014, 0.012),
]


def sword():
    """The sword, all of it bound to the right hand."""
    mesh = Mesh()
    hand = only("hand.R")
    blade = []
    for y, wide, thick in BLADE:
        corners = ((thick, 0.0), (0.0, wide), (-thick, 0.0), (0.0, -wide))
        blade.append([Vector((x, y, z)) for x, z in corners])
    loft(mesh, blade, "blade", "plate", hand)
    guard = []
    for z, tall, thick in GUARD:
        middle = 0.070 + abs(z) * 0.12
        corners = ((-thick, -tall), (thick, -tall), (thick, tall), (-thick, tall))
        guard.append([Vector((x, middle + y, z)) for x, y in corners])
    loft(mesh, guard, "gold", "dark", hand)
    turned = [(-0.075, 0.015), (0.06, 0.016)]
    loft(mesh, turned_rings(turned), "leather", "dark", hand)
    pommel = [(-0.118, 0.012), (-0.094, 0.029), (-0.070, 0.016)]
    loft(mesh, turned_rings(pommel), "gold", "dark", hand)
    return mesh


def turned_rings(stations):
    return [[Vector((r * math.cos(a), y, r * math.sin(a))) for a in turn_of(6)] for y, r in stations]
