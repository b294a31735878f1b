"""Writes some hundred broken and odd glTF files into a folder, for trying a reader.

    python3 proof/assets/make/gltf_broken.py FOLDER

Needs Python 3.11, no packages, and the models of assets/gltf/. The names of files begin with what is wrong in them.
Which of them are valid is not said here: gltf_judge.js asks Khronos' validator.
"""

import base64
import copy
import json
import random
import struct
import sys
from pathlib import Path

MODELS = Path(__file__).resolve().parents[3] / "assets" / "gltf"
GONE = object()
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP4z8DAwPCfgYGBgQEADw4B/7bNUJIAAAAASUVORK5CYII="
WRONG = {
    "gone": GONE,
    "null": None,
    "true": True,
    "string": "x",
    "number": 7,
    "negative": -1,
    "fraction": 0.5,
    "huge": 2**31,
    "vast": 2**53 + 2,
    "past": 1e300,
    "array": [],
    "object": {},
    "nested": [[{}]],
}
# Fewer for what stands deep in the file, and for the numbers of lists.
WRONG_ITEMS = {name: WRONG[name] for name in ("null", "string", "negative", "huge", "past")}


class Folder:
    def __init__(self, path):
        self.path, self.names = path, set()
        path.mkdir(parents=True, exist_ok=True)

    def write(self, name, data):
        if name in self.names:
            raise ValueError(f"{name} is written twice")
        self.names.add(name)
        if not isinstance(data, bytes):
            data = json.dumps(data, indent=1).encode()
        (self.path / name).write_bytes(data)


def binary(text, *chunks, version=2, length=None, magic=b"glTF", kind=b"JSON", pad=True):
    """A .glb of a JSON text and of (kind, bytes)."""
    text = text if isinstance(text, bytes) else json.dumps(text).encode()
    all_chunks = [(kind, text + b" " * (-len(text) % 4 if pad else 0)), *chunks]
    body = b"".join(struct.pack("<I", len(data)) + kind + data for kind, data in all_chunks)
    return struct.pack("<4sII", magic, version, 12 + len(body) if length is None else length) + body


def schema_path(path):
    return tuple("*" if isinstance(step, int) else step for step in path)


def paths(value, path=()):
    """All ways into a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, below in items:
        yield (*path, step)
        yield from paths(below, (*path, step))


def changed(document, path, value):
    document = copy.deepcopy(document)
    holder = document
    for step in path[:-1]:
        holder = holder[step]
    if value is GONE:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return document


def every_field(folder, documents):
    """Every kind of field once in every wrong way."""
    seen = set()
    for name, document in documents.items():
        for path in paths(document):
            kind = schema_path(path)
            if kind in seen or path[0] == "buffers" and path[-1] == "uri":
                continue
            seen.add(kind)
            is_item = kind[-1] == "*"
            for wrong, value in (WRONG_ITEMS if is_item else WRONG).items():
                told = "-".join(str(step).replace("*", "n") for step in kind)
                folder.write(f"field_{told}_{wrong}_{name}.gltf", changed(document, path, value))


def bytes_of(document):
    return base64.b64decode(document["buffers"][0]["uri"].split(",")[1])


def with_bytes(document, data):
    document = copy.deepcopy(document)
    document["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return document


def place(document, accessor):
    """Where an accessor's numbers begin among the bytes."""
    accessor = document["accessors"][accessor]
    return document["bufferViews"][accessor["bufferView"]].get("byteOffset", 0) + accessor.get("byteOffset", 0)


def patched(document, accessor, form, *values, at=0):
    """A document with other numbers at some bytes behind an accessor's beginning."""
    data = bytearray(bytes_of(document))
    struct.pack_into("<" + form, data, place(document, accessor) + at, *values)
    return with_bytes(document, bytes(data))


def containers(folder, ways):
    text, data = copy.deepcopy(ways), bytes_of(ways)
    del text["buffers"][0]["uri"]
    padded = data + bytes(-len(data) % 4)
    good = binary(text, (b"BIN\0", padded))
    folder.write("glb_good.glb", good)
    for cut in (0, 1, 3, 4, 8, 11, 12, 13, 16, 19, 20, 21, 100, len(good) // 2, len(good) - 4, len(good) - 1):
        folder.write(f"glb_cut_{cut}.glb", good[:cut])
    for length in (
        0,
        1,
        8,
        11,
        12,
        13,
        19,
        20,
        len(good) - 4,
        len(good) - 1,
        len(good) + 1,
        len(good) + 4,
        2**31,
        2**32 - 1,
    ):
        folder.write(f"glb_length_{length}.glb", good[:8] + struct.pack("<I", length) + good[12:])
    for version in (0, 1, 3, 2**32 - 1):
        folder.write(f"glb_version_{version}.glb", binary(text, (b"BIN\0", padded), version=version))
    for length in (0, 1, 3, len(good), 2**31, 2**32 - 1, 2**32 - 8):
        folder.write(f"glb_json_length_{length}.glb", good[:12] + struct.pack("<I", length) + good[16:])
    at = 20 + struct.unpack_from("<I", good, 12)[0]
    for length in (0, 1, 3, len(padded) - 4, len(padded) + 4, 2**31, 2**32 - 1):
        folder.write(f"glb_binary_length_{length}.glb", good[:at] + struct.pack("<I", length) + good[at + 4 :])
    two = (b"BIN\0", padded)
    others = {
        "magic": binary(text, two, magic=b"glTX"),
        "magic_text": binary(text, two, magic=b"{   "),
        "first_chunk": binary(text, two, kind=b"BIN\0"),
        "only_header": binary(text)[:12],
        "no_binary": binary(text),
        "two_binaries": binary(text, two, two),
        "unknown_first": good[:12] + struct.pack("<I", 4) + b"HUH?abcd" + good[12:],
        "unknown_between": binary(text, (b"HUH?", b"abcd"), two),
        "unknown_after": binary(text, two, (b"HUH?", b"abcd")),
        "empty_binary": binary({"asset": {"version": "2.0"}}, (b"BIN\0", b"")),
        "empty_json": binary(b""),
        "two_jsons": binary(text, (b"JSON", b"{}  "), two),
        "unaligned": binary(json.dumps(text).encode() + b" ", two, pad=False),
        "extra": good + b"more",
        "extra_long": good + bytes(100_000),
        "byte_order_mark": binary(b"\xef\xbb\xbf" + json.dumps(text).encode(), two),
        "utf16": binary(json.dumps(text).encode("utf-16"), two),
        "no_utf8": binary(b'{"asset":{"version":"2.0","generator":"\xff"}}'),
        "json_cut": binary(json.dumps(text).encode()[:-40], two),
        "json_zeros": binary(json.dumps({"asset": {"version": "2.0"}}).encode() + bytes(4)),
        "long_padding": binary(text, (b"BIN\0", padded + bytes(4))),
        "longer_padding": binary(text, (b"BIN\0", padded + bytes(4000))),
        "data_uri": binary(ways),
        "short_binary": binary(text, (b"BIN\0", padded[:-8])),
        "json_list": binary(b"[]"),
        "json_word": binary(b"true"),
        "json_deep": binary(b"[" * 200_000),
        "json_deep_objects": binary(b'{"a":' * 100_000),
        "two_buffers": binary({**text, "buffers": text["buffers"] * 2}, two),
        "minimal": binary({"asset": {"version": "2.0"}}),
    }
    for name, data in others.items():
        folder.write(f"glb_{name}.glb", data)
    for name, data in {
        "empty": b"",
        "space": b"  \n",
        "brace": b"{",
        "object": b"{}",
        "list": b"[]",
        "null": b"null",
        "zeros": bytes(64),
        "comment": b'{"asset":{"version":"2.0"}} // why',
        "comma": b'{"asset":{"version":"2.0"},}',
        "twice": b'{"asset":{"version":"2.0"},"asset":{"version":"2.0"}}',
        "nan": b'{"asset":{"version":"2.0"},"nodes":[{"translation":[NaN,0,0]}]}',
        "infinity": b'{"asset":{"version":"2.0"},"nodes":[{"translation":[1e999,0,0]}]}',
        "mark": b'\xef\xbb\xbf{"asset":{"version":"2.0"}}',
        "utf16": '{"asset":{"version":"2.0"}}'.encode("utf-16"),
        "latin1": '{"asset":{"version":"2.0","generator":"ä"}}'.encode("latin-1"),
        "surrogate": b'{"asset":{"version":"2.0","generator":"\\ud800"}}',
        "escape": b'{"asset":{"version":"2.0","generator":"\\u0000\\n"}}',
        "minus_zero": b'{"asset":{"version":"2.0"},"scene":-0,"scenes":[{}]}',
        "whole_as_float": b'{"asset":{"version":"2.0"},"scene":0.0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"n","translation":[1,2.0,3e0]}]}',
    }.items():
        folder.write(f"json_{name}.gltf", data)


def uris(folder, ways, data):
    good = base64.b64encode(data).decode()
    head = "data:application/octet-stream;base64,"
    named = {
        "data_gltf_buffer": "data:application/gltf-buffer;base64," + good,
        "data_text": "data:text/plain;base64," + good,
        "data_no_type": "data:;base64," + good,
        "data_no_base64": "data:application/octet-stream," + good,
        "data_no_comma": "data:application/octet-stream;base64" + good,
        "data_unpadded": head + good.rstrip("="),
        "data_bad_letter": head + "!" + good[1:],
        "data_spaces": head + good[:40] + "\n " + good[40:],
        "data_cut": head + good[:-5],
        "data_empty": head,
        "data_url_alphabet": head + good.replace("+", "-").replace("/", "_"),
        "data_charset": "data:application/octet-stream;charset=utf-8;base64," + good,
        "data_upper": "DATA:application/octet-stream;BASE64," + good,
        "data_percent": head + good.replace("+", "%2B"),
        "data_short": head + good[:400],
        "data_bare": "data:",
        "empty": "",
        "missing": "missing.bin",
        "here": "uri_here.bin",
        "dot": "./uri_here.bin",
        "below": "sub/uri.bin",
        "percent": "uri%20space.bin",
        "raw_space": "uri space.bin",
        "umlaut": "uri_ä.bin",
        "umlaut_percent": "uri_%C3%A4.bin",
        "percent_bad": "uri%zz.bin",
        "percent_no_utf8": "uri%ff.bin",
        "percent_nul": "uri%00.bin",
        "nul": "uri\0.bin",
        "parent": "../uri_here.bin",
        "parent_percent": "%2e%2e/uri_here.bin",
        "parent_slash": "..%2furi_here.bin",
        "parent_inside": "sub/../../uri_here.bin",
        "parent_back": "sub/../uri_here.bin",
        "backslash": "..\\uri_here.bin",
        "absolute": "/etc/hostname",
        "absolute_percent": "%2fetc%2fhostname",
        "file": "file:///etc/hostname",
        "file_short": "file:uri_here.bin",
        "http": "http://127.0.0.1:9/x.bin",
        "scheme_relative": "//127.0.0.1/x.bin",
        "drive": "C:/x.bin",
        "drive_backslash": "C:\\x.bin",
        "query": "uri_here.bin?x=1",
        "fragment": "uri_here.bin#x",
        "device": "/dev/zero",
        "directory": ".",
        "folder": "sub",
        "long": "a" * 5000 + ".bin",
    }
    for name, uri in named.items():
        folder.write(f"uri_{name}.gltf", changed(ways, ("buffers", 0, "uri"), uri))
        image = {
            "asset": {"version": "2.0"},
            "images": [{"uri": uri}],
            "textures": [{"source": 0}],
            "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        }
        if not name.startswith("data"):
            folder.write(f"image_uri_{name}.gltf", image)
    (folder.path / "sub").mkdir(exist_ok=True)
    for name in ("uri_here.bin", "sub/uri.bin", "uri space.bin", "uri_ä.bin"):
        (folder.path / name).write_bytes(data)


def trees(folder, ways):
    nodes = ways["nodes"]
    bare = lambda nodes, **more: {"asset": {"version": "2.0"}, "nodes": nodes, **more}
    for name, document in {
        "minimal": {"asset": {"version": "2.0"}},
        "no_scene": bare([{"name": "a"}]),
        "empty_scene": bare([{"name": "a"}], scenes=[{}], scene=0),
        "no_default": bare([{"name": "a"}], scenes=[{"nodes": [0]}]),
        "scenes_only": {"asset": {"version": "2.0"}, "scenes": [{"name": "s"}]},
        "scene_missing": bare([{"name": "a"}], scene=0),
        "scene_beyond": bare([{"name": "a"}], scenes=[{"nodes": [0]}], scene=1),
        "itself": bare([{"children": [0]}], scenes=[{"nodes": [0]}]),
        "loop": bare([{"children": [1]}, {"children": [2]}, {"children": [0]}]),
        "loop_in_scene": bare([{"children": [1]}, {"children": [0]}], scenes=[{"nodes": [0]}], scene=0),
        "loop_below": bare([{"children": [1]}, {"children": [2]}, {"children": [1]}], scenes=[{"nodes": [0]}], scene=0),
        "two_parents": bare([{"children": [2]}, {"children": [2]}, {}], scenes=[{"nodes": [0, 1]}], scene=0),
        "twice_child": bare([{"children": [1, 1]}, {}], scenes=[{"nodes": [0]}], scene=0),
        "root_is_child": bare([{"children": [1]}, {}], scenes=[{"nodes": [0, 1]}], scene=0),
        "twice_root": bare([{}], scenes=[{"nodes": [0, 0]}], scene=0),
        "child_beyond": bare([{"children": [5]}], scenes=[{"nodes": [0]}], scene=0),
        "deep": bare([*({"children": [at + 1]} for at in range(5000)), {}], scenes=[{"nodes": [0]}], scene=0),
        "deep_200": bare([*({"children": [at + 1]} for at in range(200)), {}], scenes=[{"nodes": [0]}], scene=0),
        "wide": bare(
            [{"children": list(range(1, 3000))}, *({} for _ in range(2999))], scenes=[{"nodes": [0]}], scene=0
        ),
        "matrix_and_parts": bare(
            [{"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "translation": [1, 0, 0]}],
            scenes=[{"nodes": [0]}],
        ),
        "matrix_sheared": bare(
            [{"matrix": [1, 0.5, 0, 0, 0, 1, 0.3, 0, 0, 0, 1, 0, 0, 0, 0, 1]}], scenes=[{"nodes": [0]}]
        ),
        "matrix_flat": bare([{"matrix": [0] * 16}], scenes=[{"nodes": [0]}]),
        "matrix_projective": bare(
            [{"matrix": [1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}], scenes=[{"nodes": [0]}]
        ),
        "matrix_huge": bare(
            [
                {"matrix": [1e38, 0, 0, 0, 0, 1e38, 0, 0, 0, 0, 1e38, 0, 1e38, 0, 0, 1]},
            ],
            scenes=[{"nodes": [0]}],
        ),
        "matrix_mirror": bare([{"matrix": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}], scenes=[{"nodes": [0]}]),
        "rotation_zero": bare([{"rotation": [0, 0, 0, 0]}], scenes=[{"nodes": [0]}]),
        "rotation_long": bare([{"rotation": [0, 0, 0, 2]}], scenes=[{"nodes": [0]}]),
        "rotation_rough": bare([{"rotation": [0, 0, 0.7071, 0.7071]}], scenes=[{"nodes": [0]}]),
        "rotation_rounded": bare([{"rotation": [0, 0, 0.70710678, 0.70710678]}], scenes=[{"nodes": [0]}]),
        "scale_zero": bare([{"scale": [0, 0, 0]}], scenes=[{"nodes": [0]}]),
        "scale_negative": bare([{"scale": [-1, 1, 1]}], scenes=[{"nodes": [0]}]),
        "translation_beyond_f32": bare([{"translation": [1e39, 0, 0]}], scenes=[{"nodes": [0]}]),
        "names_alike": bare([{"name": "a"}, {"name": "a"}, {"name": ""}, {}], scenes=[{"nodes": [0, 1, 2, 3]}]),
        "overflowing": bare(
            [{"children": [1], "scale": [1e30] * 3}, {"scale": [1e30] * 3, "translation": [1, 1, 1]}],
            scenes=[{"nodes": [0]}],
        ),
        "camera": bare([{"camera": 0}], cameras=[{"type": "perspective", "perspective": {"yfov": 9, "znear": 0}}]),
        "camera_beyond": bare([{"camera": 3}]),
        "mesh_beyond": bare([{"mesh": 3}], scenes=[{"nodes": [0]}]),
        "skin_beyond": bare([{"mesh": 0, "skin": 3}], meshes=[{"primitives": [{"attributes": {}}]}]),
    }.items():
        folder.write(f"tree_{name}.gltf", document)
    skins = {
        "no_joints": ("joints", GONE),
        "empty_joints": ("joints", []),
        "joint_beyond": ("joints", [1, 99]),
        "joint_twice": ("joints", [1, 1]),
        "joint_negative": ("joints", [1, -2]),
        "fewer_joints": ("joints", [1]),
        "joint_is_mesh": ("joints", [1, 0]),
        "skeleton_beyond": ("skeleton", 99),
        "skeleton_leaf": ("skeleton", 3),
        "skeleton_root": ("skeleton", 1),
        "no_binds": ("inverseBindMatrices", GONE),
        "binds_beyond": ("inverseBindMatrices", 999),
        "binds_are_times": ("inverseBindMatrices", 6),
        "joints_many": ("joints", [1, 2, 3]),
        "joints_70000": ("joints", [1, 2] * 35000),
    }
    for name, (field, value) in skins.items():
        folder.write(
            f"skin_{name}.gltf",
            changed({**ways, "skins": [{"skeleton": 1, **ways["skins"][0]}]}, ("skins", 0, field), value),
        )
    other = {
        "out_of_scene": {**ways, "scenes": [{"nodes": [0]}]},
        "loose_node": {**ways, "nodes": [*nodes, {"skin": 0}]},
        "without_mesh": changed(ways, ("nodes", 0, "mesh"), GONE),
        "without_skin": changed(ways, ("nodes", 0, "skin"), GONE),
        "mesh_without_joints": {
            **ways,
            "meshes": [
                {
                    "primitives": [
                        {"attributes": {"POSITION": ways["meshes"][0]["primitives"][0]["attributes"]["POSITION"]}}
                    ]
                }
            ],
        },
        "twice": {**ways, "nodes": [*nodes, {"mesh": 0, "skin": 0}], "scenes": [{"nodes": [0, 1, 4]}]},
    }
    for name, document in other.items():
        folder.write(f"skin_{name}.gltf", document)


def numbers(folder, ways, small):
    """Bytes that mean what cannot be, and accessors that do not fit."""
    attributes = ways["meshes"][0]["primitives"][0]["attributes"]
    points, joints, weights = attributes["POSITION"], attributes["JOINTS_0"], attributes["WEIGHTS_0"]
    index, binds = ways["meshes"][0]["primitives"][0]["indices"], ways["skins"][0]["inverseBindMatrices"]
    clip = ways["animations"][4]
    times, turns = clip["samplers"][0]["input"], clip["samplers"][0]["output"]
    nan, endless = float("nan"), float("inf")
    written = {
        "position_nan": (points, "f", nan),
        "position_infinite": (points, "f", endless),
        "position_out_of_bounds": (points, "f", 9.0),
        "position_huge": (points, "f", 3e38),
        "weight_nan": (weights, "f", nan),
        "weight_negative": (weights, "f", -0.5),
        "weight_small": (weights, "f", 0.5),
        "weight_large": (weights, "f", 7.0),
        "weight_zero": (weights, "4f", 0, 0, 0, 0),
        "weight_huge": (weights, "f", 3e38),
        "weight_tiny": (weights, "4f", 1e-40, 0, 0, 0),
        "joint_beyond": (joints, "4B", 0, 9, 0, 0),
        "joint_twice": (joints, "4B", 1, 1, 0, 0),
        "joint_unused": (joints, "4B", 0, 0, 1, 1),
        "joint_beyond_unused": (joints, "4B", 0, 0, 0, 77),
        "index_beyond": (index, "H", 500),
        "index_restart": (index, "H", 65535),
        "index_degenerate": (index, "3H", 0, 0, 0),
        "bind_nan": (binds, "f", nan),
        "bind_zero": (binds, "16f", *[0] * 16),
        "bind_last_row": (binds, "16f", *[1] * 16),
        "bind_infinite": (binds, "f", -endless),
        "time_nan": (times, "f", nan),
        "time_infinite": (times, "4f", 0, 1, 2, endless),
        "time_negative": (times, "f", -1.0),
        "time_equal": (times, "4f", 0.25, 0.25, 1.25, 2.0),
        "time_back": (times, "4f", 0.25, 1.5, 1.25, 2.0),
        "time_tiny_steps": (times, "4f", 0, 1e-44, 2e-44, 3e-44),
        "time_huge": (times, "4f", 0, 1, 2, 3e38),
        "turn_nan": (turns, "f", nan),
        "turn_zero": (turns, "4f", 0, 0, 0, 0),
        "turn_long": (turns, "4f", 0, 0, 0, 5.0),
        "turn_nearly": (turns, "4f", 0, 0, 0, 1.001),
    }
    for name, (accessor, form, *values) in written.items():
        folder.write(f"bytes_{name}.gltf", patched(ways, accessor, form, *values))
    for name, accessor in {
        "positions": points,
        "joints": joints,
        "weights": weights,
        "indices": index,
        "binds": binds,
        "times": times,
        "turns": turns,
    }.items():
        at = ways["accessors"][accessor]
        view = at["bufferView"]
        for told, path, value in (
            ("count_0", ("accessors", accessor, "count"), 0),
            ("count_fewer", ("accessors", accessor, "count"), at["count"] - 1),
            ("count_more", ("accessors", accessor, "count"), at["count"] + 1),
            ("count_billion", ("accessors", accessor, "count"), 10**9),
            ("count_overflow", ("accessors", accessor, "count"), 2**62),
            ("offset_1", ("accessors", accessor, "byteOffset"), 1),
            ("offset_4", ("accessors", accessor, "byteOffset"), 4),
            ("offset_overflow", ("accessors", accessor, "byteOffset"), 2**63),
            ("component_0", ("accessors", accessor, "componentType"), 0),
            ("component_5124", ("accessors", accessor, "componentType"), 5124),
            ("component_double", ("accessors", accessor, "componentType"), 5130),
            ("component_u32", ("accessors", accessor, "componentType"), 5125),
            ("component_i8", ("accessors", accessor, "componentType"), 5120),
            ("component_f32", ("accessors", accessor, "componentType"), 5126),
            ("type_scalar", ("accessors", accessor, "type"), "SCALAR"),
            ("type_vec2", ("accessors", accessor, "type"), "VEC2"),
            ("type_mat4", ("accessors", accessor, "type"), "MAT4"),
            ("type_mat2", ("accessors", accessor, "type"), "MAT2"),
            ("type_unknown", ("accessors", accessor, "type"), "VEC5"),
            ("normalized", ("accessors", accessor, "normalized"), True),
            ("min_short", ("accessors", accessor, "min"), [0] if at["type"] != "SCALAR" else [0, 0]),
            (
                "min_wrong",
                ("accessors", accessor, "min"),
                [1e6] * {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}[at["type"]],
            ),
            ("no_view", ("accessors", accessor, "bufferView"), GONE),
            ("view_beyond", ("accessors", accessor, "bufferView"), 9999),
            ("stride_4", ("bufferViews", view, "byteStride"), 4),
            ("stride_3", ("bufferViews", view, "byteStride"), 3),
            ("stride_6", ("bufferViews", view, "byteStride"), 6),
            ("stride_252", ("bufferViews", view, "byteStride"), 252),
            ("stride_256", ("bufferViews", view, "byteStride"), 256),
            ("view_short", ("bufferViews", view, "byteLength"), 5),
            ("view_zero", ("bufferViews", view, "byteLength"), 0),
            ("view_long", ("bufferViews", view, "byteLength"), 10**7),
            ("view_offset_beyond", ("bufferViews", view, "byteOffset"), 10**7),
            ("view_overflow", ("bufferViews", view, "byteOffset"), 2**64 - 4),
            ("buffer_beyond", ("bufferViews", view, "buffer"), 7),
            ("target_wrong", ("bufferViews", view, "target"), 34963 if name != "indices" else 34962),
            ("target_unknown", ("bufferViews", view, "target"), 3),
        ):
            folder.write(f"accessor_{name}_{told}.gltf", changed(ways, path, value))
    sparse = next(
        at for at, accessor in enumerate(small["accessors"]) if "sparse" in accessor and "bufferView" not in accessor
    )
    where = small["accessors"][sparse]["sparse"]
    spots = small["bufferViews"][where["indices"]["bufferView"]]["byteOffset"]
    for name, values in {"same": (4, 4), "back": (5, 4), "beyond": (4, 5000), "most": (4, 2**32 - 1)}.items():
        data = bytearray(bytes_of(small))
        struct.pack_into("<2I", data, spots, *values)
        folder.write(f"sparse_{name}.gltf", with_bytes(small, bytes(data)))
    for name, path, value in (
        ("count_0", ("count",), 0),
        ("count_more", ("count",), 99),
        ("count_billion", ("count",), 10**9),
        ("component_i16", ("indices", "componentType"), 5122),
        ("component_f32", ("indices", "componentType"), 5126),
        ("component_u8", ("indices", "componentType"), 5121),
        ("offset", ("indices", "byteOffset"), 2),
        ("offset_beyond", ("values", "byteOffset"), 10**6),
        ("no_values", ("values",), GONE),
        ("values_view_beyond", ("values", "bufferView"), 999),
        ("no_indices", ("indices",), GONE),
    ):
        folder.write(f"sparse_{name}.gltf", changed(small, ("accessors", sparse, "sparse", *path), value))
    folder.write("sparse_billion_zeros.gltf", changed(small, ("accessors", sparse, "count"), 10**9))
    zeros = {
        "asset": {"version": "2.0"},
        "accessors": [{"componentType": 5126, "count": 10**9, "type": "VEC3", "min": [0] * 3, "max": [0] * 3}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
        "scene": 0,
    }
    folder.write("zeros_billion.gltf", zeros)
    folder.write(
        "zeros_billion_unused.gltf",
        {
            **zeros,
            "nodes": [{}],
            "meshes": [],
        }
        | {"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}]},
    )
    zeros = changed(zeros, ("accessors", 0, "count"), 30_000)
    folder.write("zeros_many.gltf", zeros)
    folder.write(
        "zeros_instances.gltf", {**zeros, "nodes": [{"mesh": 0}] * 30_000, "scenes": [{"nodes": list(range(30_000))}]}
    )
    folder.write(
        "zeros_primitives.gltf", {**zeros, "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}] * 20_000}]}
    )


def motions(folder, ways):
    clip = lambda *steps: ("animations", 4, *steps)
    for name, path, value in (
        ("no_channels", clip("channels"), []),
        ("no_samplers", clip("samplers"), []),
        ("sampler_beyond", clip("channels", 0, "sampler"), 5),
        ("node_beyond", clip("channels", 0, "target", "node"), 99),
        ("no_node", clip("channels", 0, "target", "node"), GONE),
        ("no_target", clip("channels", 0, "target"), GONE),
        ("path_unknown", clip("channels", 0, "target", "path"), "colour"),
        ("path_weights", clip("channels", 0, "target", "path"), "weights"),
        ("path_scale", clip("channels", 0, "target", "path"), "scale"),
        ("path_pointer", clip("channels", 0, "target", "path"), "pointer"),
        ("way_unknown", clip("samplers", 0, "interpolation"), "BEZIER"),
        ("way_cubic", clip("samplers", 0, "interpolation"), "CUBICSPLINE"),
        ("way_lower", clip("samplers", 0, "interpolation"), "linear"),
        ("input_beyond", clip("samplers", 0, "input"), 999),
        ("output_beyond", clip("samplers", 0, "output"), 999),
        ("input_is_output", clip("samplers", 0, "input"), ways["animations"][4]["samplers"][0]["output"]),
        ("output_is_input", clip("samplers", 0, "output"), ways["animations"][4]["samplers"][0]["input"]),
        ("input_no_bounds", ("accessors", ways["animations"][4]["samplers"][0]["input"], "max"), GONE),
        ("channel_twice", clip("channels"), ways["animations"][4]["channels"] * 2),
        (
            "node_of_matrix",
            ("nodes", 2),
            {"name": "knee", "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.6, 0, 1], "children": [3]},
        ),
        ("mesh_node", clip("channels", 0, "target", "node"), 0),
        ("sampler_unused", clip("samplers"), ways["animations"][4]["samplers"] * 2),
        ("names_alike", ("animations", 3, "name"), ways["animations"][4]["name"]),
        ("no_name", clip("name"), GONE),
    ):
        folder.write(f"clip_{name}.gltf", changed(ways, path, value))
    folder.write("clip_thousand.gltf", {**ways, "animations": ways["animations"][:1] * 1000})
    folder.write(
        "clip_channels_thousand.gltf", changed(ways, clip("channels"), ways["animations"][4]["channels"] * 1000)
    )
    one = changed(ways, ("accessors", ways["animations"][2]["samplers"][0]["input"], "count"), 1)
    folder.write(
        "clip_cubic_one_key.gltf",
        changed(one, ("accessors", ways["animations"][2]["samplers"][0]["output"], "count"), 3),
    )


def surfaces(folder, ways):
    primitive = lambda *steps: ("meshes", 0, "primitives", 0, *steps)
    attributes = ways["meshes"][0]["primitives"][0]["attributes"]
    for mode in (0, 1, 2, 3, 5, 6, 7, -1, "TRIANGLES"):
        folder.write(f"mesh_mode_{mode}.gltf", changed(ways, primitive("mode"), mode))
    for name, path, value in (
        ("no_primitives", ("meshes", 0, "primitives"), []),
        ("no_attributes", primitive("attributes"), GONE),
        ("empty_attributes", primitive("attributes"), {}),
        ("no_position", primitive("attributes", "POSITION"), GONE),
        ("only_joints", primitive("attributes", "WEIGHTS_0"), GONE),
        ("only_weights", primitive("attributes", "JOINTS_0"), GONE),
        ("no_indices", primitive("indices"), GONE),
        ("indices_beyond", primitive("indices"), 999),
        ("indices_are_positions", primitive("indices"), attributes["POSITION"]),
        ("material_beyond", primitive("material"), 9),
        ("position_beyond", primitive("attributes", "POSITION"), 999),
        ("joints_are_weights", primitive("attributes", "JOINTS_0"), attributes["WEIGHTS_0"]),
        ("normals_are_positions", primitive("attributes", "NORMAL"), attributes["POSITION"]),
        ("uv_are_positions", primitive("attributes", "TEXCOORD_0"), attributes["POSITION"]),
        ("uv_second_only", primitive("attributes", "TEXCOORD_1"), attributes["POSITION"]),
        ("joints_1_only", primitive("attributes", "JOINTS_1"), attributes["JOINTS_0"]),
        ("joints_2", primitive("attributes", "JOINTS_2"), attributes["JOINTS_0"]),
        ("own_attribute", primitive("attributes", "_HEAT"), attributes["POSITION"]),
        ("unknown_attribute", primitive("attributes", "HEAT"), attributes["POSITION"]),
        ("lower_attribute", primitive("attributes", "position"), attributes["POSITION"]),
        ("leading_zero", primitive("attributes", "JOINTS_01"), attributes["JOINTS_0"]),
        ("targets_empty", primitive("targets"), []),
        ("targets_beyond", primitive("targets"), [{"POSITION": 999}]),
        ("targets", primitive("targets"), [{"POSITION": attributes["POSITION"]}]),
        ("target_weights", ("meshes", 0, "weights"), [0.5, 0.5]),
        (
            "draco",
            primitive("extensions"),
            {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {"POSITION": 0}}},
        ),
        ("count_differs", primitive("attributes", "NORMAL"), ways["skins"][0]["inverseBindMatrices"]),
    ):
        folder.write(f"mesh_{name}.gltf", changed(ways, path, value))
    for name, required, extra in (
        ("unknown", ["FOO_bar"], {}),
        ("draco", ["KHR_draco_mesh_compression"], {}),
        ("meshopt", ["EXT_meshopt_compression"], {}),
        ("meshopt_khr", ["KHR_meshopt_compression"], {}),
        ("basisu", ["KHR_texture_basisu"], {}),
        ("webp", ["EXT_texture_webp"], {}),
        ("avif", ["EXT_texture_avif"], {}),
        ("dds", ["MSFT_texture_dds"], {}),
        ("quantization", ["KHR_mesh_quantization"], {}),
        ("transform", ["KHR_texture_transform"], {}),
        ("unlit", ["KHR_materials_unlit"], {}),
        ("lights", ["KHR_lights_punctual"], {}),
        ("instancing", ["EXT_mesh_gpu_instancing"], {}),
        ("pointer", ["KHR_animation_pointer"], {}),
        ("specular_glossiness", ["KHR_materials_pbrSpecularGlossiness"], {}),
        ("xmp", ["KHR_xmp_json_ld"], {}),
        ("variants", ["KHR_materials_variants"], {}),
        ("transmission", ["KHR_materials_transmission"], {}),
        ("vrm", ["VRM"], {}),
        ("vrmc", ["VRMC_vrm"], {}),
        ("twice", ["FOO_bar", "FOO_bar"], {}),
        ("number", [7], {}),
        ("empty", [], {}),
        ("no_list", "FOO_bar", {}),
    ):
        folder.write(
            f"required_{name}.gltf", {**ways, "extensionsUsed": required, "extensionsRequired": required, **extra}
        )
        folder.write(f"used_{name}.gltf", {**ways, "extensionsUsed": required})
        folder.write(f"undeclared_{name}.gltf", {**ways, "extensionsRequired": required})
    meshopt = {
        "EXT_meshopt_compression": {
            "buffer": 0,
            "byteOffset": 0,
            "byteLength": 10,
            "byteStride": 4,
            "count": 3,
            "mode": "ATTRIBUTES",
        }
    }
    for must in (True, False):
        document = changed(ways, ("bufferViews", 0, "extensions"), meshopt)
        document = {
            **document,
            "extensionsUsed": ["EXT_meshopt_compression"],
            **({"extensionsRequired": ["EXT_meshopt_compression"]} if must else {}),
        }
        folder.write(f"meshopt_{'required' if must else 'used'}.gltf", document)
        document = {
            **changed(
                ways,
                primitive("extensions"),
                {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {"POSITION": 0}}},
            ),
            "extensionsUsed": ["KHR_draco_mesh_compression"],
        }
        folder.write(
            f"draco_{'required' if must else 'used'}.gltf",
            {**document, **({"extensionsRequired": ["KHR_draco_mesh_compression"]} if must else {})},
        )
    basisu = {
        "asset": {"version": "2.0"},
        "images": [{"uri": "x.ktx2", "mimeType": "image/ktx2"}],
        "textures": [{"extensions": {"KHR_texture_basisu": {"source": 0}}}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "extensionsUsed": ["KHR_texture_basisu"],
    }
    folder.write("basisu_used.gltf", basisu)
    folder.write("basisu_required.gltf", {**basisu, "extensionsRequired": ["KHR_texture_basisu"]})
    for version in ("1.0", "2.0", "2.1", "2.00", "3.0", "2", "", "two", "2.0.1", "02.0", " 2.0"):
        folder.write(f"version_{version.replace(' ', '_') or 'empty'}.gltf", {**ways, "asset": {"version": version}})
    for least in ("2.0", "2.1", "3.0", "1.0", "x"):
        folder.write(f"version_min_{least}.gltf", {**ways, "asset": {"version": "2.0", "minVersion": least}})
    texture = {
        "asset": {"version": "2.0"},
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0}],
        "images": [{"uri": "data:image/png;base64," + PNG}],
    }
    for name, path, value in (
        ("as_it_is", ("images", 0, "name"), "n"),
        ("source_beyond", ("textures", 0, "source"), 4),
        ("no_source", ("textures", 0, "source"), GONE),
        ("texture_beyond", ("materials", 0, "pbrMetallicRoughness", "baseColorTexture", "index"), 9),
        ("uri_and_view", ("images", 0, "bufferView"), 0),
        ("neither", ("images", 0, "uri"), GONE),
        ("mime_gif", ("images", 0, "mimeType"), "image/gif"),
        ("sampler_beyond", ("textures", 0, "sampler"), 3),
        ("no_type", ("images", 0, "uri"), "data:;base64," + PNG),
        ("jpeg_in_png", ("images", 0, "uri"), "data:image/png;base64,/9j/4AAQSkZJRg=="),
        ("no_base64", ("images", 0, "uri"), "data:image/png;base64,@@"),
        ("colour_above", ("materials", 0, "pbrMetallicRoughness", "baseColorFactor"), [2, 1, 1, 1]),
        ("colour_short", ("materials", 0, "pbrMetallicRoughness", "baseColorFactor"), [1, 1, 1]),
        ("colour_negative", ("materials", 0, "pbrMetallicRoughness", "baseColorFactor"), [-1, 1, 1, 1]),
        ("alpha_unknown", ("materials", 0, "alphaMode"), "DITHER"),
        ("cutoff_negative", ("materials", 0, "alphaCutoff"), -1),
        ("cutoff_alone", ("materials", 0, "alphaCutoff"), 0.3),
        ("double_sided_number", ("materials", 0, "doubleSided"), 1),
        ("coordinates_8", ("materials", 0, "pbrMetallicRoughness", "baseColorTexture", "texCoord"), 8),
        ("emissive_above", ("materials", 0, "emissiveFactor"), [2, 0, 0]),
        ("normal_texture_beyond", ("materials", 0, "normalTexture"), {"index": 9}),
        (
            "transform_undeclared",
            ("materials", 0, "pbrMetallicRoughness", "baseColorTexture", "extensions"),
            {"KHR_texture_transform": {"offset": [0.5, 0.5]}},
        ),
        (
            "transform_wrong",
            ("materials", 0, "pbrMetallicRoughness", "baseColorTexture", "extensions"),
            {"KHR_texture_transform": {"offset": "x", "scale": [1]}},
        ),
    ):
        folder.write(f"material_{name}.gltf", changed(texture, path, value))


def noise(folder, ways, rng):
    """Bytes of good files that were changed at random, always the same."""
    text, data = copy.deepcopy(ways), bytes_of(ways)
    del text["buffers"][0]["uri"]
    good = binary(text, (b"BIN\0", data + bytes(-len(data) % 4)))
    for at in range(60):
        spoilt = bytearray(good)
        for _ in range(rng.choice((1, 3, 20))):
            spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
        folder.write(f"noise_{at:02}.glb", bytes(spoilt))
    letters = json.dumps(ways).encode()
    for at in range(60):
        spoilt = bytearray(letters)
        for _ in range(rng.choice((1, 2))):
            spoilt[rng.randrange(len(spoilt) // 3)] = rng.choice(b'0123456789-.eE[]{}",: x')
        folder.write(f"noise_text_{at:02}.gltf", bytes(spoilt))


def main(path):
    folder = Folder(path)
    documents = {name: json.loads((MODELS / f"{name}.gltf").read_text()) for name in ("ways", "small", "parts")}
    # What no other model has.
    full = {
        "asset": {"version": "2.0", "minVersion": "2.0", "generator": "g", "copyright": "c"},
        "scene": 0,
        "scenes": [{"name": "s", "nodes": [0]}],
        "nodes": [
            {"name": "n", "mesh": 0, "weights": [0], "camera": 0, "children": [1]},
            {"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1]},
        ],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1, "zfar": 5, "aspectRatio": 1}}],
        "samplers": [{"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 33071}],
        "extras": {"any": [1]},
        "images": [{"name": "i", "uri": "uri_here.bin"}],
        "textures": [{"name": "t", "sampler": 0}],
        "materials": [
            {
                "name": "m",
                "emissiveFactor": [0, 0, 0],
                "alphaMode": "MASK",
                "alphaCutoff": 0.5,
                "normalTexture": {"index": 0, "scale": 1},
            }
        ],
        "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
        "meshes": [
            {"name": "f", "weights": [0], "primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}]}]}
        ],
    }
    folder.write("good_full.gltf", full)
    for name, document in documents.items():
        folder.write(f"good_{name}.gltf", document)
    every_field(folder, {**documents, "full": full})
    containers(folder, documents["ways"])
    uris(folder, documents["ways"], bytes_of(documents["ways"]))
    trees(folder, documents["ways"])
    numbers(folder, documents["ways"], documents["small"])
    motions(folder, documents["ways"])
    surfaces(folder, documents["ways"])
    noise(folder, documents["ways"], random.Random(18))
    print(f"{len(folder.names)} files")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
