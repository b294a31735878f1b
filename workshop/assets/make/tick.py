#!/usr/bin/env python3
"""Makes the tick of lessons 05 and 06: assets/joints/tick.dae and assets/joints/tick_curves.dae.

    python3 workshop/assets/make/tick.py

Needs Python 3.11 or later and nothing else. The same bytes come out every time.

One figure and one motion, told in two ways. tick_curves.dae is what an animator has: a stack of moves and
turns per joint, and curves. tick.dae is what most exporters make of it: one matrix per joint, sampled at keys.
Both are laid out as a Maya exporter does it. The curriculum fixes the matrices of joint1 to joint3; in their
numbers the figure is fifteen tall. They are taken for decimetres, so that it stands a metre and a half high.

Space: Y up, decimetres, the figure in the plane z = 0. Matrices are lists of four rows, column vectors.
"""

import math
import xml.etree.ElementTree as ElementTree
from pathlib import Path

OUT = Path(__file__).resolve().parents[3] / "assets" / "joints"
DURATION = 2.4  # seconds; every curve ends in the pose it began with

# ---------------------------------------------------------------------------------------------------------
# Matrices


def identity():
    return [[float(i == j) for j in range(4)] for i in range(4)]


def times(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def translation(x, y, z):
    m = identity()
    for row, value in enumerate((x, y, z)):
        m[row][3] = value
    return m


def rotation(axis, degrees):
    """A turn about one of the axes "x", "y", "z", anticlockwise as seen from the axis' end."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    m = identity()
    m[i][i], m[i][j], m[j][i], m[j][j] = c, -s, s, c
    return m


def product(matrices):
    result = identity()
    for m in matrices:
        result = times(result, m)
    return result


# ---------------------------------------------------------------------------------------------------------
# The figure at rest

# The curriculum's numbers, rows from top to bottom.
REST = {
    "joint1": [
        [-0.6940169, 0.0, 0.7199587, -0.02479339],
        [0.7199587, 0.0, 0.6940169, -0.04958678],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ],
    "joint2": [
        [0.9267039, 0.0, -0.3757923, 7.012629],
        [0.0, 1.0, 0.0, 0.0],
        [0.3757923, 0.0, 0.9267039, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ],
    "joint3": [
        [-0.3713907, 0.9284767, 0.0, 5.340659],
        [0.0, 0.0, 1.0, 0.0],
        [0.9284767, 0.3713907, 0.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ],
}


def angle(c, s):
    return math.degrees(math.atan2(s, c))


# The same joints as turns. A joint's y is the axis that stands upright on the figure's plane, but joint3's.
TURN1 = angle(REST["joint1"][0][0], REST["joint1"][1][0])  # of joint1's x, in the figure's plane
TURN2 = angle(REST["joint2"][0][0], REST["joint2"][2][0])  # of joint2's x, on from joint1's
TURN3 = -angle(REST["joint3"][0][0], REST["joint3"][2][0])  # of joint3, until it is upright

# joint4 is the long stroke's end: straight out from joint1, a good deal to the right.
REACH = 18.8
TURN4 = -82.5
REST["joint4"] = times(rotation("y", TURN4), translation(REACH, 0.0, 0.0))

PARENT = {"joint1": None, "joint2": "joint1", "joint3": "joint2", "joint4": "joint1"}

# What people see is not always what the file calls a thing: `name` is free.
NAME = {"joint1": "joint1", "joint2": "joint2", "joint3": "joint3", "joint4": "tail tip"}

# The stacks, as (sid, kind, values), outermost first. A rotation's kind is its axis.
#
# joint1 is turned about the upright y last of all, so that it can spin on its point whichever way it leans.
# joint2 and joint3 are oriented so that their rotateZ turns in the figure's plane. joint4 has a turn and then
# a matrix, whose one element (3)(0) is how far the stroke reaches.
ZERO_ORIENT = [("jointOrientZ", "z", 0.0), ("jointOrientY", "y", 0.0), ("jointOrientX", "x", 0.0)]
STACKS = {
    "joint1": [
        ("translate", "translate", [row[3] for row in REST["joint1"][:3]]),
        *ZERO_ORIENT,
        ("rotateY", "y", 0.0),
        ("rotateZ", "z", TURN1),
        ("rotateX", "x", 90.0),
    ],
    "joint2": [
        ("translate", "translate", [REST["joint2"][0][3], 0.0, 0.0]),
        *ZERO_ORIENT[:2],
        ("jointOrientX", "x", 90.0),
        ("rotateZ", "z", TURN2),
        ("rotateY", "y", 0.0),
        ("rotateX", "x", -90.0),
    ],
    "joint3": [
        ("translate", "translate", [REST["joint3"][0][3], 0.0, 0.0]),
        *ZERO_ORIENT[:2],
        ("jointOrientX", "x", -90.0),
        ("rotateZ", "z", TURN3),
        ("rotateY", "y", 0.0),
        ("rotateX", "x", 0.0),
    ],
    "joint4": [
        ("rotateY", "y", TURN4),
        ("transform", "matrix", translation(REACH, 0.0, 0.0)),
    ],
}

# ---------------------------------------------------------------------------------------------------------
# The motion: gather, hop with one turn about the upright, land, wave

UP, DOWN = 0.46, 1.06  # when it leaves the ground and comes back
HOP = 9.81 * (DOWN - UP) ** 2 / 8 * 10  # how high one gets in that time, in decimetres


class Curve:
    """A channel's keys: (time, value, slope before, slope after), slopes per second."""

    def __init__(self, kind, keys, handle=1 / 3):
        self.kind, self.handle = kind, handle
        self.keys = [(*key, *[key[-1]] * (4 - len(key))) if len(key) > 2 else (*key, 0.0, 0.0) for key in keys]

    def tangents(self, i):
        """The in and the out tangent of key i as the kind writes them, each (time, value)."""
        time, value, before, after = self.keys[i]
        last = len(self.keys) - 1
        back = time - self.keys[i - 1][0] if i else self.keys[1][0] - time
        ahead = self.keys[i + 1][0] - time if i < last else back
        if self.kind == "HERMITE":  # vectors
            return (back, before * back), (ahead, after * ahead)
        back, ahead = back * self.handle, ahead * self.handle  # BEZIER: points
        return (time - back, value - before * back), (time + ahead, value + after * ahead)

    def at(self, time):
        if time <= self.keys[0][0]:
            return self.keys[0][1]
        if time >= self.keys[-1][0]:
            return self.keys[-1][1]
        i = max(i for i, key in enumerate(self.keys) if key[0] <= time)
        start, end = self.keys[i][:2], self.keys[i + 1][:2]
        if self.kind == "LINEAR":
            return start[1] + (end[1] - start[1]) * (time - start[0]) / (end[0] - start[0])
        return cubic([start, *self.handles(i), end], time)

    def handles(self, i):
        """The two inner Bezier points of the segment that key i begins."""
        after, before = self.tangents(i)[1], self.tangents(i + 1)[0]
        if self.kind == "BEZIER":
            return after, before
        start, end = self.keys[i][:2], self.keys[i + 1][:2]
        return [p + v / 3 for p, v in zip(start, after)], [p - v / 3 for p, v in zip(end, before)]


def cubic(points, time):
    """The value of a two-dimensional Bezier curve at a time, by halving."""

    def point(s, k):
        a, b, c, d = (p[k] for p in points)
        r = 1 - s
        return r * r * r * a + 3 * r * r * s * b + 3 * r * s * s * c + s * s * s * d

    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if point(middle, 0) < time else (low, middle)
    return point((low + high) / 2, 1)


def about(rest, kind, keys, **more):
    """A curve whose values are written as differences from rest."""
    return Curve(kind, [(time, rest + value, *slopes) for time, value, *slopes in keys], **more)


GROUND = REST["joint1"][1][3]
FLING = 4 * HOP / (DOWN - UP)  # the speed it takes off with

CURVES = {
    "joint1/translate.Y": Curve(
        "BEZIER", [(0.0, GROUND), (UP, GROUND, 0.0, FLING), (DOWN, GROUND, -FLING, 0.0), (DURATION, GROUND)]
    ),
    "joint1/rotateY.ANGLE": Curve("LINEAR", [(UP, 0.0), (DOWN, 360.0)]),
    "joint1/rotateZ.ANGLE": about(
        TURN1,
        "BEZIER",
        [(0.0, 0.0), (0.3, 9.0), (0.52, -6.0), (0.98, -6.0), (1.2, 5.0), (1.46, -2.0), (1.9, 4.0), (DURATION, 0.0)],
        handle=0.42,
    ),
    "joint2/rotateZ.ANGLE": about(
        TURN2,
        "BEZIER",
        [
            (0.0, 0.0), (0.31, 62.0), (0.5, -24.0), (0.82, -14.0), (1.02, -26.0), (1.21, 46.0),
            (1.47, -30.0), (1.69, 34.0), (1.93, -30.0), (2.16, 26.0), (DURATION, 0.0),
        ],
        handle=0.4,
    ),
    "joint4/rotateY.ANGLE": about(
        TURN4,
        "HERMITE",
        [
            (0.0, 0.0, -40.0), (0.28, -24.0), (0.49, 24.0, 60.0), (0.78, 30.0), (1.0, 20.0, -90.0),
            (1.24, -22.0), (1.58, 8.0), (1.98, -7.0), (DURATION, 0.0, -40.0),
        ],
    ),
    "joint4/transform(3)(0)": Curve(
        "BEZIER",
        [(0.0, REACH), (0.3, REACH - 2.6), (0.52, REACH + 1.8), (1.02, REACH + 0.6), (1.22, REACH - 2.4), (1.5, REACH)],
    ),
}  # fmt: skip

# Where the exporter of tick.dae puts its keys: each joint has times of its own. joint3 has none.
KEY_TIMES = {
    "joint1": [0.0, 0.14, 0.3, 0.4, UP, 0.55, 0.66, 0.76, 0.86, 0.97, DOWN, 1.2, 1.33, 1.46, 1.67, 1.9, DURATION],
    "joint2": [
        0.0, 0.08, 0.16, 0.24, 0.31, 0.37, 0.41, 0.45, 0.5, 0.66, 0.82, 0.94, 1.02, 1.09, 1.14, 1.21, 1.29, 1.34,
        1.4, 1.47, 1.54, 1.61, 1.69, 1.76, 1.83, 1.93, 2.01, 2.08, 2.16, 2.25, 2.33, DURATION,
    ],
    "joint4": [
        0.0, 0.12, 0.28, 0.36, 0.43, 0.49, 0.62, 0.78, 0.91, 1.0, 1.08, 1.15, 1.24, 1.36, 1.46, 1.58, 1.77, 1.98,
        2.2, DURATION,
    ],
}  # fmt: skip


def element_matrix(kind, values):
    if kind == "matrix":
        return values
    return translation(*values) if kind == "translate" else rotation(kind, values)


def driven(joint, sid, kind, values, time):
    """A stack element's values at a time, with its curve in place; as the file says where time is None."""
    if time is None:
        return values
    if kind == "translate":
        parts = [CURVES.get(f"{joint}/{sid}.{member}") for member in "XYZ"]
        return [curve.at(time) if curve else value for curve, value in zip(parts, values)]
    if kind == "matrix":
        curve = CURVES.get(f"{joint}/{sid}(3)(0)")
        return translation(curve.at(time), 0.0, 0.0) if curve else values
    curve = CURVES.get(f"{joint}/{sid}.ANGLE")
    return curve.at(time) if curve else values


def from_stack(joint, time=None):
    """parent_from_joint as the stack makes it."""
    return product(element_matrix(kind, driven(joint, sid, kind, v, time)) for sid, kind, v in STACKS[joint])


# ---------------------------------------------------------------------------------------------------------
# Writing, in an exporter's hand


def number(value, digits=7):
    """So many significant digits, and no negative zero."""
    return f"{round(value, 9) + 0.0:.{digits}g}"


def numbers(values):
    return " ".join(number(v) for v in values)


def flat(matrix):
    return [value for row in matrix for value in row]


def indented(lines, steps=1):
    return ["  " * steps + line for line in lines]


def element(tag, lines, attributes=""):
    return [f"<{tag}{attributes and ' '}{attributes}>", *indented(lines), f"</{tag}>"]


# Exporters add notes that only their own program reads. Here they hold a matrix and a node, as some real
# files do: a reader that looks for children anywhere below, and not only right below, finds too many.
JOINT1_NOTES = [
    '<extra type="MAYA">',
    '  <technique profile="MAYA">',
    "    <segment_scale_compensate>1</segment_scale_compensate>",
    "    <preferred_angle>0 0 -12</preferred_angle>",
    '    <matrix sid="bindPose">0 -1 0 0 1 0 0 0 0 0 1 0 0 0 0 1</matrix>',
    '    <node name="selectionHandle" sid="selectionHandle" type="JOINT">',
    '      <translate sid="translate">0 -3 0</translate>',
    "    </node>",
    "  </technique>",
    "</extra>",
]
OTHER_NOTES = [
    '<extra type="MAYA">',
    '  <technique profile="MAYA">',
    "    <segment_scale_compensate>1</segment_scale_compensate>",
    '    <joint_label side="center">none</joint_label>',
    "  </technique>",
    "</extra>",
]


def matrix_lines(joint):
    return [f'<matrix sid="transform">{numbers(flat(REST[joint]))}</matrix>']


def stack_lines(joint):
    lines = []
    for sid, kind, values in STACKS[joint]:
        if kind == "matrix":
            lines.append(f'<matrix sid="{sid}">{numbers(flat(values))}</matrix>')
        elif kind == "translate":
            lines.append(f'<translate sid="{sid}">{numbers(values)}</translate>')
        else:
            # An angle's error grows with the limb that it turns, so it gets two digits more.
            axis = " ".join(str(int(a == kind)) for a in "xyz")
            lines.append(f'<rotate sid="{sid}">{axis} {number(values, 9)}</rotate>')
    return lines


def node(joint, transforms):
    children = [line for child, parent in PARENT.items() if parent == joint for line in node(child, transforms)]
    notes = JOINT1_NOTES if joint == "joint1" else OTHER_NOTES
    attributes = f'id="{joint}" name="{NAME[joint]}" sid="{joint}" type="JOINT"'
    return element("node", [*transforms(joint), *children, *notes], attributes)


def source(name, values, width, parameters, kind="float"):
    """A <source> of `values`, `width` to an entry, with its accessor. Wide entries get a line each."""
    write = " ".join if kind == "Name" else numbers
    count = len(values) // width
    open_array, close_array = f'<{kind}_array id="{name}-array" count="{len(values)}">', f"</{kind}_array>"
    if width == 1:
        array = [f"{open_array}{write(values)}{close_array}"]
    else:
        array = [open_array, *(write(values[i * width : (i + 1) * width]) for i in range(count)), close_array]
    stride = f' stride="{width}"' if width > 1 else ""
    accessor = element("accessor", parameters, f'source="#{name}-array" count="{count}"{stride}')
    return element("source", [*array, *element("technique_common", accessor)], f'id="{name}"')


TIME = ['<param name="TIME" type="float"/>']
TRANSFORM = ['<param name="TRANSFORM" type="float4x4"/>']
TANGENT = ['<param name="X" type="float"/>', '<param name="Y" type="float"/>']
KIND = ['<param name="INTERPOLATION" type="Name"/>']


def channel(name, target, times, output, kind, tangents=()):
    """The sources, sampler and channel of one animated value. `output` is a source without its name."""
    sources = {"INPUT": (times, 1, TIME), "OUTPUT": output}
    for semantic, points in zip(("IN_TANGENT", "OUT_TANGENT"), tangents):
        sources[semantic] = ([v for point in points for v in point], 2, TANGENT)
    sources["INTERPOLATION"] = ([kind] * len(times), 1, KIND, "Name")
    ids = {semantic: f"{name}-{semantic.lower().replace('_', '')}" for semantic in sources}
    links = [f'<input semantic="{semantic}" source="#{ids[semantic]}"/>' for semantic in sources]
    return [
        *(line for semantic, rest in sources.items() for line in source(ids[semantic], *rest)),
        *element("sampler", links, f'id="{name}-sampler"'),
        f'<channel source="#{name}-sampler" target="{target}"/>',
    ]


def matrix_channel(joint):
    values = [v for time in KEY_TIMES[joint] for v in flat(from_stack(joint, time))]
    name, target = f"{joint}-transform", f"{joint}/transform"
    return channel(name, target, KEY_TIMES[joint], (values, 16, TRANSFORM), "LINEAR")


def curve_channel(target, curve):
    name = "-".join("".join(c if c.isalnum() else " " for c in target).split())
    parameter = [f'<param name="{target.partition(".")[2] or "TRANSFORM"}" type="float"/>']
    tangents = []
    if curve.kind != "LINEAR":
        tangents = zip(*(curve.tangents(i) for i in range(len(curve.keys))))
    times, values = ([key[k] for key in curve.keys] for k in (0, 1))
    return channel(name, target, times, (values, 1, parameter), curve.kind, tangents)


def matrix_animations():
    """One <animation> a joint; joint2's is wrapped in another, as some exporters group them."""
    lines = []
    for joint in KEY_TIMES:
        animation = element("animation", matrix_channel(joint), f'id="{joint}-transform"')
        if joint == "joint2":
            animation = element("animation", animation, 'id="arm" name="arm"')
        lines += animation
    return lines


def curve_animations():
    """One <animation> a joint, and in it one for each of its channels."""
    lines = []
    for joint in PARENT:
        channels = [element("animation", curve_channel(t, c)) for t, c in CURVES.items() if t.startswith(joint)]
        if channels:
            lines += element("animation", sum(channels, []), f'id="{joint}-anim" name="{joint}"')
    return lines


ASSET = [
    "<asset>",
    "  <contributor>",
    "    <author>the workbook</author>",
    "    <authoring_tool>assets/make/tick.py, in the manner of a Maya exporter</authoring_tool>",
    "  </contributor>",
    "  <created>2025-01-01T00:00:00Z</created>",
    "  <modified>2025-01-01T00:00:00Z</modified>",
    '  <unit name="decimeter" meter="0.1"/>',
    "  <up_axis>Y_UP</up_axis>",
    "</asset>",
]
SCENE_NOTES = [
    "<extra>",
    '  <technique profile="MAYA">',
    "    <layer>defaultLayer</layer>",
    "    <start_time>0</start_time>",
    f"    <end_time>{number(DURATION)}</end_time>",
    "  </technique>",
    "</extra>",
]


def document(animations, transforms):
    scene = element("visual_scene", [*node("joint1", transforms), *SCENE_NOTES], 'id="tick-scene" name="tick"')
    body = [
        *ASSET,
        *element("library_animations", animations),
        *element("library_visual_scenes", scene),
        *element("scene", ['<instance_visual_scene url="#tick-scene"/>']),
    ]
    attributes = 'xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"'
    lines = ['<?xml version="1.0" encoding="utf-8"?>', *element("COLLADA", body, attributes)]
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------------------------------------------------
# Proof: the written numbers, read again


def furthest(a, b):
    return max(abs(x - y) for x, y in zip(flat(a), flat(b)))


def matrix_of(values):
    return [values[i : i + 4] for i in range(0, 16, 4)]


def read_matrix(found):
    """The product of a node's own transforms."""
    result = identity()
    for child in found:
        tag = child.tag.rpartition("}")[2]
        if tag not in ("matrix", "translate", "rotate"):
            continue
        values = [float(v) for v in child.text.split()]
        if tag == "matrix":
            m = matrix_of(values)
        else:
            m = translation(*values) if tag == "translate" else rotation("xyz"[values[:3].index(1.0)], values[3])
        result = times(result, m)
    return result


def prove_rest(text):
    """That the file's joints at rest are those of REST."""
    nodes = {n.get("id"): n for n in ElementTree.fromstring(text).iter() if n.get("id") in REST}
    for joint, rest in REST.items():
        error = furthest(read_matrix(nodes[joint]), rest)
        assert error < 1e-5, f"{joint} at rest is off by {error}"


def prove_keys(text):
    """That every matrix key is rigid but for rounding, and that the last is the first."""
    for array in ElementTree.fromstring(text).iter("{*}float_array"):
        if "output" not in array.get("id"):
            continue
        values = [float(v) for v in array.text.split()]
        keys = [matrix_of(values[i : i + 16]) for i in range(0, len(values), 16)]
        assert keys[0] == keys[-1], f"{array.get('id')} does not loop"
        for m in keys:
            columns = [[m[row][k] for row in range(3)] for k in range(3)]
            dots = [sum(a * b for a, b in zip(c, d)) - (c is d) for c in columns for d in columns]
            assert max(map(abs, dots)) < 1e-6, f"{array.get('id')} has a key that is no rotation"


def prove_bake():
    """That a key taken from the curves at rest is what the curriculum says."""
    for joint, rest in REST.items():
        for time in (0.0, DURATION):
            error = furthest(from_stack(joint, time), rest)
            assert error < 1e-5, f"{joint} at {time} s is off its rest by {error}"


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    matrices, curves = document(matrix_animations(), matrix_lines), document(curve_animations(), stack_lines)
    prove_bake()
    prove_rest(matrices)
    prove_rest(curves)
    prove_keys(matrices)
    for name, text in (("tick.dae", matrices), ("tick_curves.dae", curves)):
        (OUT / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{name:16} {len(text) / 1000:.1f} kB")


if __name__ == "__main__":
    main()
