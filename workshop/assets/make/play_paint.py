"""The colours and pictures of assets/play/, for play.py: how each material looks, and how it shines."""

import math

import knight_paint
from dae import Material
from knight_paint import BRIGHT, CREAM, DARK, DEEP_RED, GOLD, MATERIALS, RED, SHADE, STEEL, diamond, hash_noise, mix, sun

STRAW, SACK, WOOD, OLD_WOOD = (0.87, 0.72, 0.38), (0.77, 0.64, 0.44), (0.749, 0.569, 0.373), (0.52, 0.37, 0.24)
STONE, MOSS, STEEL_BLUE = (0.737, 0.682, 0.592), (0.608, 0.733, 0.486), (0.43, 0.53, 0.64)

SAMPLES = 3  # a texel's colour is the mean of so many samples, squared


def plain(name, specular, shininess):
    """One of the knight's plain colours, and how it shines."""
    return Material(MATERIALS[name], specular, shininess)


# Steel throws back much of a light, in a small spot; wood and leather little, in a wide one; cloth and straw nothing.
MATERIALS_OF_PLAY = {
    "blade": plain("blade", 0.9, 60.0),
    "gold": plain("gold", 0.7, 40.0),
    "leather": plain("leather", 0.12, 8.0),
    "dark steel": plain("dark steel", 0.5, 30.0),
    "steel blue": Material(STEEL_BLUE, 0.6, 40.0),
    "glass": Material((1.0, 0.93, 0.70), 0.8, 80.0, emission=(1.0, 0.86, 0.52)),
    "straw": Material(STRAW),
    "rope": Material((0.62, 0.48, 0.30)),
    "wood": Material(WOOD, 0.06, 6.0),
    "old wood": Material(OLD_WOOD, 0.06, 6.0),
    "stone": Material(STONE, 0.04, 4.0),
    "light stone": Material(mix(STONE, CREAM, 0.30), 0.04, 4.0),
    "dark stone": Material(mix(STONE, DARK, 0.22), 0.04, 4.0),
    "moss": Material(MOSS),
    "dark moss": Material(mix(MOSS, (0.27, 0.40, 0.29), 0.55)),
    "red": Material(RED, 0.08, 8.0),
    "cream": Material(CREAM, 0.08, 8.0),
    "planks": Material("pieces.png", 0.06, 6.0),
    "staves": Material("pieces.png", 0.06, 6.0),
    "banner": Material("pieces.png"),
    "dummy cloth": Material("dummy.png"),
    "dummy steel": Material("dummy.png", 0.5, 30.0),
    "dummy wood": Material("dummy.png", 0.06, 6.0),
}


# ---------------------------------------------------------------------------------------------------------
# Pictures of 128 texels either way: regions, left, top, right, bottom in texels, and what is painted in each, by s from
# the left and t from the top

BANNER, PLANKS, STAVES = (2, 2, 62, 126), (68, 2, 126, 60), (68, 68, 126, 126)
DUMMY = {"sack": (2, 2, 126, 66), "bucket": (2, 72, 126, 102), "staves": (2, 106, 126, 126)}


def weave(s, t, ground):
    """Coarse cloth: threads across and along."""
    x, y = int(s * 124), int(t * 64)
    return mix(ground, (0.55, 0.43, 0.28), 0.25 * hash_noise(x, y // 2) + 0.12 * (x + y) % 2 * 0.5)


def sack(s, t):
    """A sack with a target on its front, which lies in the middle of the picture, a patch and a seam behind."""
    across, up = (s - 0.5) * 1.26, (t - 0.46) * 0.66
    far = math.hypot(across, up)
    if far < 0.185:
        ring = int(far / 0.185 * 4.0)
        return mix((RED, CREAM, RED, CREAM)[ring], SACK, 0.15 + 0.25 * hash_noise(int(s * 90), int(t * 46)))
    if abs(s - 0.80) < 0.055 and abs(t - 0.62) < 0.10:
        edge = max(abs(s - 0.80) / 0.055, abs(t - 0.62) / 0.10)
        stitch = edge > 0.86 and (int(s * 124) + int(t * 64)) % 3
        return CREAM if stitch else mix((0.47, 0.52, 0.44), DARK, 0.15 * hash_noise(int(s * 124), int(t * 64)))
    if min(s, 1.0 - s) < 0.008:
        return OLD_WOOD
    return mix(weave(s, t, SACK), OLD_WOOD, max(0.0, 0.5 * (t - 0.75)))


def bucket(s, t):
    """A steel bucket upside down: two hoops, dents, and a visor that somebody painted on, in the middle."""
    across = s - 0.5
    if 0.30 < t < 0.44 and 0.02 < abs(across) < 0.115:
        return DARK
    if abs(across) < 0.012 and 0.44 < t < 0.86:
        return RED
    if 0.60 < t < 0.82 and 0.045 < abs(across) < 0.12 and int(abs(across) * 60.0) % 2:
        return DARK
    if abs(t - 0.14) < 0.045 or abs(t - 0.93) < 0.05:
        return mix(GOLD, DARK, 0.15)
    worn = hash_noise(int(s * 40.0), int(t * 18.0)) < 0.10
    ground = mix(mix(BRIGHT, STEEL, 1.4 * t), SHADE, 0.9 * t - 0.3)
    return mix(ground, BRIGHT, 0.5) if worn else ground


def staves(s, t):
    """Boards side by side, each of another shade."""
    board = s * 12.0
    ground = mix(WOOD, OLD_WOOD, 0.15 + 0.5 * hash_noise(int(board), 5))
    grain = 0.2 * hash_noise(int(s * 90.0), int(t * 4.0))
    return mix(ground, DARK, 0.55 if abs(board % 1.0 - 0.5) > 0.45 else grain)


def planks(s, t):
    """Level boards with nails at their ends."""
    board = t * 4.0
    shade = 0.10 + 0.45 * hash_noise(int(board), 11)
    if (board % 1.0) < 0.06:
        return mix(OLD_WOOD, DARK, 0.65)
    nail = min(abs(s - 0.17), abs(s - 0.83)), abs(board % 1.0 - 0.5) / 4.0
    if math.hypot(*nail) < 0.018:
        return mix(SHADE, DARK, 0.3)
    bent = t * 46.0 + 1.6 * math.sin(5.0 * s + 9.0 * int(board))
    grain = 0.5 + 0.5 * math.sin(bent * 2.0)
    return mix(mix(WOOD, OLD_WOOD, shade), OLD_WOOD, 0.45 * grain * hash_noise(int(bent), int(s * 5.0)))


def banner(s, t):
    """The knight's sun on red, between gold borders."""
    edge = min(s, 1.0 - s)
    if edge < 0.055:
        return mix(GOLD, CREAM, 0.2)
    if edge < 0.085:
        return DEEP_RED
    if abs(t - 0.085) < 0.012 or abs(t - 0.66) < 0.012:
        return GOLD
    x, y = (s - 0.5) * 0.62, (t - 0.36) * 1.26
    emblem = sun(x, y)
    if emblem:
        return mix(emblem, CREAM, 0.25 if emblem == GOLD and math.hypot(x, y) < 0.055 else 0.0)
    row = t * 15.0
    column = s * 7.0 + (0.5 if int(row) % 2 else 0.0)
    ground = mix(RED, DEEP_RED, 0.1 + 0.55 * t)
    lily = t > 0.68 and diamond(column % 1.0 - 0.5, row % 1.0 - 0.5, 0.28)
    return mix(ground, GOLD, 0.7) if lily else mix(ground, DEEP_RED, 0.2 * hash_noise(int(s * 60), int(t * 124)))


PICTURES = {
    "pieces.png": [(BANNER, banner), (PLANKS, planks), (STAVES, staves)],
    "dummy.png": [(DUMMY["sack"], sack), (DUMMY["bucket"], bucket), (DUMMY["staves"], staves)],
}


def texel(painted, x, y):
    for (left, top, right, bottom), paint in painted:
        # Colours go on past a region's edge, for the sake of filters.
        if not (left - 2 <= x < right + 2 and top - 2 <= y < bottom + 2):
            continue
        total = (0.0, 0.0, 0.0)
        for index in range(SAMPLES * SAMPLES):
            at_x, at_y = x + (index % SAMPLES + 0.5) / SAMPLES, y + (index // SAMPLES + 0.5) / SAMPLES
            s = min(max((at_x - left) / (right - left), 0.0), 1.0 - 1e-6)
            t = min(max((at_y - top) / (bottom - top), 0.0), 1.0 - 1e-6)
            total = tuple(a + b for a, b in zip(total, paint(s, t)))
        return tuple(channel / SAMPLES**2 for channel in total)
    return DARK


def write_png(path, painted):
    knight_paint.write_png(path, lambda x, y: texel(painted, x, y))
