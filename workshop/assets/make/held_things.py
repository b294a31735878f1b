"""What the knight carries in lesson 18, for play.py: his sword, and a lamp.

Each in its own space, whose origin is in the middle of the grip. The sword's is knight_body.py's: the blade along +Y,
its flat across X. The lamp's light goes along +Z; it hangs from its handle towards -Y.
"""

import math

import dae
from knight_body import Mesh, limb_rings, loft, only, sword
from mathutils import Matrix, Vector

BELOW = 0.205  # how far below the grip the middle of the lens is
AHEAD = 0.118  # and how far ahead the glass


def sword_node():
    return dae.Node("sword", flesh=sword())


def rounded(mesh, start, end, stations, material, sides=8):
    """A part that is round about a line; a station is (part of the way, radius)."""
    ahead = Vector((0.0, 0.0, 1.0)) if abs((end - start).normalized().z) < 0.9 else Vector((0.0, 1.0, 0.0))
    rings = limb_rings(sides, start, end, [(part, radius, radius) for part, radius in stations], ahead)
    loft(mesh, rings, material, "dark", only(""))


def lantern(mesh, top):
    """A lantern that hangs from a place, upright by Z, and where its light comes from."""
    up = Vector((0.0, 0.0, 1.0))
    at = lambda down: top - up * down
    roof = [(0.0, 0.016), (0.25, 0.030), (0.35, 0.034), (0.85, 0.128), (1.0, 0.132)]
    rounded(mesh, at(0.0), at(0.13), roof, "dark steel", 6)
    rounded(mesh, at(0.13), at(0.32), [(0.0, 0.070), (0.5, 0.086), (1.0, 0.070)], "glass", 6)
    for a in range(6):
        angle = math.radians(60.0 * a + 30.0)
        out = Vector((math.sin(angle), math.cos(angle), 0.0)) * 0.096
        rounded(mesh, at(0.12) + out, at(0.33) + out, [(0.0, 0.010), (1.0, 0.010)], "dark steel", 4)
    rounded(mesh, at(0.32), at(0.37), [(0.0, 0.120), (0.4, 0.120), (1.0, 0.080)], "dark steel", 6)
    rounded(mesh, at(0.37), at(0.41), [(0.0, 0.030), (1.0, 0.012)], "gold", 6)
    return at(0.225)


def lamp_node():
    mesh = Mesh()
    ahead = Vector((0.0, 0.0, 1.0))
    at = lambda y, z=0.0: Vector((0.0, y, z))
    # The handle: a bar for the fist, and a stay at either end.
    bar = [(0.0, 0.012), (0.1, 0.016), (0.9, 0.016), (1.0, 0.012)]
    rounded(mesh, at(0.0, -0.075), at(0.0, 0.075), bar, "leather", 6)
    for end in (-0.07, 0.07):
        rounded(mesh, at(0.012, end), at(-0.12, 0.72 * end), [(0.0, 0.010), (1.0, 0.010)], "dark steel", 4)
    # The chimney, the hood, the can and its foot, from the top down.
    top = [(0.0, 0.018), (0.06, 0.036), (0.18, 0.036), (0.20, 0.026), (0.26, 0.030), (0.48, 0.082)]
    top += [(0.50, 0.090), (0.56, 0.090)]
    rounded(mesh, at(-0.080), at(-0.230), top, "dark steel")
    can = [(0.0, 0.078), (0.04, 0.078), (0.10, 0.074), (0.90, 0.074), (0.96, 0.080), (1.0, 0.080)]
    rounded(mesh, at(-0.150), at(-0.275), can, "gold")
    rounded(mesh, at(-0.268), at(-0.290), [(0.0, 0.070), (0.5, 0.088), (1.0, 0.084)], "dark steel")
    # The lens in its tube, and a hood over it.
    lens = at(-BELOW)
    tube = [(0.40, 0.052), (0.86, 0.052), (0.86, 0.060), (1.0, 0.060), (1.0, 0.050), (0.96, 0.046)]
    rounded(mesh, lens, lens + ahead * AHEAD, tube, "dark steel", 10)
    rounded(mesh, lens, lens + ahead * AHEAD, [(0.90, 0.046), (0.96, 0.046), (1.03, 0.032), (1.06, 0.012)], "glass", 10)
    light = dae.Node("light", Matrix.Translation(lens + ahead * (AHEAD + 0.01)))
    return dae.Node("lamp", flesh=mesh, children=[light])
