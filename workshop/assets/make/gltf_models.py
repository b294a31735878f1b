"""Makes the small glTF files of assets/gltf/, which tests read, and their oracles.

    python3 workshop/assets/make/gltf_models.py

Needs Python 3.11 and no packages. Each file has what readers get wrong: see what stands above the function that makes
it. The oracles are by gltf_spec.py; gltf_blender.py makes others of the same files.
"""

import base64
import json
import math
import struct
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import gltf_spec

OUT = Path(__file__).resolve().parents[3] / "assets" / "gltf"
SIGNS = {
    "i8": ("b", 5120),
    "u8": ("B", 5121),
    "i16": ("h", 5122),
    "u16": ("H", 5123),
    "u32": ("I", 5125),
    "f32": ("f", 5126),
}
MOST = {"i8": 127, "u8": 255, "i16": 32767, "u16": 65535}
TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
HALF = math.sqrt(0.5)


def about(axis, degrees):
    """A turn as x, y, z, w."""
    half = math.radians(degrees) / 2.0
    return [*(math.sin(half) * part for part in axis), math.cos(half)]


def column_major(rows):
    return [row[column] for column in range(4) for row in rows]


def move(x, y, z):
    """Of sixteen numbers, column by column, a matrix that moves."""
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]


class File:
    """A glTF file that is being written."""

    def __init__(self):
        self.bytes = bytearray()
        self.json = {
            "asset": {"version": "2.0", "generator": "assets/make/gltf_models.py"},
            "scene": 0,
            "scenes": [],
            "nodes": [],
            "meshes": [],
            "skins": [],
            "animations": [],
            "materials": [],
            "accessors": [],
            "bufferViews": [],
        }

    def add(self, kind, **what):
        self.json.setdefault(kind, []).append(what)
        return len(self.json[kind]) - 1

    def view(self, data, **more):
        self.bytes += bytes(-len(self.bytes) % 4)
        at = self.add("bufferViews", buffer=0, byteOffset=len(self.bytes), byteLength=len(data), **more)
        self.bytes += data
        return at

    def packed(self, rows, kind):
        return b"".join(struct.pack(f"<{len(row)}{SIGNS[kind][0]}", *row) for row in rows)

    def rows(self, rows, kind="f32", normalized=False, bounds=False, **more):
        """An accessor of rows; numbers from -1 to 1 where they are to be normalised."""
        if normalized:
            rows = [[round(value * MOST[kind]) for value in row] for row in rows]
            more["normalized"] = True
        data = self.packed(rows, kind)
        if bounds:
            rows = [struct.unpack(f"<{len(row)}{SIGNS[kind][0]}", self.packed([row], kind)) for row in rows]
            more["min"], more["max"] = [min(c) for c in zip(*rows)], [max(c) for c in zip(*rows)]
        return self.add(
            "accessors",
            bufferView=self.view(data),
            componentType=SIGNS[kind][1],
            count=len(rows),
            type=TYPES[len(rows[0])],
            **more,
        )

    def apart(self, rows, kind, stride, normalized=False, bounds=False):
        """An accessor of vertices that are `stride` bytes apart, with other bytes in between."""
        if normalized:
            rows = [[round(value * MOST[kind]) for value in row] for row in rows]
        parts = [self.packed([row], kind) for row in rows]
        more = {"normalized": True} if normalized else {}
        if bounds:
            more.update(min=[min(c) for c in zip(*rows)], max=[max(c) for c in zip(*rows)])
        data = b"".join(part + b"\xa5" * (stride - len(part)) for part in parts)
        return self.add(
            "accessors",
            bufferView=self.view(data, byteStride=stride),
            componentType=SIGNS[kind][1],
            count=len(rows),
            type=TYPES[len(rows[0])],
            **more,
        )

    def numbers(self, numbers, **more):
        return self.rows([[number] for number in numbers], **more)

    def clip(self, name, *channels):
        """channels: node, path, interpolation, times, values, and what else their accessor takes."""
        clip = {"name": name, "samplers": [], "channels": []}
        for node, path, way, times, values, *more in channels:
            sampler = {"input": self.numbers(times, bounds=True)}
            sampler["output"] = values if isinstance(values, int) else self.rows(values, **(more[0] if more else {}))
            if way != "LINEAR":
                sampler["interpolation"] = way
            clip["channels"].append({"sampler": len(clip["samplers"]), "target": {"node": node, "path": path}})
            clip["samplers"].append(sampler)
        self.json["animations"].append(clip)

    def write(self, name, binary=False):
        path = OUT / name
        self.json = {key: value for key, value in self.json.items() if value != []}
        buffer = {"byteLength": len(self.bytes)}
        self.json["buffers"] = [buffer]
        if binary:
            text = json.dumps(self.json, separators=(",", ":")).encode()
            chunks = [
                (b"JSON", text + b" " * (-len(text) % 4)),
                (b"BIN\0", bytes(self.bytes) + bytes(-len(self.bytes) % 4)),
            ]
            body = b"".join(struct.pack("<I", len(data)) + kind + data for kind, data in chunks)
            path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body)
        else:
            buffer["uri"] = "data:application/octet-stream;base64," + base64.b64encode(self.bytes).decode()
            path.write_text(json.dumps(self.json, indent=1) + "\n", newline="\n")
        gltf_spec.main(path)


def column(levels, sides=4, radius=0.1):
    """A column of quads that stands on the origin: positions, and the triangles between them."""
    points = [
        [radius * math.cos(2 * math.pi * side / sides), level, radius * math.sin(2 * math.pi * side / sides)]
        for level in levels
        for side in range(sides)
    ]
    corner = lambda level, side: level * sides + side % sides
    triangles = []
    for level in range(len(levels) - 1):
        for side in range(sides):
            a, b = corner(level, side), corner(level, side + 1)
            c, d = corner(level + 1, side), corner(level + 1, side + 1)
            triangles += [a, c, b, b, c, d]
    return points, triangles


def ways():
    """Every interpolation of every part of a transform: nine clips, and a tenth with all. Keys lie unevenly, samplers
    have keys of their own, first keys come late, and rotations are written in every type that is allowed."""
    file = File()
    points, triangles = column([0.0, 0.3, 0.6, 0.9, 1.2])
    weights = [
        [1.0 - max(0.0, min(1.0, (point[1] - 0.3) / 0.6)), max(0.0, min(1.0, (point[1] - 0.3) / 0.6)), 0, 0]
        for point in points
    ]
    binds = file.rows([move(0, 0, 0), move(0, -0.6, 0)])
    skin = file.add("skins", joints=[1, 2], inverseBindMatrices=binds)
    mesh = file.add(
        "meshes",
        name="column",
        primitives=[
            {
                "indices": file.numbers(triangles, kind="u16"),
                "attributes": {
                    "POSITION": file.rows(points, bounds=True),
                    "JOINTS_0": file.rows([[0, 1 if w[1] else 0, 0, 0] for w in weights], "u8"),
                    "WEIGHTS_0": file.rows(weights),
                },
            }
        ],
    )
    file.add("nodes", name="flesh", mesh=mesh, skin=skin)
    file.add("nodes", name="foot", children=[2])
    file.add("nodes", name="knee", translation=[0, 0.6, 0], children=[3])
    file.add("nodes", name="tip", translation=[0, 0.6, 0])
    file.add("scenes", nodes=[0, 1])
    times = [0.25, 0.5, 1.25, 2.0]
    moves = [[0.0, 0.6, 0.0], [0.3, 0.7, 0.1], [-0.2, 0.5, 0.4], [0.0, 0.6, 0.0]]
    # The second is on the other side of the sphere: the short way takes its sign away.
    turns = [about((0, 0, 1), 10), [-x for x in about((0, 0, 1), 80)], about((0.6, 0, 0.8), -60), about((1, 0, 0), 5)]
    scales = [[1, 1, 1], [1.5, 0.8, 1.2], [0.5, 1.1, 0.9], [1, 1, 1]]
    splined = lambda values, slope: [
        row
        for at, value in enumerate(values)
        for row in (
            [slope * math.sin(1 + at + k) for k in range(len(value))],
            value,
            [slope * math.cos(2 + at + 2 * k) for k in range(len(value))],
        )
    ]
    channels = {}
    for path, values in (("translation", moves), ("rotation", turns), ("scale", scales)):
        for way in ("STEP", "LINEAR", "CUBICSPLINE"):
            told = splined(values, 0.7) if way == "CUBICSPLINE" else values
            channels[path, way] = (2, path, way, times, told)
            file.clip(f"{path} {way}", channels[path, way])
    file.clip(
        "all",
        (2, "translation", "CUBICSPLINE", [0.0, 1.5], splined(moves[:2], 1.1)),
        (2, "rotation", "LINEAR", [0.5, 1.0, 3.0], turns[:3]),
        (2, "scale", "STEP", [2.5], scales[1:2]),
        (1, "rotation", "LINEAR", times, turns),
    )
    for kind in ("i8", "i16"):
        file.clip(f"rotation {kind}", (2, "rotation", "LINEAR", times, turns, {"kind": kind, "normalized": True}))
    for kind in ("u8", "u16"):
        # Without a sign: turns none of whose numbers is below zero.
        positive = [about((0, 0, 1), 10), about((0, 0.6, 0.8), 80), about((1, 0, 0), 170), about((0, 1, 0), 90)]
        file.clip(f"rotation {kind}", (2, "rotation", "LINEAR", times, positive, {"kind": kind, "normalized": True}))
    cubic = splined(turns, 0.3)
    file.clip("rotation spline i16", (2, "rotation", "CUBICSPLINE", times, cubic, {"kind": "i16", "normalized": True}))
    file.write("ways.gltf")


def shared():
    """Two skins that share joints and bind them differently, joints in another order than the tree and with a node
    between them that is none, more inverse binds than joints, mesh nodes whose own transforms, and those of the animated
    node above, must not act; and above the joints a matrix that turns, scales and mirrors nothing."""
    file = File()
    points, triangles = column([0.0, 0.4, 0.8, 1.2])
    weights = [[0.25, 0.75, 0, 0] if point[1] > 0.5 else [1, 0, 0, 0] for point in points]
    joints = file.rows([[2 if w[1] else 1, 0, 0, 0] if w[0] == 1 else [2, 0, 0, 0] for w in weights], "u16")
    place, index = file.rows(points, bounds=True), file.numbers(triangles, kind="u8")
    mesh = file.add(
        "meshes",
        name="column",
        primitives=[
            {"indices": index, "attributes": {"POSITION": place, "JOINTS_0": joints, "WEIGHTS_0": file.rows(weights)}}
        ],
    )
    # The tree: root 1, hip 2, between 3 (no joint), knee 4. The skins count them in other orders.
    one = file.rows([move(0, -0.8, 0), move(0, 0, 0), move(0, -0.4, 0), move(9, 9, 9)])
    other = file.rows(
        [
            column_major([[0.5, 0, 0, 0.2], [0, 0.5, 0, -0.3], [0, 0, 0.5, 0], [0, 0, 0, 1]]),
            column_major([[0, -1, 0, 0], [1, 0, 0, -0.1], [0, 0, 1, 0], [0, 0, 0, 1]]),
            move(0, 0, 0.3),
        ]
    )
    first = file.add("skins", name="first", joints=[4, 1, 2], inverseBindMatrices=one)
    second = file.add("skins", name="second", joints=[2, 4, 1], inverseBindMatrices=other)
    bare = file.add("skins", name="bare", joints=[1, 4, 2])
    file.add(
        "nodes",
        name="above",
        children=[1, 5],
        matrix=column_major([[0, 0, 2, 0.5], [0, 2, 0, 0.25], [-2, 0, 0, -1], [0, 0, 0, 1]]),
    )
    file.add("nodes", name="root", children=[2], translation=[0, 0.1, 0])
    file.add("nodes", name="hip", children=[3], translation=[0, 0.4, 0], rotation=about((0, 0, 1), 20))
    file.add("nodes", name="between", children=[4], translation=[0, 0.2, 0.05], scale=[1, 1.25, 1])
    file.add("nodes", name="knee", translation=[0, 0.2, 0], rotation=about((1, 0, 0), -30))
    file.add("nodes", name="aside", children=[6, 7], translation=[7, 0, 0], rotation=about((0, 1, 0), 40))
    file.add("nodes", name="skinned once", mesh=mesh, skin=first, translation=[1, 2, 3], scale=[3, 3, 3])
    file.add("nodes", name="skinned twice", mesh=mesh, skin=second)
    file.add("nodes", name="skinned bare", mesh=mesh, skin=bare)
    file.add(
        "nodes",
        name="stiff",
        mesh=file.add("meshes", name="stiff", primitives=[{"indices": index, "attributes": {"POSITION": place}}]),
        translation=[-1, 0, 0],
    )
    file.json["nodes"][4]["children"] = [9]
    file.add("scenes", nodes=[0, 8])
    file.clip(
        "sway",
        (2, "rotation", "LINEAR", [0, 0.5, 2], [about((0, 0, 1), a) for a in (20, -40, 20)]),
        (4, "rotation", "LINEAR", [0, 0.5, 2], [about((1, 0, 0), a) for a in (-30, 60, -30)]),
        (3, "translation", "LINEAR", [0, 2], [[0, 0.2, 0.05], [0.1, 0.3, 0]]),
        (5, "translation", "LINEAR", [0, 2], [[7, 0, 0], [0, 7, 0]]),
    )
    file.write("shared.glb", binary=True)


def small():
    """Positions, normals and texture coordinates in small integers (KHR_mesh_quantization), once normalised and once not,
    weights in bytes, strides, sparse accessors with a view below and without one, indices that are sparse, a texture
    transform, and attributes of one view."""
    file = File()
    points, triangles = column([0.0, 0.25, 0.5, 0.75])
    grid = [[round(200 * part) for part in point] for point in points]
    whole = file.apart(grid, "i16", 12, bounds=True)
    normals = [[point[0] * 10, 0, point[2] * 10] for point in points]
    coordinates = [[(at % 4) / 4, point[1]] for at, point in enumerate(points)]
    weights = [[204 / 255, 51 / 255, 0, 0] if point[1] > 0.3 else [1, 0, 0, 0] for point in points]
    joints = file.apart([[1, 0, 0, 0] if point[1] > 0.3 else [0, 0, 0, 0] for point in points], "u8", 8)
    weights = file.apart(weights, "u8", 4, normalized=True)
    png = base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP4z8DAwPCfgYGBgQEADw4B/7bNUJIAAAAASUVORK5CYII="
    )
    file.add("images", mimeType="image/png", bufferView=file.view(png))
    file.add("textures", source=0)
    place = {"offset": [0.25, 0.5], "scale": [0.5, 2.0], "rotation": 0.5, "texCoord": 1}
    file.add(
        "materials",
        name="tiled",
        pbrMetallicRoughness={
            "baseColorFactor": [0.5, 0.25, 1, 1],
            "baseColorTexture": {"index": 0, "extensions": {"KHR_texture_transform": place}},
        },
    )
    # Dequantisation hides in the inverse binds.
    binds = file.rows(
        [
            column_major([[0.005, 0, 0, 0], [0, 0.005, 0, 0], [0, 0, 0.005, 0], [0, 0, 0, 1]]),
            column_major([[0.005, 0, 0, 0], [0, 0.005, 0, -0.25], [0, 0, 0.005, 0], [0, 0, 0, 1]]),
        ]
    )
    skin = file.add("skins", joints=[1, 2], inverseBindMatrices=binds)
    sparse = file.add(
        "accessors",
        componentType=5123,
        count=len(triangles),
        type="SCALAR",
        bufferView=file.view(struct.pack(f"<{len(triangles)}H", *([0] * 6 + triangles[6:]))),
        sparse={
            "count": 6,
            "indices": {"bufferView": file.view(bytes(range(6))), "componentType": 5121},
            "values": {"bufferView": file.view(struct.pack("<6H", *triangles[:6]))},
        },
    )
    attributes = {
        "POSITION": whole,
        "NORMAL": file.apart(normals, "i8", 4, normalized=True),
        "TEXCOORD_0": file.rows(coordinates),
        "TEXCOORD_1": file.rows(coordinates, "u16", normalized=True),
        "JOINTS_0": joints,
        "WEIGHTS_0": weights,
    }
    flesh = file.add("meshes", name="flesh", primitives=[{"attributes": attributes, "indices": sparse, "material": 0}])
    # Zeros, and only some points of the column among them.
    chosen = list(range(4, 12))
    told = [points[at] for at in chosen]
    flat = [point if at in chosen else [0, 0, 0] for at, point in enumerate(points)]
    f32 = [struct.unpack("<3f", struct.pack("<3f", *point)) for point in flat]
    bare = file.add(
        "accessors",
        componentType=5126,
        count=len(points),
        type="VEC3",
        min=[min(c) for c in zip(*f32)],
        max=[max(c) for c in zip(*f32)],
        sparse={
            "count": len(chosen),
            "indices": {"bufferView": file.view(struct.pack("<8I", *chosen)), "componentType": 5125},
            "values": {"bufferView": file.view(struct.pack("<24f", *sum(told, [])))},
        },
    )
    stiff = file.add(
        "meshes",
        name="sparse",
        primitives=[{"attributes": {"POSITION": bare}, "indices": file.numbers(triangles, kind="u32")}],
    )
    rough = file.apart(points, "i8", 4, normalized=True)
    accessor = file.json["accessors"][rough]
    raw = [[round(value * 127) for value in row] for row in points]
    accessor["min"], accessor["max"] = [min(c) for c in zip(*raw)], [max(c) for c in zip(*raw)]
    rough = file.add("meshes", name="rough", primitives=[{"attributes": {"POSITION": rough}}])
    file.add("nodes", name="skinned", mesh=flesh, skin=skin)
    file.add("nodes", name="low", children=[2])
    file.add("nodes", name="high", translation=[0, 0.25, 0])
    file.add("nodes", name="sparse", mesh=stiff, translation=[1, 0, 0])
    file.add("nodes", name="rough", mesh=rough, translation=[2, 0, 0], scale=[2, 1, 2])
    file.add("scenes", nodes=[0, 1, 3, 4])
    # Three keys, the middle of which only the sparse accessor tells.
    turns = file.add(
        "accessors",
        componentType=5126,
        count=3,
        type="VEC4",
        bufferView=file.view(struct.pack("<12f", *[0, 0, 0, 1] * 3)),
        sparse={
            "count": 1,
            "indices": {"bufferView": file.view(b"\1"), "componentType": 5121},
            "values": {"bufferView": file.view(struct.pack("<4f", *about((0, 0, 1), 90)))},
        },
    )
    file.clip(
        "bend",
        (2, "rotation", "LINEAR", [0, 0.4, 1], turns),
        (3, "translation", "LINEAR", [0, 1], [[1, 0, 0], [1, 1, 0]]),
    )
    file.json["extensionsUsed"] = ["KHR_mesh_quantization", "KHR_texture_transform"]
    file.json["extensionsRequired"] = ["KHR_mesh_quantization"]
    file.write("small.gltf")


def parts():
    """A surface in several primitives: two sets of joints of which four influence a vertex at most, weights in shorts,
    weights that do not sum to one, a strip, a fan, triangles without indices, vertices that primitives share; materials of
    every kind of opacity; and primitives that are no surface."""
    file = File()
    points, triangles = column([0.0, 0.5, 1.0], sides=6)
    place = file.rows(points, bounds=True)
    # The strongest stand in the second set.
    first = file.rows([[0, 3, 0, 0]] * 18, "u8")
    second = file.rows([[1, 2, 0, 0]] * 18, "u8")
    small, large = [0.125, 0.0625, 0, 0], [0.5, 0.3125, 0, 0]
    sets = {
        "JOINTS_0": first,
        "JOINTS_1": second,
        "WEIGHTS_0": file.rows([small] * 18),
        "WEIGHTS_1": file.rows([large] * 18),
    }
    weak = file.rows([[0.32, 0.25, 0, 0]] * 18)
    shorts = file.rows([[26214 / 65535, 39321 / 65535, 0, 0]] * 18, "u16", normalized=True)
    pair = file.rows([[1, 3, 0, 0]] * 18, "u16")
    strip = [at for side in [*range(6), 0] for at in (side, side + 6)]
    fan = [12, 17, 16, 15, 14, 13]
    materials = [
        {
            "name": "leaf",
            "alphaMode": "MASK",
            "alphaCutoff": 0.25,
            "doubleSided": True,
            "pbrMetallicRoughness": {"baseColorFactor": [0.2, 0.6, 0.1, 0.9]},
        },
        {"name": "glass", "alphaMode": "BLEND", "pbrMetallicRoughness": {"baseColorFactor": [0.1, 0.2, 0.9, 0.4]}},
        {
            "name": "lamp",
            "extensions": {"KHR_materials_unlit": {}},
            "pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 0.05, 0.1]},
        },
    ]
    for material in materials:
        file.add("materials", **material)
    lone = [points[at] for at in triangles[36:]]
    primitives = [
        {"attributes": {"POSITION": place, **sets}, "indices": file.numbers(triangles, kind="u16"), "material": 0},
        {
            "attributes": {"POSITION": place, "JOINTS_0": first, "WEIGHTS_0": weak},
            "indices": file.numbers(strip, kind="u8"),
            "mode": 5,
            "material": 1,
        },
        {
            "attributes": {"POSITION": place, "JOINTS_0": pair, "WEIGHTS_0": shorts},
            "indices": file.numbers(fan, kind="u32"),
            "mode": 6,
            "material": 2,
        },
        {
            "attributes": {
                "POSITION": file.rows(lone, bounds=True),
                "JOINTS_0": file.rows([[2, 0, 0, 0]] * len(lone), "u8"),
                "WEIGHTS_0": file.rows([[1, 0, 0, 0]] * len(lone)),
            }
        },
    ]
    skin = file.add("skins", joints=[1, 2, 3, 4])
    mesh = file.add("meshes", name="parts", primitives=primitives)
    file.add("nodes", name="flesh", mesh=mesh, skin=skin)
    file.add("nodes", name="a", children=[2, 3])
    file.add("nodes", name="b", translation=[0.1, 0.2, 0])
    file.add("nodes", name="c", translation=[-0.1, 0.3, 0], children=[4])
    file.add("nodes", name="d", rotation=[0, HALF, 0, HALF])
    lines = file.add("meshes", primitives=[{"attributes": {"POSITION": place}, "mode": mode} for mode in (0, 1, 2, 3)])
    file.add("nodes", name="lines", mesh=lines)
    file.add("scenes", nodes=[0, 1, 5])
    file.clip(
        "turn",
        *[(node, "rotation", "LINEAR", [0, 1], [[0, 0, 0, 1], about((0, 0, 1), 25 * node)]) for node in (1, 2, 3, 4)],
    )
    file.json["extensionsUsed"] = ["KHR_materials_unlit"]
    file.write("parts.gltf")


def scenes():
    """More than one scene, of which the second is shown; a node of no scene; a skin whose joints have no root in common
    below the scene; a surface that is mirrored; a morph target, which stays as it is; a camera; and a clip for weights.
    """
    file = File()
    points, triangles = column([0.0, 0.5, 1.0])
    place, index = file.rows(points, bounds=True), file.numbers(triangles, kind="u8")
    wide = file.rows([[point[0], 0, point[2]] for point in points], bounds=True)
    joints = file.rows([[1 if point[1] > 0.4 else 0, 0, 0, 0] for point in points], "u8")
    weights = file.rows([[1, 0, 0, 0]] * len(points))
    skinned = {"POSITION": place, "JOINTS_0": joints, "WEIGHTS_0": weights}
    flesh = file.add("meshes", name="flesh", primitives=[{"attributes": skinned, "indices": index}])
    morph = file.add(
        "meshes",
        name="morph",
        weights=[0],
        primitives=[{"attributes": {"POSITION": place}, "indices": index, "targets": [{"POSITION": wide}]}],
    )
    skin = file.add("skins", joints=[1, 2])
    file.add("nodes", name="flesh", mesh=flesh, skin=skin)
    file.add("nodes", name="left", translation=[-0.2, 0, 0])
    file.add("nodes", name="right", translation=[0.2, 0, 0])
    file.add("nodes", name="mirrored", mesh=morph, scale=[-1, 1, 1], translation=[2, 0, 0])
    file.add("nodes", name="elsewhere", mesh=morph, children=[5])
    file.add("nodes", name="below elsewhere")
    file.add("nodes", name="nowhere", translation=[0, 5, 0])
    file.add("nodes", name="eye", camera=file.add("cameras", type="perspective", perspective={"yfov": 1, "znear": 0.1}))
    file.add("scenes", name="other", nodes=[4])
    file.add("scenes", name="shown", nodes=[0, 1, 2, 3, 7])
    file.json["scene"] = 1
    file.clip(
        "move",
        (1, "translation", "LINEAR", [0, 1], [[-0.2, 0, 0], [-0.2, 1, 0]]),
        (2, "translation", "STEP", [0, 0.5, 1], [[0.2, 0, 0], [0.2, -1, 0], [0.2, -2, 0]]),
        (3, "weights", "LINEAR", [0, 1], [[0.0], [1.0]]),
        (4, "translation", "LINEAR", [0, 1], [[0, 0, 0], [1, 0, 0]]),
    )
    file.write("scenes.glb", binary=True)


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    for make in (ways, shared, small, parts, scenes):
        make()


if __name__ == "__main__":
    main()
