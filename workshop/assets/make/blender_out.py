"""What the scripts for Blender 3.4 share: a clean scene, an armature, curves, the export and the oracle."""

import json
import re

import bpy
from mathutils import Vector

HEAD = '"space": "Z up, metres; model_from_joint, row by row, one matrix for each of the times"'


def clear():
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)


def both_sides(middle, left):
    """All of (name, parent, head): what lies in the middle, and what lies left, mirrored for the right."""
    out = list(middle)
    names = {name for name, _, _ in middle}
    for side, sign in ((".L", 1), (".R", -1)):
        for name, parent, (x, y, z) in left:
            out.append((name + side, parent if parent in names else parent + side, (sign * x, y, z)))
    return out


def armature(name, joints, tails, roll):
    """An armature of (name, parent, head); `roll` gives the way that a bone's own z is turned towards."""
    data = bpy.data.armatures.new(name)
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.mode_set(mode="EDIT")
    for joint, parent, head in joints:
        bone = data.edit_bones.new(joint)
        bone.head, bone.tail = Vector(head), tails[joint]
        bone.align_roll(roll(joint))
        if parent:
            bone.parent = data.edit_bones[parent]
    bpy.ops.object.mode_set(mode="OBJECT")
    return thing


def bind(mesh, weights, to):
    """Hangs a mesh below an armature that moves it, by each vertex's joints and weights."""
    for index, shares in enumerate(weights):
        for joint, weight in shares.items():
            group = mesh.vertex_groups.get(joint) or mesh.vertex_groups.new(name=joint)
            group.add([index], weight, "REPLACE")
    mesh.parent = to
    mesh.modifiers.new("Armature", "ARMATURE").object = to


def curves(action, bone, path, rows):
    """F-curves for a bone's property, a key on every frame."""
    for index in range(len(rows[0])):
        curve = action.fcurves.new(f'pose.bones["{bone}"].{path}', index=index, action_group=bone)
        curve.keyframe_points.add(len(rows))
        curve.keyframe_points.foreach_set("co", [v for f, row in enumerate(rows) for v in (f, row[index])])
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"
        curve.update()


def export(path, things, last_frame):
    """Writes objects, with a matrix key per frame for every joint."""
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 0, last_frame
    scene.frame_set(0)
    for thing in scene.objects:
        thing.select_set(thing in things)
    bpy.ops.wm.collada_export(
        filepath=str(path),
        selected=True,
        include_animations=True,
        export_animation_type_selection="sample",
        sampling_rate=1,
        # Without this, a joint that holds still in a clip would have no channel, and so stand as at rest.
        keep_flat_curves=True,
        export_animation_transformation_type_selection="matrix",
        export_object_transformation_type_selection="matrix",
        use_texture_copies=False,
    )
    text = path.read_text(encoding="utf-8")
    # A date would make every run's file another one.
    text = re.sub(r"<(created|modified)>[^<]*<", r"<\1>2025-01-01T00:00:00<", text)
    # The exporter gives a picture's whole path; it lies beside the file.
    text = re.sub(r"<init_from>[^<]*/([^/<]+)<", r"<init_from>\1<", text)
    path.write_text(text, encoding="utf-8", newline="\n")


def export_glb(path, things):
    """Writes objects into one file, Y up, with their textures and every action of the one armature."""
    for thing in bpy.context.scene.objects:
        thing.select_set(thing in things)
    bpy.ops.export_scene.gltf(
        filepath=str(path),
        export_format="GLB",
        use_selection=True,
        # A key for every joint and frame, as in the Collada files.
        export_frame_range=False,
        export_force_sampling=True,
        export_optimize_animation_size=False,
        export_anim_single_armature=True,
        export_colors=False,
    )


def key_times(path):
    """The exported keys' times, as rounded by the exporter: the same for every joint."""
    found = re.search(r'-input-array" count="\d+">([^<]+)<', path.read_text(encoding="utf-8"))
    return [float(time) for time in found.group(1).split()]


def significant(value):
    """Seven significant digits, and no negative zero."""
    return float(f"{value:.7g}") + 0.0


def joints_now(thing):
    """joint -> model_from_joint as Blender evaluates it, row by row."""
    return {
        bone.name: [significant(value) for row in thing.matrix_world @ bone.matrix for value in row]
        for bone in thing.pose.bones
    }


def positions_now(mesh, every):
    """Where Blender has every so manyeth vertex, to the micrometre."""
    seen = mesh.evaluated_get(bpy.context.evaluated_depsgraph_get())
    picked = list(seen.data.vertices)[::every]
    return [round(value, 6) + 0.0 for vertex in picked for value in seen.matrix_world @ vertex.co]


def write_oracle(path, model, thing, meshes, frames, every):
    """Where Blender has the joints, and some vertices, at some of an exported file's own times."""
    times = key_times(model)
    joints, vertices = [], {mesh.name: [] for mesh in meshes}
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        joints.append(joints_now(thing))
        for mesh in meshes:
            vertices[mesh.name].append(positions_now(mesh, every))
    lines = [f'"file": {json.dumps(model.name)}', HEAD, f'"times": {json.dumps([times[frame] for frame in frames])}']
    lines.append('"joints": ' + table({name: [pose[name] for pose in joints] for name in joints[0]}))
    if meshes:
        lines.append(f'"every": {every}')
        lines.append('"vertices": ' + table(vertices))
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", newline="\n")


def table(rows):
    """name -> rows of numbers, a row to a line."""
    lists = [
        f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in given) + "\n]"
        for name, given in rows.items()
    ]
    return "{\n" + ",\n".join(lists) + "\n}"
