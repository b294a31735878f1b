#!/usr/bin/env python3
"""Makes the paper knight of lesson 03: assets/puppet/*.png and assets/puppet/puppet.toml.

    pip install numpy==2.4.6 scipy==1.17.1 shapely==2.2.0 pillow==13.0.0
    python3 workshop/assets/make/puppet.py                       # writes assets/puppet/
    python3 workshop/assets/make/puppet.py --sheet sheet.png  # and composes the written files in a few poses

Needs Python 3.11 or later. The same versions give the same pixels every time.

Every part is drawn in its own joint's frame: metres, x right, y up, the joint at the origin. A part is a
stack of cut papers; the card they are glued to is their union, grown by RIM. The picture is the card's
bounding box in whole pixels, and size and pivot in puppet.toml are read off that same box, so pictures
and numbers cannot disagree.
"""

import argparse
import math
import tomllib
import zlib
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage
from scipy.interpolate import PchipInterpolator
from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.ops import unary_union

OUT = Path(__file__).resolve().parents[3] / "assets" / "puppet"

PX = 512  # texels per metre
WORK = 2  # shading is done at this many pixels per texel, then averaged down
FINE = 4  # and masks are drawn this much finer still, for smooth edges

RIM = 0.0125  # the cream edge the scissors left around the coloured paper
FILLET = 0.007  # scissors do not turn sharp inner corners
SHADOW = 0.016  # how far a part's own soft shadow reaches, roughly
MARGIN = 0.046  # room for that shadow to fade to nothing
CUT_EDGE = 0.70  # how bright the card's cut edge is, beside its face
BLEED = 3  # over so many texels the colour turns from the cut edge's to the shadow's

# ---------------------------------------------------------------------------------------------------------
# The skeleton. Parents stand before their children; `layer` is the drawing order, and is not the list's.

HIP = 0.760  # the root's height above the ground
THIGH, UPPER_ARM = 0.340, 0.245

# name, parent, where the joint sits in the parent's frame, layer
JOINTS = [
    ("torso", "", (0.0, HIP), 6),
    ("head", "torso", (0.022, 0.462), 7),
    ("near_upper_arm", "torso", (-0.030, 0.335), 8),
    ("near_lower_arm", "near_upper_arm", (0.0, -UPPER_ARM), 9),
    ("far_upper_arm", "torso", (0.060, 0.340), 0),
    ("far_lower_arm", "far_upper_arm", (0.0, -UPPER_ARM), 1),
    ("near_upper_leg", "torso", (-0.025, 0.0), 4),
    ("near_lower_leg", "near_upper_leg", (0.0, -THIGH), 5),
    ("far_upper_leg", "torso", (0.030, 0.0), 2),
    ("far_lower_leg", "far_upper_leg", (0.0, -THIGH), 3),
]

# ---------------------------------------------------------------------------------------------------------
# Palette


def rgb(text):
    return np.array([int(text[i : i + 2], 16) for i in (0, 2, 4)]) / 255.0


NEAR = {
    "card": rgb("f4ead4"),
    "steel": rgb("93a5b1"),
    "steel_light": rgb("b3c0c8"),
    "steel_dark": rgb("6f8291"),
    "mail": rgb("596a79"),
    "ink": rgb("2e3a48"),
    "cloth": rgb("ab503b"),
    "cloth_light": rgb("bd6a50"),
    "cloth_dark": rgb("8a3d30"),
    "ochre": rgb("dba74c"),
    "leather": rgb("664635"),
    "leather_light": rgb("835d45"),
    "brass": rgb("cf9f43"),
    "brass_dark": rgb("8a6226"),
    "brass_light": rgb("f3d893"),
}


def in_shade(colour):
    """The far side: a step darker and a touch bluer, so that it reads as behind."""
    return (0.80 * colour + 0.20 * rgb("4d6078")) * 0.88


FAR = {name: in_shade(colour) for name, colour in NEAR.items()}
SHADE = rgb("2c3446")  # what shadows are made of: never black

# ---------------------------------------------------------------------------------------------------------
# Shapes, in metres


def curve(points, closed=True, steps=24):
    """A smooth line through the points; a point given as (x, y, "corner") keeps its corner."""
    p = [np.array(q[:2], float) for q in points]
    corner = [len(q) > 2 for q in points]
    n = len(p)

    def slope(i):
        """The direction through point i, per unit of length; None at a corner or an open end."""
        if corner[i] or (not closed and i in (0, n - 1)):
            return None
        a, b, c = p[i - 1], p[i], p[(i + 1) % n]
        ab, bc = np.linalg.norm(b - a), np.linalg.norm(c - b)
        return ((b - a) / ab * bc + (c - b) / bc * ab) / (ab + bc)

    out = []
    for i in range(n if closed else n - 1):
        j = (i + 1) % n
        a, b = p[i], p[j]
        length = np.linalg.norm(b - a)
        m, k = slope(i), slope(j)
        straight = (b - a) / length
        if m is None and k is None:
            m = k = straight
        m = (3 * straight - k) / 2 if m is None else m
        k = (3 * straight - m) / 2 if k is None else k
        for t in np.arange(steps) / steps:
            s = 1 - t
            out.append(
                (1 + 2 * t) * s * s * a + t * s * s * length * m + t * t * (3 - 2 * t) * b - t * t * s * length * k
            )
    if not closed:
        out.append(p[-1])
    return out


def blob(*points):
    return Polygon(curve(points)).buffer(0)


def disc(x, y, r):
    return Point(x, y).buffer(r, 64)


def below(points):
    """Everything below a line drawn from left to right."""
    return Polygon(curve(points, closed=False) + [(points[-1][0], -1), (points[0][0], -1)])


def stroke(points, width, steps=24):
    return LineString(curve(points, closed=False, steps=steps)).buffer(width / 2, 16)


def limb(*stations):
    """A rounded limb: circles (x, y, r) strung on a smooth line. Its first end is a circle about its joint."""
    steps = 24
    middle = curve([s[:2] for s in stations], closed=False, steps=steps)
    radius = PchipInterpolator(range(len(stations)), [s[2] for s in stations])(np.arange(len(middle)) / steps)
    circles = [disc(x, y, r) for (x, y), r in zip(middle, radius)]
    return unary_union([unary_union([a, b]).convex_hull for a, b in zip(circles, circles[1:])])


def sun(inner, outer, rays):
    """A heraldic sun: a disc with pointed rays, as one paper."""
    points = []
    for i in range(2 * rays):
        angle = math.pi * i / rays + math.pi / 2
        r = inner if i % 2 else outer
        points.append((r * math.cos(angle), r * math.sin(angle)))
    return Polygon(points).buffer(0.002, 8)


# ---------------------------------------------------------------------------------------------------------
# A part: papers glued on a card


class Part:
    def __init__(self, palette):
        self.palette = palette
        self.papers = []  # (shape, colour, lift): in the order they are glued on
        self.card = []

    def paper(self, shape, colour, lift=1.0, card=True):
        """Glues on a paper. `lift` scales its shadow; 0 is printed. `card`: does the card reach out under it?"""
        self.papers.append((shape, self.palette[colour], lift))
        if card:
            self.card.append(shape)
        return shape

    def detail(self, shape, colour, lift=0.5):
        """A paper that lies wholly on others."""
        return self.paper(shape, colour, lift, card=False)

    def slit(self, points, width=0.0045, colour="ink", within=None):
        """A knife's cut: a thin dark line, showing what is beneath."""
        shape = stroke(points, width)
        self.detail(shape if within is None else shape.intersection(within), colour, lift=0.0)

    def rivets(self, points, r=0.0055):
        for x, y in points:
            self.detail(disc(x, y, r), "brass", lift=0.35)

    def pin(self, x=0.0, y=0.0):
        """A brass split-pin: a domed head with the slot between its two legs."""
        self.detail(disc(x, y, 0.0185), "brass_dark", lift=1.0)
        self.detail(disc(x, y, 0.0165), "brass", lift=0.0)
        self.detail(disc(x - 0.004, y + 0.005, 0.0085), "brass_light", lift=0.0)
        self.detail(disc(x - 0.002, y + 0.0025, 0.0095), "brass", lift=0.0)
        self.detail(LineString([(x - 0.009, y - 0.004), (x + 0.009, y + 0.004)]).buffer(0.0016), "brass_dark", 0.0)

    def silhouette(self):
        whole = unary_union(self.card).buffer(RIM + FILLET, 64).buffer(-FILLET, 64)
        return Polygon(whole.exterior)  # a card has no holes


# ---------------------------------------------------------------------------------------------------------
# The knight's parts


def torso():
    part = Part(NEAR)
    neck, shoulder = (0.022, 0.462), (-0.030, 0.335)
    body = blob(
        (-0.050, 0.470), (-0.138, 0.415), (-0.184, 0.300), (-0.172, 0.180), (-0.140, 0.075),
        (0.150, 0.075), (0.190, 0.180), (0.218, 0.285), (0.184, 0.400), (0.090, 0.470),
    )  # fmt: skip
    part.paper(body, "steel")

    # The tabard's upper half: cut out about the arm and the neck, so that steel shows, and bordered.
    armhole, neckline = disc(*shoulder, 0.140), disc(*neck, 0.134)
    panels = body.difference(armhole).difference(neckline)
    part.detail(panels, "cloth", lift=0.9)
    border = unary_union([armhole, neckline]).buffer(0.020).intersection(panels)
    seme(part, panels.difference(border))
    part.detail(border, "ochre", lift=0.3)

    # Its skirt, with a dagged hem.
    tongues = 4
    hem = []
    for i in range(2 * tongues + 1):
        t = i / (2 * tongues)
        x = 0.226 - t * 0.440
        y = -0.104 - 0.026 * math.sin(math.pi * t)
        hem.append((x, y + 0.020, "corner") if i % 2 == 0 else (x, y - 0.024))
    skirt = blob((-0.146, 0.105, "corner"), (0.155, 0.105, "corner"), (0.186, 0.020), *hem, (-0.176, 0.020))
    part.paper(skirt, "cloth", lift=1.0)
    band = skirt.difference(affinity.translate(skirt, 0, 0.024)).intersection(box(-1, -1, 1, -0.05))
    seme(part, skirt.difference(band).difference(disc(0, 0, 0.067)).difference(box(0.09, -0.06, 0.155, 0.1)))
    part.detail(band, "ochre", lift=0.3)
    for top, bottom in ((-0.088, -0.116), (0.104, 0.126)):
        part.slit([(top, 0.075), ((top + bottom) / 2 - 0.004, 0.0), (bottom, -0.078)], 0.0055, "cloth_dark")

    part.detail(sun(0.038, 0.067, 12), "ochre", lift=0.5)
    part.detail(disc(0, 0, 0.0300), "cloth_dark", lift=0.0)

    strap = blob(
        (0.100, 0.080, "corner"), (0.132, 0.080, "corner"), (0.146, 0.020), (0.146, -0.034),
        (0.130, -0.050), (0.116, -0.030), (0.116, 0.020),
    )  # fmt: skip
    part.detail(strap, "leather", lift=0.7)
    belt = blob(
        (-0.162, 0.130, "corner"), (0.0, 0.114), (0.174, 0.130, "corner"),
        (0.168, 0.086, "corner"), (0.0, 0.070), (-0.156, 0.086, "corner"),
    )  # fmt: skip
    part.paper(belt, "leather", lift=1.0)
    buckle = box(0.090, 0.067, 0.138, 0.131).buffer(0.004)
    part.detail(buckle.difference(box(0.101, 0.080, 0.127, 0.118)), "brass", lift=0.7)
    part.rivets([(-0.115, 0.103), (-0.075, 0.098), (0.050, 0.095), (0.018, 0.093)], 0.0045)

    part.pin()
    return part


def seme(part, cloth):
    """Scatters small lozenges over the cloth, as heralds do."""
    for row in range(-3, 10):
        for column in range(-6, 7):
            x, y = 0.052 * (column + 0.5 * (row % 2)), 0.030 + 0.045 * row
            lozenge = Polygon([(x, y - 0.0115), (x + 0.008, y), (x, y + 0.0115), (x - 0.008, y)])
            if cloth.buffer(-0.004).contains(lozenge):
                part.detail(lozenge, "cloth_light", lift=0.0)


def feather(part, colour, vein, stations):
    """A feather on a curved quill, snipped into barbs on its hollow side (left of the quill's way)."""
    shape = limb(*stations)
    quill = np.array(curve([s[:2] for s in stations], closed=False))
    way = np.gradient(quill, axis=0)
    way /= np.linalg.norm(way, axis=1)[:, None]
    out = np.stack([-way[:, 1], way[:, 0]], axis=1)
    for t in (0.40, 0.54, 0.67, 0.79, 0.89):
        i = int(t * (len(quill) - 1))
        tip = quill[i] + 0.010 * out[i] - 0.014 * way[i]
        far = quill[i] + 0.09 * out[i] + 0.045 * way[i]
        shape = shape.difference(Polygon([tip, far - 0.013 * way[i], far + 0.013 * way[i]]))
    shape = max(shape.geoms, key=lambda g: g.area) if isinstance(shape, MultiPolygon) else shape
    shape = shape.buffer(-0.0025, 16).buffer(0.0025, 16)
    part.paper(shape, colour, lift=0.9)
    part.slit(quill[int(0.12 * len(quill)) : int(0.92 * len(quill)) : 6], 0.0050, vein)


def head():
    part = Part(NEAR)
    feather(
        part, "cloth_dark", "cloth",
        [(-0.07, 0.36, 0.016), (-0.140, 0.425, 0.032), (-0.225, 0.415, 0.044),
         (-0.280, 0.340, 0.040), (-0.272, 0.235, 0.009)],
    )  # fmt: skip
    feather(
        part, "ochre", "card",
        [(-0.06, 0.38, 0.016), (-0.125, 0.465, 0.032), (-0.225, 0.480, 0.042),
         (-0.305, 0.415, 0.038), (-0.330, 0.310, 0.009)],
    )  # fmt: skip
    feather(
        part, "cloth", "ochre",
        [(-0.05, 0.38, 0.016), (-0.080, 0.490, 0.034), (-0.175, 0.550, 0.046),
         (-0.290, 0.520, 0.044), (-0.368, 0.425, 0.009)],
    )  # fmt: skip

    # Mail hangs from the helmet over neck and collar.
    part.paper(disc(0, 0, 0.100), "mail")
    for r, n in ((0.088, 13), (0.068, 11), (0.048, 8)):
        for i in range(n):
            angle = math.radians(185 + 170 * i / (n - 1))
            part.detail(disc(r * math.cos(angle), r * math.sin(angle), 0.0062), "steel_dark", lift=0.0)

    dome = blob(
        (-0.155, 0.030, "corner"), (-0.168, 0.100), (-0.192, 0.215), (-0.155, 0.335), (-0.045, 0.402),
        (0.075, 0.380), (0.160, 0.300), (0.185, 0.200), (0.150, 0.080), (0.120, 0.010, "corner"), (-0.020, 0.006),
    )  # fmt: skip
    crest = affinity.translate(dome, 0.0, 0.019).intersection(box(-1, 0.2, 1, 1))
    part.paper(unary_union([dome, crest]), "steel_light")
    part.detail(dome, "steel", lift=0.6)
    for drop, colour in ((0.105, "steel_dark"), (0.058, "steel")):
        lame = below([(-0.3, drop + 0.03), (0.0, drop - 0.030), (0.3, drop - 0.08)])
        part.detail(dome.intersection(lame), colour, lift=0.6)
    part.rivets([(-0.136, 0.085), (-0.098, 0.072), (-0.060, 0.061)])
    socket = Polygon([(-0.082, 0.438), (-0.030, 0.452), (-0.020, 0.385), (-0.062, 0.376)])
    part.detail(socket.buffer(0.004), "brass", lift=0.8)

    # The visor: a beak of two planes, meeting in a ridge that runs from the hinge to its tip.
    visor = blob(
        (-0.030, 0.205), (0.030, 0.292), (0.120, 0.328), (0.212, 0.318, "corner"),
        (0.232, 0.262), (0.280, 0.170, "corner"), (0.232, 0.090), (0.165, 0.022), (0.090, 0.006), (0.020, 0.075),
    )  # fmt: skip
    visor = visor.buffer(-0.008).buffer(0.008)
    part.paper(visor, "steel_light", lift=1.3)
    lower = below([(-0.1, 0.185), (0.02, 0.192), (0.15, 0.190), (0.4, 0.150)])
    part.detail(visor.intersection(lower), "steel", lift=0.0)
    part.detail(visor.difference(visor.buffer(-0.009)), "steel_dark", lift=0.0)
    slot = stroke([(0.082, 0.250), (0.150, 0.256), (0.215, 0.244)], 0.050)
    part.detail(slot.intersection(visor.buffer(-0.010)), "ink", lift=0.0)
    part.detail(disc(0.172, 0.252, 0.0200), "card", lift=0.0)
    part.detail(disc(0.180, 0.252, 0.0110), "ink", lift=0.0)
    for x in (0.110, 0.145, 0.180, 0.215):
        part.slit([(x - 0.009, 0.095 + 0.2 * (x - 0.11)), (x + 0.009, 0.150)], 0.013)
    part.detail(disc(0.012, 0.208, 0.031), "steel_dark", lift=0.8)
    part.rivets([(0.012, 0.208)], 0.014)

    part.pin()
    return part


def lames(part, shape, edges, colours, bow=0.012):
    """Overlapping plates cut from one shape, each ending in a bowed edge at the given height; lowest first."""
    for y, colour in zip(edges, colours):
        rest = below([(-0.3, y + 4 * bow), (0.0, y), (0.3, y + 4 * bow)])
        part.detail(shape.difference(rest), colour, lift=0.7)


def upper_arm(palette):
    part = Part(palette)
    sleeve = limb((0, 0, 0.060), (0, -0.12, 0.060), (0, -UPPER_ARM, 0.052))
    part.paper(sleeve, "mail")
    lames(part, sleeve, (-0.192,), ("steel",))
    for end, r, colour in ((-0.058, 0.080, "steel_dark"), (-0.028, 0.086, "steel")):
        part.paper(limb((0, 0, 0.088), (0, end, r)), colour, lift=0.9)
    part.paper(disc(0, 0, 0.090), "steel_light", lift=0.9)
    part.detail(disc(0, 0, 0.052).difference(disc(0, 0, 0.042)), "ochre", lift=0.3)
    part.pin()
    return part


def lower_arm(palette):
    part = Part(palette)
    hand = limb((0.002, -0.200, 0.042), (0.010, -0.255, 0.051), (0.018, -0.288, 0.043))
    thumb = limb((0.030, -0.225, 0.022), (0.058, -0.264, 0.019))
    part.paper(hand, "steel", lift=0.8)
    for x in (-0.010, 0.018):
        part.slit([(x - 0.004, -0.345), (x + 0.002, -0.280)], 0.005, "mail", within=hand)
    part.paper(thumb, "steel_dark", lift=0.5)
    fore = limb((0, 0, 0.052), (0, -0.08, 0.053), (0, -0.200, 0.040))
    part.paper(fore, "steel_light", lift=0.8)
    part.detail(fore.intersection(box(0.012, -0.5, 1, 0)), "steel", lift=0.0)
    cuff = blob(
        (-0.043, -0.148, "corner"), (0.045, -0.148, "corner"), (0.064, -0.222, "corner"),
        (0.002, -0.236), (-0.059, -0.222, "corner"),
    )  # fmt: skip
    part.paper(cuff, "steel_dark", lift=0.9)
    part.detail(cuff.intersection(box(-1, -0.170, 1, 0)), "ochre", lift=0.3)
    part.paper(disc(0, 0, 0.060), "steel_light", lift=0.9)
    part.detail(disc(0, 0, 0.036), "steel_dark", lift=0.2)
    part.pin()
    return part


def upper_leg(palette):
    part = Part(palette)
    thigh = limb((0, 0, 0.096), (0.004, -0.10, 0.097), (0.004, -0.22, 0.082), (0, -THIGH, 0.066))
    part.paper(thigh, "mail")
    lames(part, thigh, (-0.258, -0.215, -0.172), ("steel_dark", "steel", "steel_light"), bow=0.010)
    part.pin()
    return part


def lower_leg(palette):
    part = Part(palette)
    sole = -(HIP - THIGH) + RIM
    boot = blob(
        (-0.056, -0.240, "corner"), (-0.056, -0.320), (-0.070, sole + 0.03), (-0.066, sole, "corner"),
        (0.165, sole, "corner"), (0.207, sole + 0.030), (0.160, sole + 0.064), (0.092, sole + 0.094),
        (0.052, -0.300), (0.056, -0.240, "corner"),
    )  # fmt: skip
    part.paper(boot, "leather")
    toe = boot.intersection(disc(0.245, sole - 0.02, 0.135))
    part.detail(toe, "leather_light", lift=0.4)
    part.detail(boot.intersection(box(-1, -1, 1, sole + 0.015)), "ink", lift=0.0)
    shin = limb((0, 0, 0.062), (-0.004, -0.06, 0.064), (-0.012, -0.14, 0.067), (-0.003, -0.225, 0.052))
    part.paper(shin, "steel_light", lift=0.9)
    front = Polygon([(0.014, 0), (0.3, 0), (0.3, -0.4), (0.020, -0.4), (0.006, -0.15)])
    part.detail(shin.intersection(front), "steel", lift=0.0)
    cuff = blob(
        (-0.064, -0.232, "corner"), (0.0, -0.242), (0.060, -0.232, "corner"),
        (0.064, -0.285, "corner"), (0.0, -0.297), (-0.068, -0.285, "corner"),
    )  # fmt: skip
    part.paper(cuff, "cloth", lift=0.9)
    part.detail(cuff.difference(affinity.translate(cuff, 0, 0.014)), "ochre", lift=0.2)
    strap = stroke([(-0.075, sole + 0.030), (0.0, sole + 0.058), (0.074, sole + 0.095)], 0.017)
    part.detail(strap.intersection(boot), "leather_light", lift=0.4)
    part.rivets([(0.012, sole + 0.063)], 0.0075)
    part.paper(disc(0, 0, 0.073), "steel_light", lift=0.9)
    part.detail(disc(0, 0, 0.044).difference(disc(0, 0, 0.034)), "ochre", lift=0.4)
    part.pin()
    return part


def draw_part(name):
    if name in ("torso", "head"):
        return {"torso": torso, "head": head}[name]()
    side, piece = name.split("_", 1)
    limbs = {"upper_arm": upper_arm, "lower_arm": lower_arm, "upper_leg": upper_leg, "lower_leg": lower_leg}
    return limbs[piece](NEAR if side == "near" else FAR)


# ---------------------------------------------------------------------------------------------------------
# From shapes to pixels


class Canvas:
    """A grid over a box of the part's frame, WORK pixels per texel; row 0 is the top."""

    def __init__(self, left, top, width, height):
        self.left, self.top = left, top
        self.shape = (height * WORK, width * WORK)

    def mask(self, shape):
        """How much of each pixel the shape covers, 0 to 1."""
        height, width = self.shape
        image = Image.new("L", (width * FINE, height * FINE))
        pen = ImageDraw.Draw(image)
        scale = PX * WORK * FINE

        def ring(points, value):
            pen.polygon(
                [((x - self.left) * scale - 0.5, (self.top - y) * scale - 0.5) for x, y in points], fill=value
            )

        polygons = shape.geoms if hasattr(shape, "geoms") else [shape]
        for polygon in polygons:
            if isinstance(polygon, Polygon) and not polygon.is_empty:
                ring(polygon.exterior.coords, 255)
                for inner in polygon.interiors:
                    ring(inner.coords, 0)
        return np.asarray(image.reduce(FINE), float) / 255.0


def blur(mask, metres):
    return ndimage.gaussian_filter(mask, metres * PX * WORK, mode="nearest")


def moved(mask, dx, dy):
    """The mask moved by metres, y up."""
    return ndimage.shift(mask, (-dy * PX * WORK, dx * PX * WORK), order=1, mode="nearest")


def grain(name, shape):
    """Paper: slow mottling, short fibres, and a breath of tooth. About 1 ± 0.02."""
    rng = np.random.Generator(np.random.PCG64(zlib.crc32(name.encode())))

    def noise(metres):
        field = ndimage.gaussian_filter(rng.standard_normal(shape), metres * PX * WORK, mode="wrap")
        return field / field.std()

    fibres = Image.new("L", (shape[1], shape[0]), 128)
    pen = ImageDraw.Draw(fibres)
    for _ in range(int(shape[0] * shape[1] / 900)):
        x, y, angle, bend = rng.uniform(0, shape[1]), rng.uniform(0, shape[0]), rng.uniform(0, 7), rng.normal(0, 0.15)
        points = [(x, y)]
        for _ in range(int(rng.integers(3, 8))):
            x, y, angle = x + 4 * math.cos(angle), y + 4 * math.sin(angle), angle + bend
            points.append((x, y))
        pen.line(points, fill=int(128 + rng.choice([-1, 1]) * rng.integers(30, 90)), width=2)
    fibre = ndimage.gaussian_filter(np.asarray(fibres, float) / 128 - 1, 0.8)
    return 1 + 0.010 * noise(0.020) + 0.006 * noise(0.0035) + 0.020 * fibre


def lit(mask, colour, texture):
    """A paper's colour per pixel: lit from above left, falling off softly inwards, its cut edge catching light."""
    falloff, edge = fall(mask), 0.0016
    catch = (mask - moved(mask, edge, -edge)).clip(0, 1) - 0.8 * (mask - moved(mask, -edge, edge)).clip(0, 1)
    return (colour * (texture * falloff * (1.035 + 0.10 * catch))[..., None]).clip(0, 1)


def fall(mask):
    """How the light falls off inside a shape's edges."""
    return 1 - 0.13 * (1 - moved(blur(mask, 0.016), 0.008, -0.010).clip(0, 1))


def render(name, part):
    """The part's picture and, in metres, the left and lower edge of its frame."""
    card = part.silhouette()
    x0, y0, x1, y1 = card.bounds
    left, low = math.floor((x0 - MARGIN) * PX), math.floor((y0 - MARGIN) * PX)
    right, high = math.ceil((x1 + MARGIN) * PX), math.ceil((y1 + MARGIN) * PX)
    canvas = Canvas(left / PX, high / PX, right - left, high - low)
    texture = grain(name, canvas.shape)

    cut = blur(canvas.mask(card), 0.5 / PX)  # soft enough that slanted edges stay smooth when magnified
    image = lit(cut, part.palette["card"], texture)
    printed = (1.035 * texture * fall(cut))[..., None]
    for shape, colour, lift in part.papers:
        mask = canvas.mask(shape)
        if lift > 0:
            close = moved(blur(mask, 0.0022), 0.0016, -0.0024)
            wide = moved(blur(mask, 0.0075), 0.003, -0.006)
            shadow = (lift * (0.30 * close + 0.22 * wide)).clip(0, 0.6)[..., None]
            image = image * (1 - shadow) + image * SHADE * shadow
        paint = lit(mask, colour, texture) if lift > 0 else (colour * printed).clip(0, 1)
        image = image * (1 - mask[..., None]) + paint * mask[..., None]

    # The card's cut edge is a thin darker line. Beyond it lies the part's own soft shadow. With straight alpha a
    # bilinear sample mixes colours without regard to alpha, and a dark shadow right beside a cream rim would draw a
    # hard line between them: so the shadow starts in the cut edge's colour and turns dark over a few texels.
    face = blur(canvas.mask(card.buffer(-1.3 / PX, 16)), 0.7 / PX)
    image *= (CUT_EDGE + (1 - CUT_EDGE) * face)[..., None]
    outside = ndimage.distance_transform_edt(cut < 0.02) / WORK
    away = (outside / BLEED).clip(0, 1)[..., None]
    shade = part.palette["card"] * CUT_EDGE * (1 - away) + SHADE * away
    behind = 0.32 * moved(blur(cut, SHADOW * 0.5), 0.003, -0.006)
    behind = np.where(behind < 0.004, 0, behind) * (1 - cut)
    return to_texels(image, cut[..., None], shade, behind[..., None]), left / PX, low / PX


def to_texels(image, cut, shade, behind):
    """The card over its shadow, averaged down, colours weighted by alpha; empty texels take the shadow's colour."""

    def down(a):
        h, w = a.shape[0] // WORK, a.shape[1] // WORK
        return a.reshape(h, WORK, w, WORK, -1).mean(axis=(1, 3))

    alpha = down(cut + behind)
    paint = down(image * cut + shade * behind)
    colour = np.where(alpha > 0, paint / np.maximum(alpha, 1e-9), SHADE)
    return Image.fromarray((np.concatenate([colour, alpha], axis=2) * 255 + 0.5).astype(np.uint8))


# ---------------------------------------------------------------------------------------------------------
# Writing

HEADER = """\
# The paper knight of lesson 03. Made by assets/make/puppet.py together with the images: change that, not this.
# Lengths in metres, x right, y up; the knight faces +x and, with every angle 0, stands with its soles on y = 0.
# A positive angle turns counter-clockwise: a hanging arm or leg swings forwards.
#
# name     the joint, and the part that hangs on it
# parent   the joint it hangs from; "" for the root. Parents stand before their children
# attach   where the joint sits in its parent's frame; for the root, in the world
# size     width and height of the whole image, transparent margin included
# pivot    where in the image the joint is, 0 to 1 from the lower left corner
# layer    drawing order: larger is nearer, and is drawn later. It is not the order of this list
# image    the file beside this one: RGBA, straight alpha
"""


def number(x):
    text = f"{x:.6f}".rstrip("0")
    return text + "0" if text.endswith(".") else text


def pair(a, b):
    return f"[{number(a)}, {number(b)}]"


def words(name):
    """A part's name as people read it."""
    return name.replace("_", " ")


def make():
    OUT.mkdir(parents=True, exist_ok=True)
    entries = [HEADER]
    for name, parent, attach, layer in JOINTS:
        picture, left, low = render(name, draw_part(name))
        picture.save(OUT / f"{name}.png", optimize=True)
        width, height = picture.width / PX, picture.height / PX
        entries.append(
            f'[[part]]\nname = "{words(name)}"\nparent = "{words(parent)}"\nattach = {pair(*attach)}\n'
            f"size = {pair(width, height)}\npivot = {pair(-left / width, -low / height)}\n"
            f'layer = {layer}\nimage = "{name}.png"\n'
        )
        print(f"{name:16} {picture.width}x{picture.height}  {(OUT / f'{name}.png').stat().st_size / 1000:.0f} kB")
    (OUT / "puppet.toml").write_text("\n".join(entries))


# ---------------------------------------------------------------------------------------------------------
# The sheet: the written files, put together as lesson 03 puts them together

ARMS_AND_LEGS = [
    f"{side}_{piece}" for piece in ("upper_arm", "lower_arm", "upper_leg", "lower_leg") for side in ("near", "far")
]


def angles(near_arm, far_arm, near_elbow, far_elbow, near_leg, far_leg, near_knee, far_knee, torso=0, head=0):
    values = (near_arm, far_arm, near_elbow, far_elbow, near_leg, far_leg, near_knee, far_knee)
    return dict(zip(ARMS_AND_LEGS, values), torso=torso, head=head)


POSES = [
    angles(0, 0, 0, 0, 0, 0, 0, 0),
    angles(-25, 25, 20, 20, 28, -28, -25, -25),
    angles(0, 0, 18, 18, -4, 22, -2, -48, torso=-2, head=2),
    angles(25, -25, 25, 15, -26, 28, -14, -6, torso=-3, head=3),
    angles(60, -60, 60, 60, 60, -60, -60, -60, torso=4, head=20),
    angles(-60, 60, 100, 20, -50, 50, -60, -90, torso=-4, head=-20),
]


def place(parts, pose):
    """Each joint's 3x3 world matrix, parents first."""
    world = {}
    for part in parts:
        angle = math.radians(pose[part["name"].replace(" ", "_")])
        c, s = math.cos(angle), math.sin(angle)
        local = np.array([[c, -s, part["attach"][0]], [s, c, part["attach"][1]], [0, 0, 1]])
        world[part["name"]] = world[part["parent"]] @ local if part["parent"] else local
    return world


def ground(world):
    """How far to lift the puppet so that its lowest heel or toe stands on y = 0."""
    sole = -(HIP - THIGH)
    feet = [world[f"{side} lower leg"] @ (x, sole, 1) for side in ("near", "far") for x in (-0.07, 0.17)]
    return -min(foot[1] for foot in feet)


def compose(target, parts, pictures, pose, origin, scale):
    """Draws the puppet into target (H x W x 3) as a GPU would: bilinear, straight alpha, back to front."""
    world = place(parts, pose)
    lift = ground(world)
    height, width, _ = target.shape
    y, x = np.mgrid[0:height, 0:width]
    points = np.stack([(x + 0.5 - origin[0]) / scale, (origin[1] - y - 0.5) / scale - lift, np.ones_like(x)])
    for part in sorted(parts, key=lambda p: p["layer"]):
        local = np.tensordot(np.linalg.inv(world[part["name"]]), points, 1)
        picture = pictures[part["name"]]
        u = (local[0] / part["size"][0] + part["pivot"][0]) * picture.shape[1] - 0.5
        v = (1 - local[1] / part["size"][1] - part["pivot"][1]) * picture.shape[0] - 0.5
        inside = (u > -0.5) & (v > -0.5) & (u < picture.shape[1] - 0.5) & (v < picture.shape[0] - 0.5)
        at = np.stack([v[inside], u[inside]])
        texel = np.stack([ndimage.map_coordinates(picture[..., k], at, order=1, mode="nearest") for k in range(4)], 1)
        alpha = texel[:, 3:]
        target[inside] = target[inside] * (1 - alpha) + texel[:, :3] * alpha


def sheet(path, scale):
    parts = tomllib.loads((OUT / "puppet.toml").read_text())["part"]
    pictures = {p["name"]: np.asarray(Image.open(OUT / p["image"]), float) / 255 for p in parts}
    over = 2  # drawn larger, then averaged: anti-aliasing
    cell = (int(1.50 * scale), int(2.06 * scale))
    small = 300 / 1.8
    width, height = cell[0] * 3, cell[1] * 2 + int(2.1 * small)
    ramp = np.linspace(0, 1, height * over)[:, None, None]
    target = np.broadcast_to(
        rgb("e9edf0") * (1 - ramp) + rgb("cfd6db") * ramp, (height * over, width * over, 3)
    ).copy()
    for i, pose in enumerate(POSES):
        x, y = cell[0] * (i % 3), cell[1] * (i // 3)
        view = target[y * over : (y + cell[1]) * over, x * over : (x + cell[0]) * over]
        compose(view, parts, pictures, pose, (0.75 * scale * over, 1.95 * scale * over), scale * over)
    small_cell = width // len(POSES)
    for i, pose in enumerate(POSES):
        view = target[cell[1] * 2 * over :, small_cell * i * over : small_cell * (i + 1) * over]
        compose(view, parts, pictures, pose, (small_cell / 2 * over, 1.98 * small * over), small * over)
    target = target.reshape(height, over, width, over, 3).mean(axis=(1, 3))
    Image.fromarray((target * 255 + 0.5).astype(np.uint8)).save(path)


def main():
    options = argparse.ArgumentParser(description="Makes the paper knight of lesson 03.")
    options.add_argument(
        "--sheet", type=Path, metavar="FILE.png", help="also compose the written files in a few poses"
    )
    options.add_argument("--scale", type=int, default=440, help="pixels per metre on the sheet")
    given = options.parse_args()
    make()
    if given.sheet:
        sheet(given.sheet, given.scale)


if __name__ == "__main__":
    main()
