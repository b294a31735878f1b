"""Makes the odd models of workshop/proof/tests/odd/, which the table of readers has rows for.

    python3 workshop/assets/make/odd_models.py

Needs Python 3.11 and no packages. Two files of one name are one model in two formats: a strip in the plane z = 0.
"""

import base64
import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from gltf_models import File, about, move

OUT = Path(__file__).resolve().parents[3] / "workshop" / "proof" / "tests" / "odd"
LEVELS = [0.0, 0.5, 1.0, 1.5]
TRIANGLES = [at for low in (0, 2, 4) for at in (low, low + 1, low + 3, low, low + 3, low + 2)]
TIMES, ANGLES, PLACES = [0, 1, 2], [0, 60, -40], [[0, 0, 0], [0.5, 0, 0], [0, 0.25, 0]]


def strip(x):
    """Two points on each level."""
    return [[x + side, level, 0] for level in LEVELS for side in (-0.1, 0.1)]


def write_gltf(name, file):
    file.json = {key: value for key, value in file.json.items() if value != []}
    file.json["asset"]["generator"] = "assets/make/odd_models.py"
    if file.bytes:
        uri = "data:application/octet-stream;base64," + base64.b64encode(file.bytes).decode()
        file.json["buffers"] = [{"byteLength": len(file.bytes), "uri": uri}]
    (OUT / name).write_text(json.dumps(file.json, separators=(",", ":")) + "\n", newline="\n")


def gltf_mesh(file, name, x, attributes=(), **more):
    points = strip(x)
    attributes = {"POSITION": file.rows(points, bounds=True), "NORMAL": file.rows([[0, 0, 1]] * 8), **dict(attributes)}
    primitive = {"attributes": attributes, "indices": file.numbers(TRIANGLES, kind="u16"), **more}
    return file.add("meshes", name=name, primitives=[primitive])


def source(name, rows, kind="float"):
    text = " ".join(str(value) for row in rows for value in row)
    size, width = len(rows) * len(rows[0]), len(rows[0])
    return (
        f'<source id="{name}"><{kind}_array id="{name}-list" count="{size}">{text}</{kind}_array><technique_common>'
        f'<accessor source="#{name}-list" count="{len(rows)}" stride="{width}"/></technique_common></source>\n'
    )


def dae_mesh(name, x, colours=None):
    inputs = f'<input semantic="VERTEX" source="#{name}-points" offset="0"/>'
    inputs += f'<input semantic="NORMAL" source="#{name}-normals" offset="1"/>'
    if colours:
        inputs += f'<input semantic="COLOR" source="#{name}-colours" offset="0"/>'
    corners = " ".join(f"{at} 0" for at in TRIANGLES)
    return (
        f'<geometry id="{name}" name="{name}"><mesh>\n{source(name + "-places", strip(x))}'
        f"{source(name + '-normals', [[0, 0, 1]])}{source(name + '-colours', colours) if colours else ''}"
        f'<vertices id="{name}-points"><input semantic="POSITION" source="#{name}-places"/></vertices>\n'
        f'<triangles material="paint" count="6">{inputs}<p>{corners}</p></triangles>\n</mesh></geometry>\n'
    )


def write_dae(name, nodes, **libraries):
    """The paint has the colour 1 0.5 0.5."""
    paint = "<profile_COMMON><technique sid='t'><lambert><diffuse><color>1 0.5 0.5 1</color></diffuse></lambert></technique>"
    libraries["effects"] = f'<effect id="effect">{paint}</profile_COMMON></effect>'
    libraries["materials"] = '<material id="paint"><instance_effect url="#effect"/></material>'
    libraries["visual_scenes"] = f'<visual_scene id="scene">\n{nodes}</visual_scene>'
    body = "".join(f"<library_{kind}>{text}</library_{kind}>\n" for kind, text in libraries.items())
    text = f'<COLLADA version="1.4.1"><asset><up_axis>Y_UP</up_axis></asset>\n{body}</COLLADA>\n'
    (OUT / name).write_text(text, newline="\n")


def bound(tag, name):
    bind = '<bind_material><technique_common><instance_material symbol="paint" target="#paint"/></technique_common></bind_material>'
    return f'<{tag} url="#{name}">{bind}</{tag}>'


def coloured():
    """Three strips: in one colour, in several, and in white."""
    one, several = [[0.5, 0.25, 1.0]] * 8, [[at / 8, 1 - at / 8, 0.5] for at in range(8)]
    light = lambda rows: [[part**2.2 for part in row] for row in rows]
    file, nodes, meshes = File(), "", ""
    file.add("materials", name="paint", pbrMetallicRoughness={"baseColorFactor": [1, 0.5**2.2, 0.5**2.2, 1]})
    for at, (name, rows) in enumerate([("one", one), ("several", several), ("white", [[1.0] * 3] * 8)]):
        linear = light(rows)
        colours = file.rows([[*row, 1] for row in linear], "u16", normalized=True) if at == 0 else file.rows(linear)
        file.add("nodes", name=name, mesh=gltf_mesh(file, name, at, {"COLOR_0": colours}, material=0))
        nodes += f'<node id="node-{name}" name="{name}">{bound("instance_geometry", name)}</node>\n'
        meshes += dae_mesh(name, at, [[*row, 1.0] for row in rows])
    file.add("scenes", nodes=[0, 1, 2])
    write_gltf("coloured.gltf", file)
    write_dae("coloured.dae", nodes, geometries=meshes)


def keyed(target, rows):
    """The keys of a transform in a Collada file."""
    key = target.split("/")[0]
    keys = f"<animation>{source(key + '-in', [[time] for time in TIMES])}{source(key + '-out', rows)}"
    keys += f'<sampler id="{key}-keys"><input semantic="INPUT" source="#{key}-in"/>'
    keys += f'<input semantic="OUTPUT" source="#{key}-out"/></sampler>'
    return keys + f'<channel source="#{key}-keys" target="{target}"/></animation>\n'


def turned(name):
    return keyed(f"{name}/turn.ANGLE", [[angle] for angle in ANGLES])


def skinned(name, order, weights):
    """A skin of these joints, in this order. `weights` has each level's, in the same order."""
    above = {"hip": 0.0, "knee": 0.5}
    binds = [move(0, -above[joint], 0) for joint in order]
    rows = [row for row in weights for _ in range(2)]
    padded = [[*row, 0, 0, 0][:4] for row in rows]
    joints = [[at if at < len(order) else 0 for at in range(4)]] * 8
    file = File()
    attributes = {"JOINTS_0": file.rows(joints, "u8"), "WEIGHTS_0": file.rows(padded)}
    mesh = gltf_mesh(file, "strip", 0, attributes)
    numbers = {"hip": 1, "knee": 2}
    skin = file.add("skins", joints=[numbers[joint] for joint in order], inverseBindMatrices=file.rows(binds))
    file.add("nodes", name="strip", mesh=mesh, skin=skin)
    file.add("nodes", name="hip", children=[2])
    file.add("nodes", name="knee", translation=[0, 0.5, 0])
    file.add("scenes", nodes=[0, 1])
    turns = [about((0, 0, 1), angle) for angle in ANGLES]
    file.clip("sway", (1, "translation", "LINEAR", TIMES, PLACES), (2, "rotation", "LINEAR", TIMES, turns))
    write_gltf(f"{name}.gltf", file)

    columns = [[bind[4 * column + row] for row in range(4) for column in range(4)] for bind in binds]
    pairs = [(joint, at * len(order) + joint) for at, row in enumerate(rows) for joint in range(len(order)) if row[joint]]
    counts = " ".join(str(sum(1 for weight in row if weight)) for row in rows)
    controller = (
        f'<controller id="skin"><skin source="#strip">\n{source("joints", [[joint] for joint in order], "Name")}'
        f"{source('binds', columns)}{source('weights', [[weight] for row in rows for weight in row])}"
        '<joints><input semantic="JOINT" source="#joints"/><input semantic="INV_BIND_MATRIX" source="#binds"/></joints>\n'
        '<vertex_weights count="8"><input semantic="JOINT" source="#joints" offset="0"/>'
        f'<input semantic="WEIGHT" source="#weights" offset="1"/><vcount>{counts}</vcount>'
        f"<v>{' '.join(f'{joint} {weight}' for joint, weight in pairs)}</v></vertex_weights>\n</skin></controller>\n"
    )
    keys = keyed("hip/move", PLACES) + turned("knee")
    nodes = (
        f'<node id="strip-node" name="strip">{bound("instance_controller", "skin")}</node>\n'
        '<node id="hip" sid="hip" name="hip" type="JOINT"><translate sid="move">0 0 0</translate>'
        '<node id="knee" sid="knee" name="knee" type="JOINT"><translate>0 0.5 0</translate>'
        '<rotate sid="turn">0 0 1 0</rotate></node></node>\n'
    )
    write_dae(f"{name}.dae", nodes, geometries=dae_mesh("strip", 0), controllers=controller, animations=keys)


def clip_alone():
    """A leg that a clip moves, without a skin, a mesh or a word that it has joints. Its foot has no keys."""
    file = File()
    above = {"scene": 0, "hip": 1, "knee": -0.5, "foot": -0.5, "lamp": 2}
    for name, up in above.items():
        file.add("nodes", name=name, translation=[0, up, 0])
    for node, children in ((0, [1, 4]), (1, [2]), (2, [3])):
        file.json["nodes"][node]["children"] = children
    file.add("scenes", nodes=[0])
    turns = [about((0, 0, 1), angle) for angle in ANGLES]
    file.clip("kick", *((node, "rotation", "LINEAR", TIMES, turns) for node in (1, 2)))
    write_gltf("clip_alone.gltf", file)

    keys = "".join(turned(name) for name in ("hip", "knee"))
    node = lambda name, inside: (
        f'<node id="{name}" name="{name}"><translate>0 {above[name]} 0</translate>'
        f'<rotate sid="turn">0 0 1 0</rotate>{inside}</node>'
    )
    leg = node("hip", node("knee", node("foot", "")))
    write_dae("clip_alone.dae", node("scene", leg + node("lamp", "")) + "\n", animations=keys)


def others():
    """A mesh that no node has, a figure of VRM 0, a file with more than a hundred notes, and one that Draco packed."""
    for name, more in (
        ("nothing", {}),
        ("looks_away", {"extensions": {"VRM": {}}, "extensionsUsed": ["VRM"]}),
        ("noted", {}),
        ("packed", {key: ["KHR_draco_mesh_compression"] for key in ("extensionsUsed", "extensionsRequired")}),
    ):
        file = File()
        mesh = gltf_mesh(file, "strip", 0)
        file.add("nodes", **({} if name == "nothing" else {"mesh": mesh}))
        if name == "noted":
            file.add("skins", joints=[0])
            file.json["nodes"] += [{"skin": 0}] * 120
        file.add("scenes", nodes=list(range(len(file.json["nodes"]))))
        file.json.update(more)
        write_gltf(f"{name}.gltf", file)
    write_dae("nothing.dae", '<node id="empty"/>\n', geometries=dae_mesh("strip", 0))


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    coloured()
    # The joints stand in another order than in the tree, and nothing influences the upper end.
    skinned("weightless", ["knee", "hip"], [[0, 1], [0.5, 0.5], [0.7, 0.2], [0, 0]])
    skinned("one_joint", ["knee"], [[1], [1], [1], [1]])
    clip_alone()
    others()


if __name__ == "__main__":
    main()
