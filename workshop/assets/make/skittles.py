#!/usr/bin/env python3
"""Makes the skittles of lesson 11: assets/skittles/skittles.dae.

    python3 workshop/assets/make/skittles.py

Needs Python 3.11 or later and nothing else. The same bytes come out every time.

Three skittles with one mesh and a skin each, every skin on two joints, foot and head. Two of them came from one
program, so that their joints have the same sids; the third one's list is of ids, and these ids are the same two words.
Whoever looks up a name without asking what kind it is, or below which node, hangs a skin on a neighbour's joints.

Space: Y up, metres, all three on the line z = 0. Matrices are lists of four rows, column vectors.
"""

import math
from dataclasses import dataclass
from pathlib import Path

OUT = Path(__file__).resolve().parents[3] / "assets" / "skittles" / "skittles.dae"
AROUND = 20
# The outline from the ground up, for a skittle 1 m high: radius and height.
OUTLINE = [
    (0.085, 0.0), (0.105, 0.015), (0.135, 0.1), (0.158, 0.2), (0.165, 0.28), (0.158, 0.36), (0.138, 0.44),
    (0.112, 0.51), (0.09, 0.57), (0.077, 0.62), (0.071, 0.66), (0.071, 0.7), (0.077, 0.74), (0.089, 0.78),
    (0.1, 0.82), (0.105, 0.86), (0.102, 0.9), (0.088, 0.94), (0.06, 0.975), (0.028, 0.994),
]  # fmt: skip
NECK = 0.62  # where the head's joint stands, for a skittle 1 m high
RAMP = 0.16  # the skin goes over from foot to head from so far below the neck to so far above it
RING = (9, 11)  # the rings of the outline between which the neck is painted


@dataclass
class Skittle:
    """One of the three. `wide` and `tall` are what its bind shape makes of the mesh."""

    name: str
    x: float
    wide: float
    tall: float
    colour: str
    bow: float  # degrees about z, of the head's node; the skin was bound without it
    is_sid: bool = True

    @property
    def ids(self):
        return [f"{self.name}_{joint}" if self.is_sid else joint for joint in ("foot", "head")]


SKITTLES = [
    Skittle("left", -0.75, 0.8, 1.25, "0.75 0.22 0.17 1", 24),
    Skittle("middle", 0.0, 1.15, 0.9, "0.86 0.62 0.22 1", -30),
    Skittle("right", 0.75, 1.0, 1.1, "0.18 0.42 0.62 1", 40, is_sid=False),
]


def numbers(values):
    return " ".join(f"{float(f'{value:.6g}') + 0.0:.6g}" for value in values)


def translated(x, y, z):
    return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1]


def source(name, values, kind, width, tag="float"):
    text = " ".join(values) if tag != "float" else numbers(values)
    parts = [("X", "Y", "Z")[i] for i in range(width)] if kind == "float" and width == 3 else [kind.upper()]
    params = "".join(f'<param name="{part}" type="{kind}"/>' for part in parts)
    return f"""<source id="{name}">
<{tag}_array id="{name}-array" count="{len(values)}">{text}</{tag}_array>
<technique_common><accessor source="#{name}-array" count="{len(values) // width}" stride="{width}">{params}</accessor></technique_common>
</source>
"""


# ---------------------------------------------------------------------------------------------------------
# The mesh: rings around the outline, and a point at the top; the third number of a corner is not used


def points():
    rings = [
        (radius * math.cos(math.tau * i / AROUND), height, -radius * math.sin(math.tau * i / AROUND))
        for radius, height in OUTLINE
        for i in range(AROUND)
    ]
    return [*rings, (0.0, 1.0, 0.0)]


def normals():
    """At a right angle to the outline: to the line from the point below to the point above."""
    result = []
    for i in range(len(OUTLINE)):
        (r0, h0), (r1, h1) = OUTLINE[max(i - 1, 0)], [*OUTLINE, (0.0, 1.0)][i + 1]
        out, up = h1 - h0, r0 - r1
        length = math.hypot(out, up)
        for j in range(AROUND):
            angle = math.tau * j / AROUND
            result.append((out / length * math.cos(angle), up / length, -out / length * math.sin(angle)))
    return [*result, (0.0, 1.0, 0.0)]


def triangles():
    """By what they are painted with."""
    groups = {"body": [], "neck": []}
    at = lambda ring, i: ring * AROUND + i % AROUND
    for ring in range(len(OUTLINE) - 1):
        group = groups["neck" if RING[0] <= ring < RING[1] else "body"]
        for i in range(AROUND):
            a, b, c, d = at(ring, i), at(ring, i + 1), at(ring + 1, i + 1), at(ring + 1, i)
            group += [(a, b, c), (a, c, d)]
    top = len(OUTLINE) - 1
    groups["body"] += [(at(top, i), at(top, i + 1), len(OUTLINE) * AROUND) for i in range(AROUND)]
    return groups


def geometry():
    flat = lambda rows: [number for row in rows for number in row]
    groups = "".join(
        f'<triangles material="{name}" count="{len(group)}">\n'
        '<input semantic="VERTEX" source="#skittle-vertices" offset="0"/>'
        '<input semantic="NORMAL" source="#skittle-normals" offset="0"/>\n'
        f'<p>{" ".join(str(corner) for corner in flat(group))}</p>\n</triangles>\n'
        for name, group in triangles().items()
    )
    return f"""<library_geometries>
<geometry id="skittle" name="skittle"><mesh>
{source("skittle-points", flat(points()), "float", 3)}{source("skittle-normals", flat(normals()), "float", 3)}\
<vertices id="skittle-vertices"><input semantic="POSITION" source="#skittle-points"/></vertices>
{groups}</mesh></geometry>
</library_geometries>
"""


# ---------------------------------------------------------------------------------------------------------
# The skins


def controller(skittle):
    """The mesh is as large as the skittle only after the bind shape; joints are where they stand after it."""
    key = f"{skittle.name}-skin"
    x, neck = skittle.x, NECK * skittle.tall
    wide, tall = skittle.wide, skittle.tall
    joints = ["foot", "head"]
    # From the model to the joint, with all joints upright.
    matrices = translated(-x, 0, 0) + translated(-x, -neck, 0)
    heads = [min(max((height - (NECK - RAMP)) / (2 * RAMP), 0.0), 1.0) for _, height, _ in points()]
    weights = sorted({round(weight, 4) for head in heads for weight in (head, 1 - head)})
    counts, records = [], []
    for head in heads:
        pairs = [(joint, round(weight, 4)) for joint, weight in enumerate((1 - head, head)) if weight > 0]
        counts.append(len(pairs))
        records += [number for joint, weight in pairs for number in (joint, weights.index(weight))]
    tag, kind = ("Name", "name") if skittle.is_sid else ("IDREF", "IDREF")
    return f"""<controller id="{key}" name="{skittle.name}"><skin source="#skittle">
<bind_shape_matrix>{numbers([wide, 0, 0, x, 0, tall, 0, 0, 0, 0, wide, 0, 0, 0, 0, 1])}</bind_shape_matrix>
{source(f"{key}-joints", joints, kind, 1, tag)}{source(f"{key}-binds", matrices, "float4x4", 16)}\
{source(f"{key}-weights", weights, "float", 1)}\
<joints><input semantic="JOINT" source="#{key}-joints"/><input semantic="INV_BIND_MATRIX" source="#{key}-binds"/></joints>
<vertex_weights count="{len(counts)}">
<input semantic="JOINT" source="#{key}-joints" offset="0"/><input semantic="WEIGHT" source="#{key}-weights" offset="1"/>
<vcount>{" ".join(map(str, counts))}</vcount>
<v>{" ".join(map(str, records))}</v>
</vertex_weights>
</skin></controller>
"""


# ---------------------------------------------------------------------------------------------------------
# The scene


def node(skittle):
    foot, head = skittle.ids
    sids = [f' sid="{joint}"' if skittle.is_sid else "" for joint in ("foot", "head")]
    c, s = math.cos(math.radians(skittle.bow)), math.sin(math.radians(skittle.bow))
    bowed = [c, -s, 0, 0, s, c, 0, NECK * skittle.tall, 0, 0, 1, 0, 0, 0, 0, 1]
    bound = "".join(
        f'<instance_material symbol="{symbol}" target="#{target}"/>'
        for symbol, target in (("body", skittle.name), ("neck", "white"))
    )
    return f"""<node id="{skittle.name}-root" name="{skittle.name}">
<node id="{foot}"{sids[0]} name="{skittle.name} foot" type="JOINT">
<matrix sid="transform">{numbers(translated(skittle.x, 0, 0))}</matrix>
<node id="{head}"{sids[1]} name="{skittle.name} head" type="JOINT">
<matrix sid="transform">{numbers(bowed)}</matrix>
</node>
</node>
<node id="{skittle.name}-skittle" name="{skittle.name} skittle">
<instance_controller url="#{skittle.name}-skin"><skeleton>#{foot}</skeleton>
<bind_material><technique_common>{bound}</technique_common></bind_material></instance_controller>
</node>
</node>
"""


def materials():
    colours = [*((skittle.name, skittle.colour) for skittle in SKITTLES), ("white", "0.93 0.91 0.86 1")]
    effects = "".join(
        f'<effect id="{name}-effect"><profile_COMMON><technique sid="common"><lambert><diffuse><color>{colour}</color>'
        "</diffuse></lambert></technique></profile_COMMON></effect>\n"
        for name, colour in colours
    )
    named = "".join(
        f'<material id="{name}" name="{name}"><instance_effect url="#{name}-effect"/></material>\n' for name, _ in colours
    )
    return f"<library_effects>\n{effects}</library_effects>\n<library_materials>\n{named}</library_materials>\n"


def document():
    return f"""<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>
<contributor><author>the workbook</author><authoring_tool>assets/make/skittles.py</authoring_tool></contributor>
<created>2025-01-01T00:00:00Z</created><modified>2025-01-01T00:00:00Z</modified>
<unit name="meter" meter="1"/><up_axis>Y_UP</up_axis>
</asset>
{materials()}{geometry()}<library_controllers>
{"".join(map(controller, SKITTLES))}</library_controllers>
<library_visual_scenes><visual_scene id="scene" name="scene">
{"".join(map(node, SKITTLES))}</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
"""


if __name__ == "__main__":
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(document(), encoding="utf-8")
    print(OUT, OUT.stat().st_size)
