"""Makes the heron of lessons 05 and 06: assets/joints/heron.dae and workshop/assets/joints/heron_oracle.json.

    blender --background --factory-startup --python workshop/assets/make/heron.py

Needs Blender 3.4, which ships the Collada exporter. The same bytes come out every time.

heron.dae is what Blender writes of an armature and its action: Z up, metres, one matrix key a frame.
heron_oracle.json says where Blender itself puts every joint at ten of those keys, so that a reader can be
held against somebody else's arithmetic.

Space: Blender's, Z up. The bird looks along -Y, its left is +X. Lines are drawn from joint to joint, so every
chain ends in a short tip bone, whose head is where the last line ends.
"""

import json
import math
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import blender_out
import bpy
from mathutils import Matrix, Quaternion, Vector

OUT = Path(__file__).resolve().parents[3] / "assets" / "joints"
ORACLES = Path(__file__).resolve().parents[1] / "joints"

FPS = 30
FRAMES = 48  # one beat of the wings; frame 48 is frame 0 again
HEIGHT = 1.4  # the armature object stands so high, so that its own node counts for something
TIP = 0.03  # the length of a tip bone
ORACLE_FRAMES = (0, 1, 5, 11, 16, 24, 29, 37, 43, 48)

# ---------------------------------------------------------------------------------------------------------
# The skeleton: name, parent, head. Parents stand before their children; a bone reaches to its first child.

MIDDLE = [
    ("pelvis", "", (0.0, 0.16, 0.0)),
    ("spine", "pelvis", (0.0, 0.03, 0.015)),
    ("chest", "spine", (0.0, -0.12, 0.02)),
    ("neck", "chest", (0.0, -0.25, 0.005)),
    ("neck.001", "neck", (0.0, -0.355, -0.03)),
    ("neck.002", "neck.001", (0.0, -0.450, -0.01)),
    ("neck.003", "neck.002", (0.0, -0.495, 0.075)),
    ("neck.004", "neck.003", (0.0, -0.485, 0.165)),
    ("head", "neck.004", (0.0, -0.535, 0.235)),
    ("beak", "head", (0.0, -0.745, 0.205)),
    ("tail", "pelvis", (0.0, 0.25, 0.0)),
    ("tail tip", "tail", (0.0, 0.39, -0.005)),
]

# The left side; the right is its mirror image.
LEFT = [
    ("wing", "chest", (0.07, -0.16, 0.065)),
    ("forearm", "wing", (0.28, -0.06, 0.095)),
    ("hand", "forearm", (0.56, -0.19, 0.11)),
    ("finger", "hand", (0.73, -0.155, 0.11)),
    ("finger.mid", "finger", (0.88, -0.06, 0.105)),
    ("finger.tip", "finger.mid", (0.99, 0.07, 0.10)),
    ("primary", "hand", (0.63, -0.175, 0.11)),
    ("primary.tip", "primary", (0.77, 0.20, 0.10)),
    ("secondary", "forearm", (0.42, -0.125, 0.1025)),
    ("secondary.tip", "secondary", (0.49, 0.26, 0.095)),
    ("leg", "pelvis", (0.03, 0.17, -0.025)),
    ("shin", "leg", (0.04, 0.235, -0.075)),
    ("foot", "shin", (0.032, 0.50, -0.055)),
    ("toes", "foot", (0.022, 0.80, -0.07)),
]


def joints():
    """All of (name, parent, head)."""
    return blender_out.both_sides(MIDDLE, LEFT)


def tail_of(name, parent, heads, children):
    """Where a bone ends: at its first child, or a little further on its parent's way."""
    if not parent:
        # Upright: of a bone that points along -Y Blender knows the sideways axes to five digits only.
        return heads[name] + Vector((0.0, 0.0, 0.1))
    if children.get(name):
        return heads[children[name][0]]
    way = heads[name] - heads[parent]
    return heads[name] + way.normalized() * TIP


def build():
    armature = bpy.data.armatures.new("heron")
    bird = bpy.data.objects.new("Heron", armature)
    bird.location = (0.0, 0.0, HEIGHT)
    bpy.context.scene.collection.objects.link(bird)
    bpy.context.view_layer.objects.active = bird
    bird.select_set(True)
    heads = {name: Vector(head) for name, _, head in joints()}
    children = {}
    for name, parent, _ in joints():
        children.setdefault(parent, []).append(name)
    bpy.ops.object.mode_set(mode="EDIT")
    for name, parent, _ in joints():
        bone = armature.edit_bones.new(name)
        bone.head, bone.tail = heads[name], tail_of(name, parent, heads, children)
        bone.align_roll(Vector((0.0, 0.0, 1.0) if parent else (0.0, 1.0, 0.0)))
        if parent:
            bone.parent = armature.edit_bones[parent]
    bpy.ops.object.mode_set(mode="OBJECT")
    return bird


# ---------------------------------------------------------------------------------------------------------
# The motion: one beat, phase 0 to 2 pi. The wings go down in the first half and come up in the second.
#
# Turns are given in degrees about the bird's own axes, for the left side:
#   raise  the limb's end up        (about the axis that points ahead)
#   sweep  the limb's end back      (about the axis that points up)
#   pitch  what points ahead, up    (about the axis that points right)
# What points back goes down by a positive pitch.


def wave(phase, lag):
    """One at the top of the beat, and so much later for what is further out."""
    return math.cos(phase - lag)


def folded(phase, lag=0.0):
    """How far the wing is drawn in: 0 all the way down, 1 in the midst of the way up."""
    return ((1.0 - math.sin(phase - lag)) / 2.0) ** 2


def wing_turns(phase):
    """name -> (raise, sweep, pitch)"""
    fold, late = folded(phase, -0.25), folded(phase, 0.15)
    return {
        "wing": (9.0 + 35.0 * wave(phase, 0.0), 16.0 * fold - 8.0 * math.sin(phase), -9.0 * math.sin(phase)),
        "forearm": (8.0 * wave(phase, 0.75) - 10.0 * fold, -46.0 * fold, -3.0 * math.sin(phase - 0.5)),
        "hand": (13.0 * wave(phase, 1.15) - 14.0 * late, 52.0 * late, -5.0 * math.sin(phase - 0.6)),
        "finger": (9.0 * wave(phase, 1.5), 10.0 * late, 0.0),
        "finger.mid": (10.0 * wave(phase, 1.8), 6.0 * late, 0.0),
        "primary": (8.0 * wave(phase, 1.6), -14.0 * late, 9.0 * wave(phase, 1.9)),
        "secondary": (5.0 * wave(phase, 1.2), 26.0 * fold, 11.0 * wave(phase, 1.7)),
    }


def leg_turns(phase, lag):
    sway = wave(phase, lag)
    return {
        "leg": (0.0, 0.0, 3.5 * sway),
        "shin": (0.0, 0.0, 3.0 * wave(phase, lag + 0.6)),
        "foot": (0.0, 0.0, 5.0 * wave(phase, lag + 1.3)),
    }


def middle_turns(phase):
    """The back gives with the beat, and the neck takes it up again, so that the head is carried level."""
    return {
        "spine": (0.0, 0.0, 1.5 * wave(phase, 1.2)),
        "chest": (0.0, 0.0, 2.0 * wave(phase, 1.5)),
        "neck": (0.0, 0.0, 5.0 * wave(phase, 2.8)),
        "neck.001": (0.0, 0.0, 3.5 * wave(phase, 2.9)),
        "neck.002": (0.0, 0.0, -3.0 * wave(phase, 3.0)),
        "neck.003": (0.0, 0.0, -6.0 * wave(phase, 3.0)),
        "neck.004": (0.0, 0.0, -1.0 * wave(phase, 3.0)),
        "head": (0.0, 0.0, 4.0 * wave(phase, 4.0)),
        "tail": (0.0, 0.0, 6.0 * wave(phase, 0.6)),
    }


def turns(phase):
    out = middle_turns(phase)
    out["pelvis"] = (0.0, 0.0, 2.0 * wave(phase, 0.3))
    for name, turn in wing_turns(phase).items():
        out[name + ".L"], out[name + ".R"] = turn, (-turn[0], -turn[1], turn[2])
    for side, lag in ((".L", 3.5), (".R", 3.9)):
        out.update({name + side: turn for name, turn in leg_turns(phase, lag).items()})
    return out


def body_offset(phase):
    """The body is lifted while the wings press down, and sinks while they come up."""
    return Vector((0.0, -0.012 * wave(phase, 2.6), -0.045 * math.sin(phase - 0.35)))


def turn_quaternion(lift, sweep, pitch):
    ahead, up, right = Vector((0.0, -1.0, 0.0)), Vector((0.0, 0.0, 1.0)), Vector((-1.0, 0.0, 0.0))
    # Of a limb that points left (+X): about `ahead` its end rises, about `up` it goes back.
    return (
        Quaternion(ahead, math.radians(lift))
        @ Quaternion(up, math.radians(sweep))
        @ Quaternion(right, math.radians(pitch))
    )


def animate(bird):
    scene = bpy.context.scene
    scene.render.fps, scene.frame_start, scene.frame_end = FPS, 0, FRAMES
    action = bpy.data.actions.new("flap")
    bird.animation_data_create().action = action
    # The last frame's phase is 0 again, not 2 pi, so that it is the first's to the last bit.
    beat = [2.0 * math.pi * (frame % FRAMES) / FRAMES for frame in range(FRAMES + 1)]
    poses = [turns(phase) for phase in beat]
    for name in poses[0]:
        rest = bird.data.bones[name].matrix_local.to_quaternion()
        rows = [rest.inverted() @ turn_quaternion(*pose[name]) @ rest for pose in poses]
        blender_out.curves(action, name, "rotation_quaternion", rows)
    into = bird.data.bones["pelvis"].matrix_local.to_3x3().inverted()
    blender_out.curves(action, "pelvis", "location", [into @ body_offset(phase) for phase in beat])


# ---------------------------------------------------------------------------------------------------------
# Out


def export(path):
    bpy.context.scene.frame_set(0)
    bpy.ops.wm.collada_export(
        filepath=str(path),
        include_animations=True,
        export_animation_type_selection="sample",
        sampling_rate=1,
        export_animation_transformation_type_selection="matrix",
        export_object_transformation_type_selection="matrix",
    )
    text = path.read_text(encoding="utf-8")
    # A date would make every run's file another one.
    text = re.sub(r"<(created|modified)>[^<]*<", r"<\1>2025-01-01T00:00:00<", text)
    path.write_text(text, encoding="utf-8", newline="\n")


def significant(value):
    """Eight significant digits, and no negative zero."""
    return float(f"{value:.8g}") + 0.0


def matrices_at(bird, frame):
    """bone -> model_from_joint as Blender evaluates it, row by row."""
    bpy.context.scene.frame_set(frame)
    out = {}
    for bone in bird.pose.bones:
        matrix = bird.matrix_world @ bone.matrix
        out[bone.name] = [significant(value) for row in matrix for value in row]
    return out


def key_times(path):
    """The exported keys' times, as rounded by the exporter: the same for every joint."""
    return [float(t) for t in re.search(r'-input-array" count="\d+">([^<]+)<', path.read_text()).group(1).split()]


def write_oracle(bird, times, path):
    poses = [matrices_at(bird, frame) for frame in ORACLE_FRAMES]
    head = {
        "file": "heron.dae",
        "space": "Z up, metres; model_from_joint, row by row, one matrix for each of the times",
        "times": [times[frame] for frame in ORACLE_FRAMES],
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    tracks = [
        f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(pose[name], separators=(",", ":")) for pose in poses) + "\n]"
        for name in poses[0]
    ]
    path.write_text("{\n" + "\n".join(lines) + '\n"joints": {\n' + ",\n".join(tracks) + "\n}\n}\n", newline="\n")


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    blender_out.clear()
    bird = build()
    animate(bird)
    export(OUT / "heron.dae")
    write_oracle(bird, key_times(OUT / "heron.dae"), ORACLES / "heron_oracle.json")
    for path in (OUT / "heron.dae", ORACLES / "heron_oracle.json"):
        print(f"{path.name:18} {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # Blender would go on and report success.
        print(f"heron.py: {error}", file=sys.stderr)
        sys.exit(1)
