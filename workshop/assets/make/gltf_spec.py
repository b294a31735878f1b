"""What a glTF file's joints and vertices do, by the formulas of the specification, for the oracles of tests.

    python3 workshop/assets/make/gltf_spec.py FILE…

writes FILE's oracle beside it: model.gltf gets model_oracle.json. It needs Python 3.11 and no packages. Nothing here
was made for speed, and all of it is worked out in double precision.

It reads plain files that are right: data URIs and the binary part of a .glb, no compression, and no morph targets,
which are left at rest. Whoever wants a judge of wrong files asks Khronos' validator.
"""

import base64
import json
import math
import struct
import sys
from pathlib import Path

COMPONENTS = {
    5120: ("b", 127.0),
    5121: ("B", 255.0),
    5122: ("h", 32767.0),
    5123: ("H", 65535.0),
    5125: ("I", None),
    5126: ("f", None),
}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
SPACE = "Y up, metres; model_from_node, its first three rows, one matrix for each of the times"
IDENTITY = [[float(row == column) for column in range(4)] for row in range(4)]


# Matrices are rows of numbers.


def times(a, b):
    return [[sum(a[row][k] * b[k][column] for k in range(4)) for column in range(4)] for row in range(4)]


def from_columns(numbers):
    return [[numbers[4 * column + row] for column in range(4)] for row in range(4)]


def moved(matrix, point):
    x, y, z = point
    return [m[0] * x + m[1] * y + m[2] * z + m[3] for m in matrix[:3]]


def from_trs(move, turn, scale):
    x, y, z, w = turn
    turned = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return [[*(a * s for a, s in zip(row, scale)), m] for row, m in zip(turned, move)] + [[0.0, 0.0, 0.0, 1.0]]


def unit(values):
    length = math.sqrt(sum(value * value for value in values))
    return [value / length for value in values]


class Model:
    """A file, and what it says at a time."""

    def __init__(self, path):
        self.file = path.name
        data = path.read_bytes()
        self.binary = b""
        if data[:4] == b"glTF":
            length = struct.unpack_from("<I", data, 12)[0]
            self.binary = data[20 + length + 8 :]
            data = data[20 : 20 + length]
        self.json = json.loads(data)
        self.buffers = [self.buffer(buffer, path) for buffer in self.json.get("buffers", [])]
        self.nodes = self.json["nodes"]
        for at, clip in enumerate(self.json.get("animations", [])):
            clip.setdefault("name", f"animation {at}")
        self.parents = {child: at for at, node in enumerate(self.nodes) for child in node.get("children", [])}
        scene = self.json["scenes"][self.json.get("scene", 0)]
        self.shown = self.below(scene["nodes"])

    def buffer(self, buffer, path):
        uri = buffer.get("uri")
        if uri is None:
            return self.binary
        if uri.startswith("data:"):
            return base64.b64decode(uri.split(",", 1)[1])
        return path.with_name(uri).read_bytes()

    def below(self, nodes):
        """These nodes and all below, parents first."""
        return [one for node in nodes for one in [node, *self.below(self.nodes[node].get("children", []))]]

    def name(self, node):
        return self.nodes[node].get("name", f"node {node}")

    def elements(self, view, offset, count, component, width):
        """Rows of raw numbers out of a buffer view."""
        view = self.json["bufferViews"][view]
        sign, size = COMPONENTS[component][0], width * struct.calcsize(COMPONENTS[component][0])
        stride = view.get("byteStride", size)
        first = view.get("byteOffset", 0) + offset
        data = self.buffers[view["buffer"]]
        return [list(struct.unpack_from(f"<{width}{sign}", data, first + at * stride)) for at in range(count)]

    def accessor(self, index):
        """An accessor's rows as numbers, sparse ones and normalised integers too."""
        accessor = self.json["accessors"][index]
        component, width, count = accessor["componentType"], WIDTHS[accessor["type"]], accessor["count"]
        rows = [[0] * width for _ in range(count)]
        if "bufferView" in accessor:
            rows = self.elements(accessor["bufferView"], accessor.get("byteOffset", 0), count, component, width)
        if sparse := accessor.get("sparse"):
            where, what = sparse["indices"], sparse["values"]
            kind = where["componentType"]
            at = self.elements(where["bufferView"], where.get("byteOffset", 0), sparse["count"], kind, 1)
            new = self.elements(what["bufferView"], what.get("byteOffset", 0), sparse["count"], component, width)
            for (place,), row in zip(at, new):
                rows[place] = row
        most = COMPONENTS[component][1]
        if accessor.get("normalized"):
            rows = [[max(value / most, -1.0) for value in row] for row in rows]
        return rows

    def at_rest(self, node):
        get = self.nodes[node].get
        if "matrix" in self.nodes[node]:
            return from_columns(get("matrix"))
        move, turn = get("translation", [0.0] * 3), get("rotation", [0.0, 0.0, 0.0, 1.0])
        return from_trs(move, turn, get("scale", [1.0] * 3))

    def model_from_nodes(self, clip, time):
        """node -> its matrix to the model, at a time of a clip."""
        moving = {}
        for channel in clip["channels"] if clip else []:
            target = channel["target"]
            if target["path"] != "weights" and "node" in target:
                value = self.sampled(clip["samplers"][channel["sampler"]], target["path"], time)
                moving.setdefault(target["node"], {})[target["path"]] = value
        out = {}
        for node in self.shown:
            own = self.at_rest(node)
            if node in moving:
                given = {**self.nodes[node], **moving[node]}
                turn = given.get("rotation", [0.0, 0.0, 0.0, 1.0])
                own = from_trs(given.get("translation", [0.0] * 3), turn, given.get("scale", [1.0] * 3))
            parent = self.parents.get(node)
            out[node] = own if parent is None else times(out[parent], own)
        return out

    def sampled(self, sampler, path, time):
        """Appendix C of the specification."""
        keys = [row[0] for row in self.accessor(sampler["input"])]
        values = self.accessor(sampler["output"])
        way = sampler.get("interpolation", "LINEAR")
        value_of = (lambda key: values[3 * key + 1]) if way == "CUBICSPLINE" else (lambda key: values[key])
        # Integers give no turn exactly.
        turned = unit if path == "rotation" else list
        if time <= keys[0]:
            return turned(value_of(0))
        if time >= keys[-1]:
            return turned(value_of(len(keys) - 1))
        key = max(at for at, when in enumerate(keys) if when <= time)
        span = keys[key + 1] - keys[key]
        t = (time - keys[key]) / span
        a, b = value_of(key), value_of(key + 1)
        if way == "STEP":
            return turned(a)
        if way == "LINEAR":
            return slerp(unit(a), unit(b), t) if path == "rotation" else [x + t * (y - x) for x, y in zip(a, b)]
        out_of, into = values[3 * key + 2], values[3 * key + 3]
        shares = (2 * t**3 - 3 * t**2 + 1, span * (t**3 - 2 * t**2 + t), 3 * t**2 - 2 * t**3, span * (t**3 - t**2))
        mixed = [sum(s * v for s, v in zip(shares, parts)) for parts in zip(a, out_of, b, into)]
        return turned(mixed)

    def vertices(self, node, model_from_nodes):
        """Where the vertices of a node's mesh are, primitive by primitive."""
        out = []
        skin = self.nodes[node].get("skin")
        if skin is not None:
            skin = self.json["skins"][skin]
            joints = skin["joints"]
            binds = [IDENTITY] * len(joints)
            if "inverseBindMatrices" in skin:
                binds = [from_columns(row) for row in self.accessor(skin["inverseBindMatrices"])]
            palette = [times(model_from_nodes[joint], bind) for joint, bind in zip(joints, binds)]
        for primitive in self.json["meshes"][self.nodes[node]["mesh"]]["primitives"]:
            attributes = primitive["attributes"]
            points = self.accessor(attributes["POSITION"])
            if skin is None:
                out += [moved(model_from_nodes[node], point) for point in points]
                continue
            sets = [at for at in range(8) if f"JOINTS_{at}" in attributes]
            joints = [self.accessor(attributes[f"JOINTS_{at}"]) for at in sets]
            weights = [self.accessor(attributes[f"WEIGHTS_{at}"]) for at in sets]
            for vertex, point in enumerate(points):
                shares = [(w, j) for js, ws in zip(joints, weights) for j, w in zip(js[vertex], ws[vertex]) if w]
                whole = sum(share for share, _ in shares)
                ends = [(share / whole, moved(palette[joint], point)) for share, joint in shares]
                out.append([sum(share * end[axis] for share, end in ends) for axis in range(3)])
        return out

    def keys(self, clip):
        """The times of all keys of a clip."""
        inputs = {sampler["input"] for sampler in clip["samplers"]}
        return sorted({row[0] for one in inputs for row in self.accessor(one)})

    def moments(self, clip):
        """Times of a clip: keys, in between, before the first and after the last."""
        keys = self.keys(clip)
        between = [a + part * (b - a) for (a, b), part in zip(zip(keys, keys[1:]), [0.3, 0.75, 0.5] * len(keys))]
        return sorted({0.0, 0.5 * keys[0], *thinned(keys, 6), *thinned(between, 6), keys[-1] + 0.5})


def slerp(a, b, t):
    dot = sum(x * y for x, y in zip(a, b))
    angle = math.acos(min(abs(dot), 1.0))
    if angle < 1e-6:
        return unit([x + t * (math.copysign(1.0, dot) * y - x) for x, y in zip(a, b)])
    start, end = math.sin((1 - t) * angle), math.copysign(1.0, dot) * math.sin(t * angle)
    return [(start * x + end * y) / math.sin(angle) for x, y in zip(a, b)]


def thinned(items, most):
    """Some of a list, the first and the last among them."""
    if len(items) <= most:
        return items
    return [items[round(at * (len(items) - 1) / (most - 1))] for at in range(most)]


def significant(value):
    """Seven significant digits, and no negative zero."""
    return float(f"{value:.7g}") + 0.0


def flat(matrix):
    return [significant(value) for row in list(matrix)[:3] for value in row]


def oracle_of(path, kind):
    """Beside a model of one's own; for those in assets/, in a folder of the same name in workshop/assets/."""
    name = f"{path.stem}_{kind}.json"
    ours = Path(__file__).resolve().parents[3] / "assets"
    own = path.resolve().parent
    return Path(__file__).resolve().parents[1] / own.name / name if own.parent == ours else path.with_name(name)


def write_oracle(path, model, by, every, clips):
    """Of every clip: its name, times, node -> matrices, node -> positions at each of the times."""
    carriers = [model.name(node) for node in model.shown if "mesh" in model.nodes[node]]
    lines = [f'"file": {json.dumps(model.file)}', f'"by": {json.dumps(by)}', f'"space": {json.dumps(SPACE)}']
    lines += [f'"carriers": {json.dumps(carriers)}', f'"every": {every}']
    told = []
    for name, moments, joints, vertices in clips:
        parts = [f'"name": {json.dumps(name)}', f'"times": {json.dumps([significant(time) for time in moments])}']
        parts += [f'"joints": {table(joints)}', f'"vertices": {table(vertices)}']
        told.append("{\n" + ",\n".join(parts) + "\n}")
    lines.append('"clips": [\n' + ",\n".join(told) + "\n]")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", newline="\n")


def table(rows):
    """name -> rows of numbers, a row to a line."""
    lists = [
        f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in given) + "\n]"
        for name, given in rows.items()
    ]
    return "{\n" + ",\n".join(lists) + "\n}"


def told(model, clip, moments, every):
    """What an oracle tells of a clip."""
    joints, vertices = {}, {}
    for time in moments:
        matrices = model.model_from_nodes(clip, time)
        for node, matrix in matrices.items():
            joints.setdefault(model.name(node), []).append(flat(matrix))
            if "mesh" in model.nodes[node]:
                points = model.vertices(node, matrices)[::every]
                row = [significant(value) for point in points for value in point]
                vertices.setdefault(model.name(node), []).append(row)
    return moments, joints, vertices


def main(path):
    model = Model(path)
    clips = model.json.get("animations", [])
    clips = [(clip["name"], *told(model, clip, model.moments(clip), 1)) for clip in clips]
    write_oracle(oracle_of(path, "oracle"), model, "the formulas of glTF 2.0", 1, clips)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        main(Path(argument))
