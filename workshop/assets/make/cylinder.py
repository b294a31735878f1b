"""Makes the skinned cylinder of lessons 09 to 11: assets/cylinder/cylinder.dae and cylinder_oracle.json.

    blender --background --factory-startup --python workshop/assets/make/cylinder.py

Needs Blender 3.4, which ships the Collada exporter. The same bytes come out every time.

The cylinder stands on z = 0. Three joints lie on its axis, each a third of its height above the last; every
vertex is weighted by its height alone. In two seconds the two upper joints turn to one side, to the other,
and back: one by an angle, the next by its opposite, so that the top third stays upright.
"""

import math
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import blender_out as out
import bpy
from mathutils import Quaternion, Vector

OUT = Path(__file__).resolve().parents[3] / "assets" / "cylinder"
ORACLES = Path(__file__).resolve().parents[1] / "cylinder"

RADIUS, HEIGHT = 0.10, 1.5
SAMPLES, SLICES = 24, 48  # around, and along
CUTS, MARGIN = (1.0 / 3.0, 2.0 / 3.0), 1.0 / 24.0
NAMES = ("joint0", "joint1", "joint2")

FPS, FRAMES, SWEEP = 30, 60, math.radians(25.0)
ORACLE_FRAMES = (0, 4, 11, 15, 22, 30, 37, 45, 53, 60)
EVERY = 7  # the oracle holds one vertex of so many


def weights_at(t):
    """joint -> weight at a height from 0 to 1: one joint, or across a cut from one to the next in a line."""
    first, second = (min(max((t - (cut - MARGIN)) / (2.0 * MARGIN), 0.0), 1.0) for cut in CUTS)
    weights = zip(NAMES, (1.0 - first, first - second, second))
    return {name: weight for name, weight in weights if weight > 0.0}


def circle(t):
    """Points around the axis at a height, seen from above counter-clockwise."""
    for sample in range(SAMPLES):
        angle = 2.0 * math.pi * sample / SAMPLES
        yield Vector((RADIUS * math.cos(angle), RADIUS * math.sin(angle), HEIGHT * t))


class Surface:
    """Positions with their heights, and faces with a texture coordinate at each corner."""

    def __init__(self):
        self.positions, self.heights, self.faces = [], [], []
        self.wall()
        self.lid(0.0)
        self.lid(1.0)

    def add(self, points, t):
        self.positions += points
        self.heights += [t] * len(points)

    def wall(self):
        for cut in range(SLICES + 1):
            self.add(list(circle(cut / SLICES)), cut / SLICES)
        for cut in range(SLICES):
            for sample in range(SAMPLES):
                steps = ((0, 0), (1, 0), (1, 1), (0, 1))
                corners = [(cut + up) * SAMPLES + (sample + on) % SAMPLES for on, up in steps]
                # Where the wall meets itself the picture ends at 1, and does not go back to 0.
                uvs = [((sample + on) / SAMPLES, (cut + up) / SLICES) for on, up in steps]
                self.faces.append((corners, uvs, True))

    def lid(self, t):
        """A flat end with vertices of its own, since the wall's are smooth."""
        first = len(self.positions)
        self.add([*circle(t), Vector((0.0, 0.0, HEIGHT * t))], t)
        uv = lambda point: tuple(0.5 + 0.5 * value / RADIUS for value in (point.x, point.y))
        for sample in range(SAMPLES):
            corners = [first + sample, first + (sample + 1) % SAMPLES, first + SAMPLES]
            corners = corners if t > 0.0 else corners[::-1]
            self.faces.append((corners, [uv(self.positions[corner]) for corner in corners], False))


def build_mesh(skeleton):
    surface = Surface()
    data = bpy.data.meshes.new("Cylinder")
    data.from_pydata(surface.positions, [], [corners for corners, _, _ in surface.faces])
    layer = data.uv_layers.new(name="UVMap")
    for polygon, (_, uvs, smooth) in zip(data.polygons, surface.faces):
        polygon.use_smooth = smooth
        for loop, uv in zip(polygon.loop_indices, uvs):
            layer.data[loop].uv = uv
    material = bpy.data.materials.new("clay")
    material.use_nodes = True
    material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (0.82, 0.46, 0.30, 1.0)
    data.materials.append(material)
    thing = bpy.data.objects.new("Cylinder", data)
    bpy.context.scene.collection.objects.link(thing)
    out.bind(thing, [weights_at(t) for t in surface.heights], skeleton)
    return thing


def build_skeleton():
    heads = [Vector((0.0, 0.0, HEIGHT * index / 3.0)) for index in range(4)]
    joints = [(name, parent, head) for name, parent, head in zip(NAMES, ("", *NAMES), heads)]
    # Its own y points up the axis and its z to the front, as the lesson draws it.
    return out.armature("Armature", joints, dict(zip(NAMES, heads[1:])), lambda name: Vector((0.0, -1.0, 0.0)))


def animate(skeleton):
    skeleton.animation_data_create().action = action = bpy.data.actions.new("sweep")
    angles = [SWEEP * math.sin(2.0 * math.pi * (frame % FRAMES) / FRAMES) for frame in range(FRAMES + 1)]
    for name, sign in zip(NAMES, (0.0, 1.0, -1.0)):
        turns = [Quaternion(Vector((0.0, 0.0, 1.0)), sign * angle) for angle in angles]
        out.curves(action, name, "rotation_quaternion", turns)


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    out.clear()
    bpy.context.scene.render.fps = FPS
    skeleton = build_skeleton()
    mesh = build_mesh(skeleton)
    animate(skeleton)
    out.export(OUT / "cylinder.dae", [skeleton, mesh], FRAMES)
    out.write_oracle(ORACLES / "cylinder_oracle.json", OUT / "cylinder.dae", skeleton, [mesh], ORACLE_FRAMES, EVERY)


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # Blender would go on and report success.
        print(f"cylinder.py: {error}", file=sys.stderr)
        sys.exit(1)
