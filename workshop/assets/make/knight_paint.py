"""The knight's colours and his texture, for knight.py."""

import math
import struct
import zlib

from knight_body import REGIONS, SIZE

RED, DEEP_RED, GOLD = (0.69, 0.25, 0.19), (0.48, 0.15, 0.14), (0.86, 0.64, 0.25)
STEEL, BRIGHT, SHADE = (0.60, 0.67, 0.75), (0.80, 0.86, 0.91), (0.42, 0.49, 0.58)
CREAM, DARK = (0.98, 0.93, 0.80), (0.20, 0.23, 0.30)

# Material -> its diffuse colour; None stands for the texture.
MATERIALS = {
    "steel": None,
    "cloth": None,
    "dark steel": (0.27, 0.31, 0.39),
    "leather": (0.36, 0.23, 0.16),
    "gold": (0.86, 0.62, 0.22),
    "visor": (0.07, 0.08, 0.12),
    "blade": (0.78, 0.84, 0.90),
}

SAMPLES = 4  # a texel's colour is the mean of so many samples, squared


def mix(a, b, part):
    part = min(max(part, 0.0), 1.0)
    return tuple(x + (y - x) * part for x, y in zip(a, b))


def hash_noise(x, y):
    """A number from 0 to 1 that looks random, the same for the same whole numbers."""
    n = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 65535.0


def diamond(x, y, size):
    return abs(x) + abs(y) < size


def sun(x, y):
    """The emblem's colour about its middle, or None outside."""
    far, angle = math.hypot(x, y), math.atan2(x, y)
    spike = abs((angle * 12 / (2.0 * math.pi)) % 1.0 - 0.5) * 2.0
    if far < 0.055:
        return GOLD
    if far < 0.085:
        return DEEP_RED
    return GOLD if far < 0.125 + 0.115 * spike else None


def tabard(s, t):
    edge = min(s, 1.0 - s, 1.3 * t)
    if edge < 0.085:
        return mix(GOLD, CREAM, 0.25 if edge < 0.03 else 0.0)
    if edge < 0.105:
        return DEEP_RED
    emblem = sun((s - 0.5) * 0.78, (t - 0.40) * 1.05)
    if emblem:
        return mix(emblem, DEEP_RED, 0.25 * t)
    column = s * 6.0
    row = t * 8.0 + (0.5 if int(column) % 2 else 0.0)
    ground = mix(RED, DEEP_RED, 0.15 + 0.6 * t)
    return mix(ground, GOLD, 0.22) if diamond(column % 1.0 - 0.5, row % 1.0 - 0.5, 0.2) else ground


def skirt(s, t):
    if t > 0.86:
        return mix(GOLD, CREAM, 0.3 if t > 0.95 else 0.0)
    if t > 0.82:
        return DEEP_RED
    # Folds run down the cloth, two to a repeat, so that they agree with the points of the hem.
    fold = 0.5 + 0.5 * math.cos(4.0 * math.pi * s)
    ground = mix(mix(RED, DEEP_RED, 0.75 - 0.5 * t), DEEP_RED, 0.35 * fold)
    marks = diamond((s * 8.0) % 1.0 - 0.5, ((t * 2.6 + 0.5 * (int(s * 8.0) % 2)) % 1.0 - 0.5) * 0.6, 0.16)
    return mix(ground, GOLD, 0.25) if marks and t < 0.76 else ground


def worn(colour, s, t):
    """Scratches: short level strokes, more of them close to the edges."""
    x, y = int(s * 26.0), int(t * 64.0)
    near = max(0.0, 1.0 - 5.0 * min(t, 1.0 - t))
    return mix(colour, BRIGHT, 0.5) if hash_noise(x, y) < 0.035 + 0.16 * near else colour


def plate(s, t):
    ground = mix(mix(BRIGHT, STEEL, 2.2 * t), SHADE, 1.5 * t - 0.7)
    ground = worn(ground, s, t)
    edge = min(t, 1.0 - t)
    if edge < 0.05:
        return mix(BRIGHT, ground, 0.35)
    if edge < 0.09:
        return mix(SHADE, DARK, 0.25)
    rivet = math.hypot(((s * 8.0) % 1.0 - 0.5) * 0.26, t - 0.19)
    return mix(GOLD, BRIGHT, 0.1) if rivet < 0.045 else ground


def helmet(s, t):
    ground = worn(mix(mix(BRIGHT, STEEL, 1.6 * t), SHADE, 1.3 * t - 0.6), s, t * 0.9 + 0.05)
    if t > 0.95:
        return mix(GOLD, CREAM, 0.1)
    across = abs(s - 0.5)
    # Holes to breathe through, in the rows of the face below the slit.
    holes = 0.70 < t < 0.86 and 0.035 < across < 0.19 and (across * 19.0) % 1.0 < 0.42
    if holes:
        return DARK
    return mix(ground, SHADE, 0.5) if abs(t - 0.64) < 0.012 else ground


def feather(dark, light):
    def paint(s, t):
        vein = abs((s * 2.0) % 1.0 - 0.5)
        barbs = 0.5 + 0.5 * math.sin(40.0 * (t - vein * 0.5))
        return mix(mix(light, dark, 0.35 + 0.5 * t), dark, 0.5 * barbs * (0.3 + vein))

    return paint


PAINTERS = {
    "tabard": tabard,
    "skirt": skirt,
    "plate": plate,
    "helmet": helmet,
    "red feather": feather(DEEP_RED, (0.80, 0.32, 0.23)),
    "gold feather": feather((0.70, 0.47, 0.16), (0.95, 0.76, 0.36)),
    "dark feather": feather((0.30, 0.09, 0.10), (0.55, 0.18, 0.16)),
    "cream": lambda s, t: CREAM,
    "dark": lambda s, t: DARK,
}


def region_near(x, y):
    """The region that a texel lies in, or close to: colours go on past the edge, for the sake of filters."""
    for name, (left, top, right, bottom) in REGIONS.items():
        if left - 2 <= x < right + 2 and top - 2 <= y < bottom + 2:
            return name
    return None


def texel(x, y):
    name = region_near(x, y)
    if name is None:
        return DARK
    left, top, right, bottom = REGIONS[name]
    total = (0.0, 0.0, 0.0)
    for index in range(SAMPLES * SAMPLES):
        at_x, at_y = x + (index % SAMPLES + 0.5) / SAMPLES, y + (index // SAMPLES + 0.5) / SAMPLES
        s = min(max((at_x - left) / (right - left), 0.0), 1.0 - 1e-6)
        t = min(max((at_y - top) / (bottom - top), 0.0), 1.0 - 1e-6)
        total = tuple(a + b for a, b in zip(total, PAINTERS[name](s, t)))
    return tuple(channel / SAMPLES**2 for channel in total)


def write_png(path, texel=texel):
    """The texture, or another picture of its size, as eight-bit RGB, rows from the top."""
    rows = b""
    for y in range(SIZE):
        rows += b"\0" + bytes(round(255.0 * channel) for x in range(SIZE) for channel in texel(x, y))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + body)
