"""Where Blender puts the vertices of exported models, frame by frame, for the oracles of tests.

    cargo test --package proof export_blender::
    python3.11 -m venv blender5 && blender5/bin/pip install bpy==5.0.1
    blender5/bin/python workshop/assets/make/export_blender.py FOLDER FRAMES VERTICES target/tmp/knight.glb

writes FOLDER/knight.glb.json, with at most so many frames of each clip and so many vertices of each mesh; 0 stands
for all of them. What workshop/assets/exported has was made with 4 frames and 16 vertices.
"""

import json
import struct
import sys
import tempfile
from pathlib import Path

import bpy

FPS = 30


def significant(value):
    """Seven significant digits, and no negative zero."""
    return float(f"{value:.7g}") + 0.0


def thinned(things, most):
    """Some of many things, evenly from the first to the last."""
    count = len(things)
    if most == 0 or count <= most:
        return list(things)
    return [things[round(i * (count - 1) / (most - 1))] for i in range(most)]


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # Before the import, which makes frames of seconds.
    bpy.context.scene.render.fps = FPS


def play(clip):
    """Makes every object play what the glTF importer made of a clip for it."""
    for thing in bpy.data.objects:
        data = thing.animation_data
        if data is None:
            continue
        data.action = None
        for track in data.nla_tracks:
            track.mute = True
            if track.name == clip:
                data.action = track.strips[0].action
                data.action_slot = track.strips[0].action_slot


def stands():
    """Every object and bone by its name, and that of its armature."""
    for thing in bpy.data.objects:
        yield (thing.name, None), thing
        for bone in thing.pose.bones if thing.pose else []:
            yield (thing.name, bone.name), bone


def stand_at_rest(rest):
    for name, one in stands():
        one.matrix_basis = rest[name]


def without_animations(path):
    """The bytes of a glTF file whose nodes nothing moves."""
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    root = json.loads(data[20 : 20 + length])
    root.pop("animations", None)
    text = json.dumps(root).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length :]
    head = b"glTF" + struct.pack("<III", 2, 20 + len(text) + len(rest), len(text)) + b"JSON"
    return head + text + rest


def at_rest(path):
    """How every object and bone stands where nothing moves it. With animations, the importer leaves them in the first one."""
    with tempfile.TemporaryDirectory() as folder:
        still = Path(folder) / path.name
        still.write_bytes(without_animations(path))
        bpy.ops.import_scene.gltf(filepath=str(still), bone_heuristic="BLENDER")
    rest = {name: one.matrix_basis.copy() for name, one in stands()}
    clear()
    return rest


def positions(meshes, every):
    """Where Blender has some vertices of every mesh now, with y up."""
    graph = bpy.context.evaluated_depsgraph_get()
    out = {}
    for thing in meshes:
        seen = thing.evaluated_get(graph)
        vertices = seen.data.vertices
        picked = [seen.matrix_world @ vertices[index].co for index in every[thing.name]]
        out[thing.name] = [significant(v) for p in picked for v in (p.x, p.z, -p.y)]
    return out


def told(name, seconds, frames, meshes, every):
    numbers = thinned(range(int(seconds * FPS + 1e-4) + 1), frames)
    vertices = {thing.name: [] for thing in meshes}
    for number in numbers:
        bpy.context.scene.frame_set(number)
        for mesh, points in positions(meshes, every).items():
            vertices[mesh].append(points)
    return {"name": name, "times": [number / FPS for number in numbers], "vertices": vertices}


def last_frame(actions):
    return max((action.frame_range[1] for action in actions), default=0)


def main(folder, frames, vertices, path):
    clear()
    rest = at_rest(path)
    bpy.ops.import_scene.gltf(filepath=str(path), bone_heuristic="BLENDER")
    # The importer adds a shape to draw bones by.
    shapes = {bone.custom_shape for thing in bpy.data.objects if thing.pose for bone in thing.pose.bones}
    meshes = [thing for thing in bpy.data.objects if thing.type == "MESH" and thing not in shapes]
    every = {thing.name: thinned(range(len(thing.data.vertices)), vertices) for thing in meshes}
    clips = []
    tracks = [t for thing in bpy.data.objects if thing.animation_data for t in thing.animation_data.nla_tracks]
    for name in dict.fromkeys(track.name for track in tracks):
        seconds = last_frame([track.strips[0].action for track in tracks if track.name == name]) / FPS
        play(name)
        stand_at_rest(rest)
        clips.append(told(name, seconds, frames, meshes, every))
    counts = {thing.name: len(thing.data.vertices) for thing in meshes}
    head = {"by": f"Blender {bpy.app.version_string}", "file": path.name, "counts": counts, "picked": every}
    text = json.dumps({**head, "clips": clips}, separators=(",", ":"))
    out = Path(folder) / f"{path.name}.json"
    out.write_text(text.replace('{"name"', '\n{"name"').replace("[[", "[\n[").replace("],[", "],\n[") + "\n", newline="\n")


if __name__ == "__main__":
    folder, frames, vertices, *paths = sys.argv[1:]
    for argument in paths:
        main(folder, int(frames), int(vertices), Path(argument))
