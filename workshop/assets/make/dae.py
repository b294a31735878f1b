"""Writes Collada by hand, for play.py: what Blender's exporter leaves out, which is how a material shines.

Names stand for themselves: a node, a mesh or a material is called in the file as it is here. Faces are flat: every
triangle has a normal of its own.
"""

import re
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from mathutils import Matrix


@dataclass
class Material:
    """What a surface looks like, by Phong. Colours are meant as they stand, as sRGB."""

    diffuse: tuple | str  # a colour, or the name of a picture beside the file
    specular: float = 0.0  # how much of a light is thrown back, the same for all colours
    shininess: float = 1.0
    emission: tuple = (0.0, 0.0, 0.0)


@dataclass
class Node:
    """A node: where it stands in its parent, and what it carries."""

    name: str
    parent_from_node: Matrix = field(default_factory=lambda: Matrix.Identity(4))
    children: list = field(default_factory=list)
    flesh: object = None  # a Mesh of knight_body.py
    is_joint: bool = False
    skeleton: object = None  # the root joint, if the flesh is skinned


def number(value):
    """Seven significant digits, and no negative zero."""
    return f"{float(f'{value:.7g}') + 0.0:.7g}"


def numbers(values):
    return " ".join(number(value) for value in values)


def rows(matrix):
    return [value for row in matrix for value in row]


def identifier(name):
    return re.sub(r"[^A-Za-z0-9_]", "_", name)


# ---------------------------------------------------------------------------------------------------------
# Parts of a file


def source(name, values, parts, kind="float"):
    """A source of rows: `parts` are the names of a row's numbers, or the one matrix or name that a row is."""
    width = 16 if kind == "float4x4" else len(parts)
    is_text = kind in ("name", "Name")
    tag = "Name" if is_text else "float"
    text = " ".join(values) if is_text else numbers(values)
    params = "".join(f'<param name="{part}" type="{kind}"/>' for part in parts)
    count = len(values) // width
    return (
        f'<source id="{name}"><{tag}_array id="{name}-array" count="{len(values)}">{text}</{tag}_array>'
        f'<technique_common><accessor source="#{name}-array" count="{count}" stride="{width}">{params}</accessor>'
        f"</technique_common></source>\n"
    )


def effect(name, material):
    key = identifier(name)
    params, diffuse = "", f"<color>{numbers((*material.diffuse, 1.0))}</color>" if is_plain(material) else ""
    if not is_plain(material):
        image = identifier(material.diffuse)
        params = (
            f'<newparam sid="{image}-surface"><surface type="2D"><init_from>{image}</init_from></surface></newparam>\n'
            f'<newparam sid="{image}-sampler"><sampler2D><source>{image}-surface</source></sampler2D></newparam>\n'
        )
        diffuse = f'<texture texture="{image}-sampler" texcoord="UVMap"/>'
    return (
        f'<effect id="{key}-effect"><profile_COMMON>\n{params}<technique sid="common"><phong>\n'
        f"<emission><color>{numbers((*material.emission, 1.0))}</color></emission>\n"
        f"<diffuse>{diffuse}</diffuse>\n"
        f"<specular><color>{numbers((*[material.specular] * 3, 1.0))}</color></specular>\n"
        f"<shininess><float>{number(material.shininess)}</float></shininess>\n"
        f"</phong></technique></profile_COMMON></effect>\n"
    )


def is_plain(material):
    return not isinstance(material.diffuse, str)


def triangles(corners, positions):
    """A flat face's corners by threes; a face of four is split along the shorter way across."""
    if len(corners) == 4:
        a, b, c, d = (positions[corner] for corner in corners)
        if (a - c).length > (b - d).length + 1e-6:
            return [(0, 1, 3), (1, 2, 3)]
    return [(0, index, index + 1) for index in range(1, len(corners) - 1)]


def geometry(name, flesh):
    """A mesh, its triangles grouped by material."""
    key = identifier(name)
    normals, places, groups = {}, {}, {}
    for corners, material, coordinates in flesh.faces:
        for chosen in triangles(corners, flesh.positions):
            a, b, c = (flesh.positions[corners[index]] for index in chosen)
            normal = (b - a).cross(c - a)
            if normal.length < 1e-9:
                continue  # a point where a ring has no width
            normal = tuple(round(value, 6) + 0.0 for value in normal.normalized())
            at = normals.setdefault(normal, len(normals))
            for index in chosen:
                place = tuple(round(value, 6) for value in coordinates[index])
                groups.setdefault(material, []).extend(
                    (corners[index], at, places.setdefault(place, len(places)))
                )
    out = f'<geometry id="{key}-mesh" name="{name}"><mesh>\n'
    out += source(f"{key}-positions", [v for p in flesh.positions for v in p], "XYZ")
    out += source(f"{key}-normals", [v for n in normals for v in n], "XYZ")
    out += source(f"{key}-map", [v for p in places for v in p], "ST")
    out += f'<vertices id="{key}-vertices"><input semantic="POSITION" source="#{key}-positions"/></vertices>\n'
    for material, indices in groups.items():
        out += (
            f'<triangles material="{identifier(material)}-material" count="{len(indices) // 9}">\n'
            f'<input semantic="VERTEX" source="#{key}-vertices" offset="0"/>\n'
            f'<input semantic="NORMAL" source="#{key}-normals" offset="1"/>\n'
            f'<input semantic="TEXCOORD" source="#{key}-map" offset="2" set="0"/>\n'
            f"<p>{' '.join(map(str, indices))}</p></triangles>\n"
        )
    return out + "</mesh></geometry>\n"


def controller(node):
    """A skin: which joints move which vertex, and where each joint is at rest."""
    key = identifier(node.name)
    rest = dict(joints_at_rest(node.skeleton))
    order = {name: index for index, name in enumerate(rest)}
    weights = sorted({round(weight, 6) for shares in node.flesh.weights for weight in shares.values()})
    of = {weight: index for index, weight in enumerate(weights)}
    inverse = [value for matrix in rest.values() for value in rows(matrix.inverted())]
    pairs = [(order[name], of[round(w, 6)]) for shares in node.flesh.weights for name, w in shares.items()]
    counts = " ".join(str(len(shares)) for shares in node.flesh.weights)
    out = f'<controller id="{key}-skin"><skin source="#{key}-mesh">\n'
    out += f"<bind_shape_matrix>{numbers(rows(Matrix.Identity(4)))}</bind_shape_matrix>\n"
    out += source(f"{key}-joints", list(rest), ["JOINT"], "name")
    out += source(f"{key}-binds", inverse, ["TRANSFORM"], "float4x4")
    out += source(f"{key}-weights", weights, ["WEIGHT"])
    out += (
        f'<joints><input semantic="JOINT" source="#{key}-joints"/>'
        f'<input semantic="INV_BIND_MATRIX" source="#{key}-binds"/></joints>\n'
        f'<vertex_weights count="{len(node.flesh.weights)}">'
        f'<input semantic="JOINT" source="#{key}-joints" offset="0"/>'
        f'<input semantic="WEIGHT" source="#{key}-weights" offset="1"/>\n'
        f"<vcount>{counts}</vcount>\n<v>{' '.join(f'{j} {w}' for j, w in pairs)}</v></vertex_weights>\n"
    )
    return out + "</skin></controller>\n"


def joints_at_rest(root, model_from_parent=None):
    """(name, model_from_joint) of a root joint and all below it."""
    model_from_joint = (model_from_parent or Matrix.Identity(4)) @ root.parent_from_node
    yield root.name, model_from_joint
    for child in root.children:
        yield from joints_at_rest(child, model_from_joint)


def scene_node(node):
    key = identifier(node.name)
    kind = f'sid="{node.name}" type="JOINT"' if node.is_joint else 'type="NODE"'
    out = f'<node id="{key}" name="{escape(node.name)}" {kind}>\n'
    out += f'<matrix sid="transform">{numbers(rows(node.parent_from_node))}</matrix>\n'
    if node.flesh:
        used = dict.fromkeys(material for _, material, _ in node.flesh.faces)
        bound = "".join(
            f'<instance_material symbol="{identifier(m)}-material" target="#{identifier(m)}-material">'
            f'<bind_vertex_input semantic="UVMap" input_semantic="TEXCOORD" input_set="0"/></instance_material>\n'
            for m in used
        )
        bound = f"<bind_material><technique_common>\n{bound}</technique_common></bind_material>"
        if node.skeleton:
            root = f"<skeleton>#{identifier(node.skeleton.name)}</skeleton>"
            out += f'<instance_controller url="#{key}-skin">{root}\n{bound}</instance_controller>\n'
        else:
            out += f'<instance_geometry url="#{key}-mesh">{bound}</instance_geometry>\n'
    return out + "".join(map(scene_node, node.children)) + "</node>\n"


def animation(name, times, matrices):
    """A matrix for every key of one node."""
    key = identifier(name)
    out = f'<animation id="{key}-keys" name="{name}">\n'
    out += source(f"{key}-input", times, ["TIME"])
    out += source(f"{key}-output", [v for matrix in matrices for v in rows(matrix)], ["TRANSFORM"], "float4x4")
    out += source(f"{key}-interpolation", ["LINEAR"] * len(times), ["INTERPOLATION"], "name")
    inputs = (("INPUT", "input"), ("OUTPUT", "output"), ("INTERPOLATION", "interpolation"))
    out += f'<sampler id="{key}-sampler">'
    out += "".join(f'<input semantic="{semantic}" source="#{key}-{end}"/>' for semantic, end in inputs)
    out += f'</sampler>\n<channel source="#{key}-sampler" target="{key}/transform"/></animation>\n'
    return out


# ---------------------------------------------------------------------------------------------------------
# Whole files


def library(name, parts):
    return f"<library_{name}>\n{''.join(parts)}</library_{name}>\n" if parts else ""


def all_nodes(nodes):
    for node in nodes:
        yield node
        yield from all_nodes(node.children)


def write(path, nodes, materials, up="Z", times=(), keys=None):
    """Writes nodes, what they carry, and keys: a matrix for each of the times, by the name of a node."""
    carriers = [node for node in all_nodes(nodes) if node.flesh]
    used = dict.fromkeys(material for node in carriers for _, material, _ in node.flesh.faces)
    pictures = dict.fromkeys(materials[name].diffuse for name in used if not is_plain(materials[name]))
    image = lambda name: f'<image id="{identifier(name)}"><init_from>{name}</init_from></image>\n'
    material = lambda name: (
        f'<material id="{identifier(name)}-material" name="{name}">'
        f'<instance_effect url="#{identifier(name)}-effect"/></material>\n'
    )
    text = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">\n'
        "<asset><contributor><authoring_tool>assets/make/dae.py</authoring_tool></contributor>\n"
        "<created>2025-01-01T00:00:00</created><modified>2025-01-01T00:00:00</modified>\n"
        f'<unit name="meter" meter="1"/><up_axis>{up}_UP</up_axis></asset>\n'
        + library("images", [image(name) for name in pictures])
        + library("effects", [effect(name, materials[name]) for name in used])
        + library("materials", [material(name) for name in used])
        + library("geometries", [geometry(node.name, node.flesh) for node in carriers])
        + library("controllers", [controller(node) for node in carriers if node.skeleton])
        + library("animations", [animation(name, times, matrices) for name, matrices in (keys or {}).items()])
        + '<library_visual_scenes><visual_scene id="Scene" name="Scene">\n'
        + "".join(map(scene_node, nodes))
        + '</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene url="#Scene"/></scene>\n</COLLADA>\n'
    )
    path.write_text(text, encoding="utf-8", newline="\n")


def count(flesh):
    """How many triangles a mesh has."""
    return sum(len(corners) - 2 for corners, _, _ in flesh.faces)
