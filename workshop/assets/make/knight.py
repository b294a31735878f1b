"""Makes the knight of lessons 11 to 19: all of assets/knight/, and his clips in assets/play/ and assets/root_motion/.

    blender --background --factory-startup --python workshop/assets/make/knight.py

Needs Blender 3.4, which ships the exporters for Collada and glTF. The same bytes come out every time.

knight.dae is the knight with his sword, his skeleton, his materials and his first clip, idle. Each other .dae
is one more clip of the same skeleton and nothing else; those of lesson 18 stand apart, in assets/play/, so that the
lessons before it find beside him what they tell of, and so does the clip whose root leads, in assets/root_motion/.
knight.png is his texture. knight.glb is he with the clips of assets/knight/ in one file. The *_oracle.json say where Blender itself puts every joint, and some of the skin, at
ten of each clip's keys.

What he is made of stands in knight_body.py, his colours in knight_paint.py, his clips in knight_moves.py, those of
lesson 18 in knight_play.py, and the one whose root leads in knight_root.py.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import blender_out as out
import bmesh
import bpy
import knight_body
import knight_moves
import knight_paint
import knight_play
import knight_root
from mathutils import Matrix, Vector

OUT = Path(__file__).resolve().parents[3] / "assets" / "knight"
PLAY = OUT.parent / "play"
ROOT_MOTION = OUT.parent / "root_motion"
ORACLES = Path(__file__).resolve().parents[1]
TEXTURE = "knight.png"
SHINES = {  # how much of a light a material throws back, and in how small a spot
    "blade": (0.9, 24.0),
    "steel": (0.8, 14.0),
    "dark steel": (0.6, 14.0),
    "gold": (0.7, 20.0),
    "leather": (0.12, 8.0),
}
EVERY = 7  # the oracle holds one vertex of so many
MOMENTS = 10


def build_skeleton():
    """Bones whose own z looks ahead, and upright ones whose x points to the knight's left."""
    roll = lambda name: Vector((0.0, -1.0, 0.0))
    return out.armature("Armature", knight_body.joints(), knight_body.tails(), roll)


def build_materials():
    image = bpy.data.images.load(str(OUT / TEXTURE))
    materials = {}
    for name, colour in knight_paint.MATERIALS.items():
        material = bpy.data.materials.new(name)
        material.use_nodes = True
        nodes = material.node_tree.nodes
        shader = nodes["Principled BSDF"]
        if colour is None:
            texture = nodes.new("ShaderNodeTexImage")
            texture.image = image
            material.node_tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
        else:
            shader.inputs["Base Color"].default_value = (*colour, 1.0)
        materials[name] = material
    return materials


def build_mesh(name, flesh, materials, skeleton, place=Matrix.Identity(4)):
    """A mesh of flat faces, skinned to the skeleton; `place` is where its own space lies at rest."""
    data = bpy.data.meshes.new(name)
    data.from_pydata(flesh.positions, [], [corners for corners, _, _ in flesh.faces])
    used = list(dict.fromkeys(material for _, material, _ in flesh.faces))
    for material in used:
        data.materials.append(materials[material])
    layer = data.uv_layers.new(name="UVMap")
    for polygon, (_, material, coordinates) in zip(data.polygons, flesh.faces):
        polygon.material_index = used.index(material)
        for loop, coordinate in zip(polygon.loop_indices, coordinates):
            layer.data[loop].uv = coordinate
    data.validate()
    thing = bpy.data.objects.new(name, data)
    thing.matrix_world = place
    bpy.context.scene.collection.objects.link(thing)
    out.bind(thing, flesh.weights, skeleton)
    return thing


def place_of_sword():
    """In the right fist: the grip across the hand, the blade ahead."""
    wrist, end = knight_body.heads()["hand.R"], knight_body.tails()["hand.R"]
    along = (end - wrist).normalized()
    ahead = Vector((0.0, -1.0, 0.0))
    ahead = (ahead - along * ahead.dot(along)).normalized()
    # The flat of the blade looks sideways, its edge along the hand.
    turn = Matrix((ahead.cross(along), ahead, along)).transposed()
    return Matrix.Translation(wrist + along * 0.105 + ahead * 0.01) @ turn.to_4x4()


def in_linear_light(value):
    """A colour's part, given as sRGB."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def lighten(materials):
    """Makes the plain colours linear, as glTF means them; Collada's are written as they stand."""
    for name, colour in knight_paint.MATERIALS.items():
        if colour is not None:
            shader = materials[name].node_tree.nodes["Principled BSDF"]
            shader.inputs["Base Color"].default_value = (*map(in_linear_light, colour), 1.0)


def split(thing):
    """Splits a mesh's faces into triangles as the Collada exporter does: a face that is not flat shows where."""
    mesh = bmesh.new()
    mesh.from_mesh(thing.data)
    bmesh.ops.triangulate(mesh, faces=mesh.faces, quad_method="SHORT_EDGE", ngon_method="BEAUTY")
    mesh.to_mesh(thing.data)
    mesh.free()


def animate(skeleton, clip):
    action = bpy.data.actions.new(clip.name)
    skeleton.animation_data_create().action = action
    for name in clip.turns[0]:
        rest = skeleton.data.bones[name].matrix_local.to_quaternion()
        rows = [rest.inverted() @ turns[name] @ rest for turns in clip.turns]
        out.curves(action, name, "rotation_quaternion", rows)
    into = skeleton.data.bones["hips"].matrix_local.to_3x3().inverted()
    out.curves(action, "hips", "location", [into @ offset for offset in clip.offsets])


def write(clip, skeleton, meshes, folder=OUT):
    """Writes a clip as Collada, the first one with the knight himself, and its oracle."""
    animate(skeleton, clip)
    is_first = clip.name == "idle"
    name = "knight" if is_first else f"knight_{clip.name}"
    out.export(folder / f"{name}.dae", [skeleton, *meshes] if is_first else [skeleton], clip.frames)
    if is_first:
        shine(folder / f"{name}.dae")
    frames = moments(clip.frames)
    out.write_oracle(ORACLES / folder.name / f"{name}_oracle.json", folder / f"{name}.dae", skeleton, meshes, frames, EVERY)
    seconds, missed = clip.frames / knight_moves.FPS, 1000.0 * clip.missed
    print(f"{clip.name}: {seconds:.3f} s; feet on the ground miss their places by {missed:.1f} mm at most")


def shine(path):
    """Gives highlights to what shines: the exporter has Lambert's shader for all, which has none."""
    text = path.read_text(encoding="utf-8")
    for name, (specular, shininess) in SHINES.items():
        before, effect = text.split(f'<effect id="{name.replace(" ", "_")}-effect">')
        effect, after = effect.split("</effect>", 1)
        highlights = (
            "            </diffuse>\n"
            f"            <specular>\n              <color>{specular} {specular} {specular} 1</color>\n            </specular>\n"
            f"            <shininess>\n              <float>{shininess}</float>\n            </shininess>\n"
        )
        effect = effect.replace("lambert>", "phong>").replace("            </diffuse>\n", highlights)
        text = f'{before}<effect id="{name.replace(" ", "_")}-effect">{effect}</effect>{after}'
    path.write_text(text, encoding="utf-8", newline="\n")


def moments(frames):
    """Ten frames of a clip, the first and the last among them, not evenly spread."""
    return sorted({round(frames * (part / (MOMENTS - 1)) ** 1.1) for part in range(MOMENTS)})


def triangles(thing):
    thing.data.calc_loop_triangles()
    return len(thing.data.loop_triangles)


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    out.clear()
    knight_paint.write_png(OUT / TEXTURE)
    bpy.context.scene.render.fps = knight_moves.FPS
    skeleton = build_skeleton()
    materials = build_materials()
    meshes = [
        build_mesh("Knight", knight_body.body(), materials, skeleton),
        build_mesh("Sword", knight_body.sword(), materials, skeleton, place_of_sword()),
    ]
    for mesh in meshes:
        print(f"{mesh.name}: {len(mesh.data.vertices)} vertices, {triangles(mesh)} triangles")
    for clip in knight_moves.clips():
        write(clip, skeleton, meshes)
    lighten(materials)
    for mesh in meshes:
        split(mesh)
    out.export_glb(OUT / "knight.glb", [skeleton, *meshes])
    # After the glTF, which takes every clip that there is.
    for folder, clips in ((PLAY, knight_play.clips()), (ROOT_MOTION, knight_root.clips())):
        folder.mkdir(exist_ok=True)
        for clip in clips:
            write(clip, skeleton, meshes, folder)


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # Blender would go on and report success.
        print(f"knight.py: {error}", file=sys.stderr)
        sys.exit(1)
