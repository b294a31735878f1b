"""Where Blender 5.0 puts the joints and vertices of glTF files, for the oracles of tests.

    python3.11 -m venv blender && blender/bin/pip install bpy==5.0.1
    blender/bin/python workshop/assets/make/gltf_blender.py FILE…

writes model_blender.json beside model.glb. Every time is a key of all rotations and splines: in between, Blender
mixes quaternions number by number, and it drops a spline's tangents. Each number is compared with that of gltf_spec.py
too, and the worst is printed.

Left out is what Blender has under another name; the vertices of a mesh whose primitives share theirs; those of one with
morph targets; those of a skin that shares joints with another and binds them differently, since a bone of Blender's
has one bind pose; and those of a mesh that hangs on a bone, since the importer takes the bone's length for unscaled.
"""

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import bpy
import gltf_spec as spec
from mathutils import Matrix

MOMENTS = 5
MOST_VERTICES = 100

# Blender's z is up. Its bones point along y, which undoes the same turn on their other side.
UP_FROM_BLENDER = Matrix(((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (0, 0, 0, 1)))


def named(thing):
    """What the rest calls a node that the importer had to name."""
    return re.sub(r"^Node_(\d+)$", r"node \1", thing.name)


def places():
    """node -> its matrix as glTF means it, as Blender has the object or bone now."""
    out = {}
    graph = bpy.context.evaluated_depsgraph_get()
    for thing in bpy.context.scene.objects:
        seen = thing.evaluated_get(graph)
        if thing.type == "ARMATURE":
            for bone in seen.pose.bones:
                out[named(bone)] = spec.flat(UP_FROM_BLENDER @ seen.matrix_world @ bone.matrix)
        elif thing.type == "EMPTY":
            out[named(thing)] = spec.flat(UP_FROM_BLENDER @ seen.matrix_world @ UP_FROM_BLENDER.inverted())
    return out


def surfaces(model, every):
    """mesh node -> where every so manyeth vertex is."""
    graph = bpy.context.evaluated_depsgraph_get()
    plain = [model.name(node) for node in model.shown if "mesh" in model.nodes[node] and is_plain(model, node)]
    out = {}
    for thing in bpy.context.scene.objects:
        if thing.type == "MESH" and thing.name in plain:
            seen = thing.evaluated_get(graph)
            up = UP_FROM_BLENDER @ seen.matrix_world
            points = [up @ vertex.co for vertex in list(seen.data.vertices)[::every]]
            out[thing.name] = [spec.significant(value) for point in points for value in point]
    return out


def own_transforms():
    """What the importer gave every object and bone, to begin each clip from."""
    things = list(bpy.data.objects)
    return [
        (one, one.matrix_basis.copy()) for thing in things for one in [thing, *(thing.pose.bones if thing.pose else [])]
    ]


def play(clip, at_rest):
    """Makes every object play what the importer made of a clip for it, at the file's own times."""
    for thing in bpy.data.objects:
        data = thing.animation_data
        if data is None:
            continue
        for track in data.nla_tracks:
            track.mute = True
        data.action = None
        # A strip begins at frame one, so its action is played alone.
        for track in data.nla_tracks:
            if track.name == clip:
                data.action = track.strips[0].action
                data.action_slot = track.strips[0].action_slot
    for one, matrix in at_rest:
        one.matrix_basis = matrix


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # Frames are seconds: keys then lie where the file has them.
    bpy.context.scene.render.fps = 1000


def is_sure(model, clip, time):
    """Whether no channel is at that time where Blender mixes as glTF does not."""
    for channel in clip["channels"]:
        sampler = clip["samplers"][channel["sampler"]]
        way, path = sampler.get("interpolation", "LINEAR"), channel["target"]["path"]
        keys = [row[0] for row in model.accessor(sampler["input"])]
        is_between = keys[0] < time < keys[-1] and time not in keys
        if is_between and (way == "CUBICSPLINE" or (way == "LINEAR" and path == "rotation")):
            return False
    return True


def is_plain(model, node):
    """Whether Blender can have the mesh of a node as glTF means it."""
    primitives = model.json["meshes"][model.nodes[node]["mesh"]]["primitives"]
    if any("targets" in primitive for primitive in primitives):
        return False
    binds = {}
    for skin in model.json.get("skins", []):
        rows = model.accessor(skin["inverseBindMatrices"]) if "inverseBindMatrices" in skin else None
        for at, joint in enumerate(skin["joints"]):
            binds.setdefault(joint, []).append(rows and rows[at])
    own = model.nodes[node].get("skin")
    if own is None:
        return model.parents.get(node) not in binds
    return all(bind == binds[joint][0] for joint in model.json["skins"][own]["joints"] for bind in binds[joint])


def told(model, clip, every, at_rest):
    moments = spec.thinned(model.keys(clip), MOMENTS)
    moments = [time for time in moments if is_sure(model, clip, time)]
    joints, vertices = {}, {}
    play(re.sub(r"^animation (\d+)$", r"Anim_\1", clip["name"]), at_rest)
    for time in moments:
        frame = time * bpy.context.scene.render.fps
        bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
        for name, matrix in places().items():
            joints.setdefault(name, []).append(matrix)
        for name, points in surfaces(model, every).items():
            vertices.setdefault(name, []).append(points)
    return moments, joints, vertices


def worst(ours, theirs):
    """Leaves of what Blender says what has a counterpart; how much is left, and how far they are apart."""
    for name in list(theirs):
        if [len(row) for row in ours.get(name, [])] != [len(row) for row in theirs[name]]:
            del theirs[name]
    pairs = ((x, y) for name in theirs for a, b in zip(ours[name], theirs[name]) for x, y in zip(a, b))
    off = max((abs(a - b) for a, b in pairs), default=0.0)
    return f"{len(theirs)} of {len(ours)} within {off:.1e}"


def main(path):
    clear()
    bpy.ops.import_scene.gltf(filepath=str(path), bone_heuristic="BLENDER")
    model = spec.Model(path)
    most = max((len(thing.data.vertices) for thing in bpy.data.objects if thing.type == "MESH"), default=1)
    every = max(1, most // MOST_VERTICES)
    at_rest = own_transforms()
    clips = []
    for clip in model.json["animations"]:
        moments, joints, vertices = told(model, clip, every, at_rest)
        _, ours, points = spec.told(model, clip, moments, every)
        print(f"{path.name}, {clip['name']}: nodes {worst(ours, joints)}, meshes {worst(points, vertices)}")
        clips.append((clip["name"], moments, joints, vertices))
    by = f"Blender {bpy.app.version_string}"
    spec.write_oracle(spec.oracle_of(path, "blender"), model, by, every, clips)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        main(Path(argument))
