"""Asks Blender's own inverse kinematics where elbows go: workshop/assets/arms/arms_oracle.json.

    blender --background --factory-startup --python workshop/assets/make/arms.py

Random arms of two bones reach for random targets, each within 0.98 of its length, with the elbow towards a pole. The
numbers are Blender's: its solver goes nearer and nearer to the target, and stops before it is there.

Space: any, metres. An arm is three places; a pole is a direction from the shoulder.
"""

import json
import random
from pathlib import Path

import bpy
from mathutils import Matrix, Vector

OUT = Path(__file__).resolve().parent.parent / "arms" / "arms_oracle.json"
ARMS = 60


def direction():
    while True:
        vector = Vector([random.uniform(-1.0, 1.0) for _ in range(3)])
        if 0.1 < vector.length < 1.0:
            return vector.normalized()


def arm():
    """Shoulder, elbow and hand of an arm that is bent by some angle."""
    shoulder, upper = random.uniform(0.0, 1.0) * direction(), direction()
    bent = Matrix.Rotation(random.uniform(0.2, 1.5), 3, upper.cross(direction()))
    elbow = shoulder + random.uniform(0.2, 1.0) * upper
    return [shoulder, elbow, elbow + random.uniform(0.2, 1.0) * (bent @ upper)]


def goal(places):
    """A target and a pole that is not on the line to it."""
    upper, lower = (b - a for a, b in zip(places, places[1:]))
    length = upper.length + lower.length
    least = abs(upper.length - lower.length) / length + 0.02
    way, pole = direction(), direction()
    while abs(way.dot(pole)) > 0.8:
        pole = direction()
    return places[0] + random.uniform(max(least, 0.2), 0.98) * length * way, pole


def empty(name, place):
    thing = bpy.data.objects.new(name, None)
    thing.location = place
    bpy.context.collection.objects.link(thing)
    return thing


def armature(places):
    data = bpy.data.armatures.new("arm")
    thing = bpy.data.objects.new("arm", data)
    bpy.context.collection.objects.link(thing)
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.mode_set(mode="EDIT")
    for name, head, tail in zip(("upper", "lower"), places, places[1:]):
        bone = data.edit_bones.new(name)
        bone.head, bone.tail = head, tail
    data.edit_bones["lower"].parent = data.edit_bones["upper"]
    data.edit_bones["lower"].use_connect = True
    bpy.ops.object.mode_set(mode="OBJECT")
    return thing


def pole_angle(places, upper):
    """By which angle Blender turns its own axis of the upper bone away from the pole: such that the elbow points there."""
    along, hand = places[1] - places[0], places[2] - places[0]
    aside = hand.cross(along - along.dot(hand) / hand.length_squared * hand).cross(along)
    own = upper.matrix_local.col[0].to_3d()
    angle = own.angle(aside)
    return -angle if own.cross(aside).dot(along) > 0.0 else angle


def solved(places, target, pole):
    """Where Blender puts the elbow and the hand."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    thing = armature(places)
    ik = thing.pose.bones["lower"].constraints.new("IK")
    ik.target, ik.pole_target = empty("target", target), empty("pole", places[0] + 3.0 * pole)
    ik.chain_count, ik.use_stretch, ik.iterations = 2, False, 2000
    ik.pole_angle = pole_angle(places, thing.data.bones["upper"])
    bpy.context.view_layer.update()
    bones = thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).pose.bones
    return bones["upper"].tail.copy(), bones["lower"].tail.copy()


def case():
    places = arm()
    target, pole = goal(places)
    elbow, hand = solved(places, target, pole)
    way = target - places[0]
    aside = (elbow - places[0]) - (elbow - places[0]).dot(way) / way.length_squared * way
    assert aside.dot(pole) > 0.0, "the elbow points away from the pole"
    named = {"shoulder": places[0], "elbow": places[1], "hand": places[2], "target": target, "pole": pole}
    named.update({"solved_elbow": elbow, "solved_hand": hand})
    return {name: [round(number, 6) for number in place] for name, place in named.items()}


random.seed(15)
OUT.parent.mkdir(exist_ok=True)
lines = ",\n".join(json.dumps(case()) for _ in range(ARMS))
OUT.write_text(f"[\n{lines}\n]\n")
