"""The set pieces of lesson 18, for play.py: what stands about in a level.

Space: as the knight's, Z up, metres, the front towards -Y. The origin of each is in the middle of what stands on the
ground. They do not move, so no joint is named for their vertices.
"""

import itertools
import math

import dae
from held_things import lantern
from knight_body import Mesh, loft, only, slab, sword, turn_of
from knight_paint import hash_noise
from mathutils import Matrix, Vector
from play_paint import BANNER, PLANKS, STAVES

STILL = only("")
PLAIN = (0, 0, 1, 1)  # where a plain colour's texture coordinates lie; nobody looks
UP = Vector((0.0, 0.0, 1.0))

# ---------------------------------------------------------------------------------------------------------
# Shapes


def chance(*numbers):
    """A number from -1 to 1 that looks random, the same for the same numbers."""
    seed = 0
    for value in numbers:
        seed = seed * 31 + round(1000.0 * value)
    return 2.0 * hash_noise(seed % 7919, seed // 7919 % 7919) - 1.0


def solid(mesh, low, high, material, region=PLAIN):
    """A body with six faces, from the four corners of its underside and the four above them."""
    faces = [[3, 2, 1, 0], [4, 5, 6, 7]] + [[i, (i + 1) % 4, (i + 1) % 4 + 4, i + 4] for i in range(4)]
    left, top, right, bottom = (value / 128.0 for value in region)
    corners = [(left, 1.0 - bottom), (right, 1.0 - bottom), (right, 1.0 - top), (left, 1.0 - top)]
    mesh.add([*low, *high], [(face, material, corners) for face in faces], STILL)


def block(mesh, centre, half, material, region=PLAIN, turn=None):
    """A block along the axes, or turned about its centre."""
    turn = turn or Matrix.Identity(3)
    corner = lambda a, b, c: centre + turn @ Vector((a * half[0], b * half[1], c * half[2]))
    around = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    solid(mesh, [corner(a, b, -1) for a, b in around], [corner(a, b, 1) for a, b in around], material, region)


def about(axis, degrees):
    return Matrix.Rotation(math.radians(degrees), 3, axis)


def lathe(mesh, stations, material, sides=12, region=PLAIN, centre=Vector(), turned=0.5, cap=None):
    """A body that is round about an upright line; a station is (z, radius)."""
    rings = []
    for z, radius in stations:
        angles = [angle + turned * 2.0 * math.pi / sides for angle in turn_of(sides)]
        rings.append([centre + Vector((radius * math.sin(a), radius * math.cos(a), z)) for a in angles])
    loft(mesh, rings, material, region, STILL, cap)


def rod(mesh, start, end, radius, material, sides=6):
    """A round stick between two places."""
    along = (end - start).normalized()
    across = along.orthogonal().normalized()
    other = along.cross(across)
    ring = [across * (radius * math.cos(a)) + other * (radius * math.sin(a)) for a in turn_of(sides)]
    loft(mesh, [[start + point for point in ring], [end + point for point in ring]], material, PLAIN, STILL)


def ball():
    """The corners and faces of a ball of eighty triangles."""
    golden = (1.0 + math.sqrt(5.0)) / 2.0
    points = [Vector(p) for a in (-1, 1) for b in (-golden, golden) for p in ((0, a, b), (a, b, 0), (b, 0, a))]
    near = lambda a, b: abs((points[a] - points[b]).length - 2.0) < 1e-6
    by_threes = itertools.combinations(range(len(points)), 3)
    faces = [(a, b, c) for a, b, c in by_threes if near(a, b) and near(b, c) and near(a, c)]
    middles, out = {}, []

    def middle(a, b):
        if (a, b) not in middles:
            middles[a, b] = len(points)
            points.append((points[a] + points[b]) / 2.0)
        return middles[a, b]

    for a, b, c in faces:
        ab, bc, ac = middle(a, b), middle(b, c), middle(a, c)
        out += [(a, ab, ac), (b, bc, ab), (c, ac, bc), (ab, bc, ac)]
    points = [point.normalized() for point in points]
    outwards = lambda a, b, c: (points[b] - points[a]).cross(points[c] - points[a]).dot(points[a]) > 0.0
    return points, [face if outwards(*face) else face[::-1] for face in out]


def lump(mesh, centre, half, seed, uneven, material_of):
    """An uneven ball; `material_of` gives a face's material from its middle, as on a ball of size one."""
    points, faces = ball()
    places = []
    for point in points:
        far = 1.0 + uneven * chance(seed, *point)
        place = centre + Vector((point.x * half[0], point.y * half[1], point.z * half[2])) * far
        place.z = max(place.z, 0.0)
        places.append(place)
    uvs = [(0.0, 0.0)] * 3
    of = lambda face: material_of(sum((points[corner] for corner in face), Vector()) / 3.0)
    mesh.add(places, [(list(face), of(face), uvs) for face in faces], STILL)


# ---------------------------------------------------------------------------------------------------------
# Wood


def crate():
    mesh = Mesh()
    half, beam = 0.36, 0.045
    block(mesh, UP * 0.36, (half - 0.025, half - 0.025, half - 0.005), "planks", PLANKS)
    edge = half - beam
    for a in (-1.0, 1.0):
        for b in (-1.0, 1.0):
            block(mesh, Vector((a * edge, b * edge, 0.36)), (beam, beam, half), "old wood")
            block(mesh, Vector((0.0, a * edge, 0.36 + b * edge)), (edge - beam, beam - 0.004, beam), "wood")
            block(mesh, Vector((a * edge, 0.0, 0.36 + b * edge)), (beam - 0.004, edge - beam, beam), "wood")
    brace = about("Y", 45.0)
    for side in (-1.0, 1.0):
        block(mesh, Vector((0.0, side * (half - 0.024), 0.36)), (0.385, 0.012, 0.040), "wood", turn=brace)
    return mesh


def barrel():
    mesh = Mesh()
    curve = lambda z: 0.30 - 0.075 * (2.0 * z / 0.86 - 1.0) ** 2
    heights = [0.86 * part / 6.0 for part in range(7)]
    staves = [(z, curve(z)) for z in heights] + [(0.86, 0.190), (0.825, 0.190)]
    lathe(mesh, staves[:7], "staves", region=STAVES, cap="old wood")
    lathe(mesh, [(0.84, 0.20), (0.90, 0.226), (0.90, 0.196), (0.862, 0.194)], "old wood")
    for z in (0.10, 0.25, 0.61, 0.76):
        hoop = [(z - 0.028, curve(z - 0.028)), (z - 0.026, curve(z - 0.028) + 0.012)]
        hoop += [(z + 0.026, curve(z + 0.028) + 0.012), (z + 0.028, curve(z + 0.028))]
        lathe(mesh, hoop, "dark steel")
    rod(mesh, Vector((0.0, -0.28, 0.43)), Vector((0.0, -0.325, 0.43)), 0.032, "old wood")
    return mesh


def weapon_rack():
    mesh = Mesh()
    for side in (-1.0, 1.0):
        x = 0.62 * side
        block(mesh, Vector((x, 0.0, 0.04)), (0.05, 0.26, 0.04), "old wood")
        block(mesh, Vector((x, 0.06, 0.62)), (0.04, 0.045, 0.56), "wood", turn=about("X", 6.0))
        block(mesh, Vector((x, -0.09, 0.27)), (0.03, 0.028, 0.24), "wood", turn=about("X", -42.0))
    block(mesh, Vector((0.0, -0.03, 1.06)), (0.72, 0.035, 0.045), "old wood")
    block(mesh, Vector((0.0, -0.10, 0.20)), (0.62, 0.09, 0.03), "old wood")
    for x in (-0.44, -0.12, 0.16, 0.44):
        block(mesh, Vector((x + 0.055, -0.09, 1.06)), (0.018, 0.06, 0.022), "wood")
        block(mesh, Vector((x - 0.055, -0.09, 1.06)), (0.018, 0.06, 0.022), "wood")
    spear(mesh, -0.44)
    axe(mesh, -0.12)
    hung_sword(mesh, 0.16)
    spear(mesh, 0.44)
    shield(mesh, Vector((0.02, -0.24, 0.37)))
    return mesh


def spear(mesh, x):
    foot, head = Vector((x, -0.13, 0.23)), Vector((x, -0.08, 1.62))
    rod(mesh, foot, head, 0.017, "wood")
    lathe(mesh, [(1.58, 0.020), (1.62, 0.026), (1.64, 0.020)], "gold", 6, centre=Vector((x, -0.08, 0.0)))
    blade = [(1.63, 0.012, 0.010), (1.70, 0.042, 0.012), (1.86, 0.001, 0.001)]
    around = ((1, 0), (0, 1), (-1, 0), (0, -1))
    rings = [[Vector((x + a * wide, -0.08 + b * thick, z)) for a, b in around] for z, wide, thick in blade]
    loft(mesh, rings, "blade", PLAIN, STILL)


def axe(mesh, x):
    rod(mesh, Vector((x, -0.13, 0.23)), Vector((x, -0.08, 1.30)), 0.019, "wood")
    thick = 0.011
    outline = [(0.02, 1.16), (0.10, 1.08), (0.17, 1.06), (0.19, 1.18), (0.17, 1.30), (0.10, 1.27), (0.02, 1.23)]
    outline += [(-0.05, 1.21), (-0.05, 1.17)]
    front = [Vector((x + a, -0.083 - thick * (0.2 if a > 0.15 else 1.0), z)) for a, z in outline]
    back = [Vector((x + a, -0.083 + thick * (0.2 if a > 0.15 else 1.0), z)) for a, z in outline]
    loft(mesh, [back, front], "blade", PLAIN, STILL)


def hung_sword(mesh, x):
    """The knight's sword, its point down, hung by its guard."""
    other = sword()
    place = Matrix.Translation(Vector((x, -0.10, 1.17))) @ Matrix.Rotation(math.radians(-90.0), 4, "X")
    # Its flat to the front, so that its guard lies across.
    place = place @ Matrix.Rotation(math.radians(90.0), 4, "Y")
    mesh.add([place @ point for point in other.positions], other.faces, STILL)


def shield(mesh, centre):
    """A round shield that leans on the lower board."""
    lean = about("X", -20.0)

    def rings(stations):
        place = lambda y, r, a: centre + lean @ Vector((r * math.sin(a), y, r * math.cos(a)))
        return [[place(y, r, a) for a in turn_of(12)] for y, r in stations]

    parted = lambda column, row: "red" if (column // 3) % 2 else "cream"
    loft(mesh, rings([(0.030, 0.24), (0.006, 0.25), (-0.024, 0.10)]), parted, PLAIN, STILL, cap="old wood")
    loft(mesh, rings([(0.034, 0.25), (0.034, 0.275), (-0.006, 0.275), (-0.006, 0.245)]), "dark steel", PLAIN, STILL)
    loft(mesh, rings([(-0.012, 0.085), (-0.030, 0.078), (-0.058, 0.050), (-0.068, 0.012)]), "gold", PLAIN, STILL)


def lantern_post():
    """Its node `lantern_post.light` is where its light comes from."""
    mesh = Mesh()
    lathe(mesh, [(0.0, 0.24), (0.07, 0.22), (0.09, 0.15), (0.14, 0.14)], "stone", 8)
    lathe(mesh, [(0.10, 0.075), (0.50, 0.062), (2.30, 0.050), (2.40, 0.060), (2.45, 0.012)], "old wood", 6)
    block(mesh, Vector((0.22, 0.0, 2.22)), (0.34, 0.034, 0.036), "old wood")
    block(mesh, Vector((0.15, 0.0, 2.06)), (0.19, 0.026, 0.026), "old wood", turn=about("Y", -48.0))
    for z in (0.42, 2.00):
        lathe(mesh, [(z - 0.03, 0.055), (z - 0.03, 0.074), (z + 0.03, 0.072), (z + 0.03, 0.050)], "dark steel", 6)
    top = Vector((0.47, 0.0, 2.19))
    rod(mesh, top, top - UP * 0.10, 0.010, "dark steel", 4)
    light = lantern(mesh, top - UP * 0.10)
    return mesh, light


# ---------------------------------------------------------------------------------------------------------
# Stone


def course(mesh, low, high, half, seed, wide=0.0):
    """A square stone of a pillar, a little uneven."""
    material = ("stone", "light stone", "dark stone")[int(1.5 + 1.49 * chance(seed, 3.0))]
    block(mesh, UP * ((low + high) / 2.0), (half + wide, half + wide, (high - low) / 2.0), material)


def pillar_foot(mesh):
    course(mesh, 0.0, 0.14, 0.36, 1.0)
    course(mesh, 0.14, 0.24, 0.31, 2.0)
    lathe(mesh, [(0.24, 0.29), (0.29, 0.30), (0.34, 0.25)], "light stone")


def shaft(low, high, count):
    """Heights and radii of drums, with a joint between one and the next."""
    out = []
    for drum in range(count):
        a, b = (low + (high - low) * (drum + part) / count for part in (0, 1))
        radius = lambda z: 0.245 - 0.018 * (z - 0.34)
        out.append([(a, radius(a) - 0.014), (a + 0.018, radius(a)), (b - 0.018, radius(b)), (b, radius(b) - 0.014)])
    return out


def moss(mesh, centre, half, seed):
    """A cushion of moss on a stone."""
    grown = lambda at: "moss" if at.z + 0.3 * chance(seed, at.x, at.y) > 0.0 else "dark moss"
    lump(mesh, centre, half, seed, 0.22, grown)


def pillar():
    mesh = Mesh()
    pillar_foot(mesh)
    for drum, stations in enumerate(shaft(0.34, 2.22, 4)):
        lathe(mesh, stations, ("stone", "light stone", "stone", "dark stone")[drum], turned=0.5 + 0.25 * drum)
    lathe(mesh, [(2.22, 0.205), (2.25, 0.235), (2.28, 0.225), (2.38, 0.31)], "light stone")
    block(mesh, UP * 2.44, (0.34, 0.34, 0.06), "stone")
    block(mesh, UP * 2.54, (0.37, 0.37, 0.04), "light stone")
    moss(mesh, Vector((0.16, -0.12, 2.575)), (0.20, 0.22, 0.05), 4.0)
    moss(mesh, Vector((-0.25, -0.24, 0.14)), (0.16, 0.13, 0.06), 5.0)
    return mesh


def broken_pillar():
    mesh = Mesh()
    pillar_foot(mesh)
    lathe(mesh, shaft(0.34, 2.22, 4)[0], "stone")
    low, high = shaft(0.34, 2.22, 4)[1][:2], 1.06
    rings = []
    for z, radius in [*low, (high, 0.236)]:
        angles = [angle + 0.75 * math.pi / 6 for angle in turn_of(12)]
        rings.append([Vector((radius * math.sin(a), radius * math.cos(a), z)) for a in angles])
    inside = []
    for index, point in enumerate(rings[-1]):
        point.z += 0.15 * math.sin(0.9 + index * math.pi / 6) + 0.09 * chance(index, 8.0)
        inside.append(Vector((point.x * 0.45, point.y * 0.45, point.z - 0.03 + 0.05 * chance(index, 9.0))))
    rough = lambda column, row: "light stone" if row < 2 else "dark stone"
    loft(mesh, [*rings, inside], rough, PLAIN, STILL, cap="dark stone")
    fallen = Matrix.Translation(Vector((0.66, -0.20, 0.22))) @ Matrix.Rotation(math.radians(90.0), 4, "Y")
    fallen = fallen @ Matrix.Rotation(math.radians(25.0), 4, "X")
    drum = Mesh()
    lathe(drum, [(-0.22, 0.206), (-0.20, 0.222), (0.16, 0.222), (0.22, 0.196)], "stone")
    for index, point in enumerate(drum.positions[-12:]):
        point.z += 0.07 * chance(index, 10.0)
    places = [fallen @ point for point in drum.positions]
    mesh.add([Vector((p.x, p.y, max(p.z, 0.0))) for p in places], drum.faces, STILL)
    for index, (x, y, size) in enumerate(((0.42, -0.40, 0.08), (-0.48, -0.18, 0.10), (0.36, 0.36, 0.07))):
        lump(mesh, Vector((x, y, 0.5 * size)), (size, size, 0.8 * size), 20.0 + index, 0.25, lambda at: "stone")
    moss(mesh, Vector((-0.20, -0.26, 0.24)), (0.17, 0.12, 0.06), 6.0)
    moss(mesh, Vector((0.66, -0.22, 0.425)), (0.14, 0.11, 0.04), 7.0)
    return mesh


def arch():
    mesh = Mesh()
    wide, deep, spring, thick = 0.95, 0.28, 1.55, 0.42
    for side in (-1.0, 1.0):
        middle = side * (wide + thick / 2.0)
        block(mesh, Vector((middle, 0.0, 0.09)), (thick / 2.0 + 0.07, deep + 0.07, 0.09), "dark stone")
        heights = (0.18, 0.52, 0.84, 1.18, 1.45)
        for index, (low, high) in enumerate(zip(heights, heights[1:])):
            half = thick / 2.0 - 0.012 + 0.012 * chance(side, index, 1.0)
            shade = ("stone", "light stone", "dark stone")[(index + (side > 0)) % 3]
            centre = Vector((middle, 0.0, (low + high) / 2.0))
            block(mesh, centre, (half, deep - 0.01, (high - low) / 2.0 - 0.005), shade)
        block(mesh, Vector((middle, 0.0, 1.50)), (thick / 2.0 + 0.05, deep + 0.04, 0.05), "light stone")
    count = 9
    for stone in range(count):
        angles = [math.pi * (stone + part) / count for part in (0.02, 0.98)]
        is_key = stone == count // 2
        far = wide + thick + (0.10 if is_key else 0.015 * chance(stone, 2.0))
        half = deep + (0.03 if is_key else 0.008 * chance(stone, 3.0))
        at = lambda angle, radius, y: Vector((-radius * math.cos(angle), y, spring + radius * math.sin(angle)))
        inside, outside = ([at(a, radius, y) for a, y in corners(angles, half)] for radius in (wide - 0.02 * is_key, far))
        # The same shades on both sides of the keystone.
        shade = ("stone", "dark stone", "light stone")[min(stone, count - 1 - stone) % 3]
        solid(mesh, inside, outside, "light stone" if is_key else shade)
    moss(mesh, Vector((-0.86, -0.04, 2.59)), (0.22, 0.26, 0.10), 12.0)
    moss(mesh, Vector((1.12, -0.30, 0.18)), (0.16, 0.10, 0.07), 13.0)
    return mesh


def corners(angles, half):
    return [(angles[0], -half), (angles[1], -half), (angles[1], half), (angles[0], half)]


def rock():
    mesh = Mesh()

    def grown(seed):
        return lambda at: "moss" if at.z + 0.35 * chance(seed, at.x, at.y) > 0.62 else rocky(seed, at)

    def rocky(seed, at):
        return ("stone", "dark stone", "light stone")[int(1.5 + 1.49 * chance(seed, at.x, at.z))]

    lump(mesh, Vector((0.0, 0.0, 0.24)), (0.52, 0.40, 0.40), 31.0, 0.16, grown(31.0))
    lump(mesh, Vector((0.50, -0.10, 0.10)), (0.22, 0.20, 0.20), 32.0, 0.20, grown(32.0))
    lump(mesh, Vector((-0.46, -0.20, 0.06)), (0.15, 0.14, 0.12), 33.0, 0.20, grown(33.0))
    return mesh


def bush():
    mesh = Mesh()
    clumps = [
        (0.00, 0.05, 0.46, 0.42), (0.38, 0.00, 0.30, 0.32), (-0.38, 0.02, 0.32, 0.34), (0.18, -0.20, 0.26, 0.28),
        (-0.16, -0.18, 0.24, 0.27),
    ]
    for index, (x, y, z, size) in enumerate(clumps):
        leaves = lambda at: "moss" if at.z + 0.5 * chance(index, at.x, at.y) > 0.05 else "dark moss"
        lump(mesh, Vector((x, y, z)), (size, size * 0.9, size * 0.85), 40.0 + index, 0.20, leaves)
    for index in range(7):
        a = 0.9 * index + 0.4
        berry = Vector((0.40 * math.sin(a) * 0.9, -0.34 - 0.05 * math.cos(2 * a), 0.30 + 0.22 * math.cos(1.7 * a)))
        lathe(mesh, [(-0.028, 0.010), (0.0, 0.030), (0.028, 0.010)], "red", 5, centre=berry)
    return mesh


# ---------------------------------------------------------------------------------------------------------
# Cloth


def banner():
    mesh = Mesh()
    lathe(mesh, [(0.0, 0.26), (0.08, 0.24), (0.10, 0.16), (0.16, 0.12)], "stone", 8)
    lathe(mesh, [(0.10, 0.040), (2.78, 0.032)], "old wood", 6)
    lathe(mesh, [(2.76, 0.034), (2.80, 0.058), (2.84, 0.030), (2.94, 0.044), (3.06, 0.002)], "gold", 6)
    bar = Vector((0.0, -0.055, 2.60))
    rod(mesh, bar - Vector((0.46, 0.0, 0.0)), bar + Vector((0.46, 0.0, 0.0)), 0.022, "wood")
    for side in (-1.0, 1.0):
        end = bar + Vector((0.46 * side, 0.0, 0.0))
        rod(mesh, end - Vector((0.01 * side, 0.0, 0.0)), end + Vector((0.05 * side, 0.0, 0.0)), 0.034, "gold")
    width, height = 9, 9
    outer, inner = [], []
    for row in range(height):
        down = 1.0 - row / (height - 1)
        for column in range(width):
            across = column / (width - 1) * 2.0 - 1.0
            wave = 0.055 * down * math.sin(3.4 * across + 2.2 * down)
            wave += 0.02 * down * math.sin(7.0 * across - 3.0 * down)
            tail = 0.28 * (1.0 - abs(across)) * max(0.0, down - 0.6) / 0.4
            place = Vector((0.40 * across, -0.082 + wave, 2.60 - 1.62 * down + tail))
            outer.append(place - Vector((0.0, 0.006, 0.0)))
            inner.append(place + Vector((0.0, 0.006, 0.0)))
    slab(mesh, outer, inner, width, "banner", BANNER, STILL)
    for column in (0, 2, 4, 6, 8):
        x = 0.40 * (column / 4.0 - 1.0)
        rod(mesh, Vector((x - 0.016, -0.06, 2.60)), Vector((x + 0.016, -0.06, 2.60)), 0.034, "gold")
    return mesh


def nodes():
    """Every piece as a node of its own, all of them in the same place."""
    makers = (crate, barrel, pillar, broken_pillar, banner, weapon_rack, bush, rock, arch)
    out = [dae.Node(maker.__name__, flesh=maker()) for maker in makers]
    mesh, light = lantern_post()
    light = dae.Node("lantern_post.light", Matrix.Translation(light))
    out.append(dae.Node("lantern_post", flesh=mesh, children=[light]))
    return out
