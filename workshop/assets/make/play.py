"""Makes what stands about in lesson 18: all of assets/play/ but the knight's clips, which knight.py makes.

    blender --background --factory-startup --python workshop/assets/make/play.py

Needs Blender 3.4 for its arithmetic alone: the files are written by dae.py. The same bytes come out every time.

What there is stands in held_things.py, dummy.py and pieces.py, its colours in play_paint.py.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import dae
import dummy
import held_things
import pieces
import play_paint
from knight_moves import FPS

OUT = Path(__file__).resolve().parents[3] / "assets" / "play"


def write(name, nodes, **more):
    dae.write(OUT / f"{name}.dae", nodes, play_paint.MATERIALS_OF_PLAY, **more)
    for node in dae.all_nodes(nodes):
        if node.flesh:
            print(f"{name}, {node.name}: {dae.count(node.flesh)} triangles")


def write_dummy():
    root = dummy.skeleton()
    body = dae.Node("Dummy", flesh=dummy.body(), skeleton=root)
    for name, frames, pose_at in dummy.clips():
        poses = [dummy.parent_from_joints(pose_at(frame)) for frame in range(frames + 1)]
        keys = {joint: [pose[joint] for pose in poses] for joint in poses[0]}
        times = [frame / FPS for frame in range(frames + 1)]
        # As with the knight, the first clip stands in the model's own file.
        is_first = name == "idle"
        file, nodes = ("dummy", [root, body]) if is_first else (f"dummy_{name}", [root])
        write(file, nodes, times=times, keys=keys)
        print(f"dummy, {name}: {frames / FPS:.3f} s")


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    for name, painted in play_paint.PICTURES.items():
        play_paint.write_png(OUT / name, painted)
    # What is held has no up: its file's axes are its own.
    write("sword", [held_things.sword_node()], up="Y")
    write("lamp", [held_things.lamp_node()], up="Y")
    write_dummy()
    write("pieces", pieces.nodes())


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # Blender would go on and report success.
        print(f"play.py: {error}", file=sys.stderr)
        sys.exit(1)
