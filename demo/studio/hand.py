"""A woman's hand with its forearm, from MakeHuman's mesh of a body; lengths are decimetres."""
import json
import math
import os
import re

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector

from containers import product
from materials import linear, material, mix, skin
from shapes import add

# What makes the neutral body of the mesh a woman's, and her fingers slim; how much of each.
FORMS = {
    "macrodetails/caucasian-female-young": 0.5,
    "macrodetails/african-female-young": 0.25,
    "macrodetails/asian-female-young": 0.25,
    "armslegs/r-hand-fingers-diameter-decr": 0.45,
    "armslegs/r-hand-fingers-length-incr": 0.25,
}
# The places of the mesh before this one are the body's; clothes, eyes and joints follow.
BODY = 13380
# Blood is seen in the ends of fingers.
REDDER = re.compile(r"finger\d-3")
# The faces of the nails.
NAILS = [first + k for first in (160, 346, 532, 718, 834) for k in range(16)] + [first + 38 * finger + k for first in (892, 1044) for finger in range(4) for k in range(4)]
ARM = re.compile(r"(lowerarm|wrist|finger|metacarpal).*\.R$")


def read(folder):
    """The right arm from the elbow on: places, faces, the share of each bone in each place, the bones and who carries them."""
    mesh = json.load(open(os.path.join(folder, "public/data/models/human_full_size.json")))
    places = np.array(mesh["vertices"], float).reshape(-1, 3)
    listed = json.load(open(os.path.join(folder, "src/json/targets/target-list.json")))["targets"]
    names = sorted(re.sub(r"^.+targets/|\.target$", "", path.lower()) for path in listed)
    moved = np.memmap(os.path.join(folder, "public/data/targets/targets.bin"), "<i2", "r").reshape(len(names), -1, 3)
    for name, share in FORMS.items():
        places = places + share * 1e-3 * moved[names.index(name)]
    # A bone stands there twice, as the place where it begins and as itself.
    bones = [bone["name"].replace("____head", "") for bone in mesh["bones"]]
    joints = mesh["metadata"]["joint_pos_idxs"]
    ends = {b: [Vector(places[joints[f"{b}____{end}"]].mean(0)) for end in ("head", "tail")] for b in set(bones) if ARM.match(b)}
    carried = {}
    for bone in mesh["bones"]:
        name, by = bone["name"].replace("____head", ""), bones[bone["parent"]] if bone["parent"] >= 0 else None
        if name in ends and by != name:
            carried[name] = by if by in ends else None
    numbers = np.array(mesh["skinIndices"]).reshape(-1, 4)
    shares = np.array(mesh["skinWeights"]).reshape(-1, 4)
    kept, weights = {}, []
    for v in range(BODY):
        of = {}
        for number, share in zip(numbers[v], shares[v]):
            if share > 0 and bones[number] in ends:
                of[bones[number]] = of.get(bones[number], 0) + share
        if sum(of.values()) > 0.5:
            kept[v] = len(kept)
            weights.append({b: float(share / sum(of.values())) for b, share in of.items()})
    faces, at = [], 0
    while at < len(mesh["faces"]):
        corners = 4 if mesh["faces"][at] & 1 else 3
        face = mesh["faces"][at + 1 : at + 1 + corners]
        if all(v in kept for v in face):
            faces.append([kept[v] for v in face])
        # A kind, corners, a material, corners of its picture.
        at += 2 + 2 * corners
    return places[list(kept)], faces, weights, ends, carried


# Of the palm, in decimetres from the wrist, across to the thumb and up to the fingers.
CREASES = (
    [(0.3, 0.72), (0.22, 0.66), (0.12, 0.52), (0.08, 0.34), (0.1, 0.16), (0.14, 0.04)],
    [(0.3, 0.71), (0.16, 0.66), (0.0, 0.58), (-0.16, 0.48), (-0.3, 0.4)],
    [(-0.42, 0.64), (-0.26, 0.66), (-0.08, 0.72), (0.06, 0.82), (0.12, 0.9)],
    [(-0.02, 0.14), (0.0, 0.34), (-0.02, 0.52)],
)
MAP = 1400
# The decimetres that the map shows, and how far above its lower edge, in the middle, the wrist is.
SPAN, RISE = 2.2, 0.3


def creases(ends):
    """Lines of the palm (red) and the knuckles (green) as a picture, seen from the palm."""
    lines = np.zeros((MAP, MAP, 2), np.float32)
    ys, xs = np.mgrid[0:MAP, 0:MAP].astype(np.float32)

    def draw(layer, points, width, depth):
        for (ax, az), (bx, bz) in zip(points, points[1:]):
            (px, py), (qx, qy) = (((x / SPAN + 0.5) * MAP, (z + RISE) / SPAN * MAP) for x, z in ((ax, az), (bx, bz)))
            w = width / SPAN * MAP
            x0, x1, y0, y1 = int(min(px, qx) - 4 * w), int(max(px, qx) + 4 * w) + 1, int(min(py, qy) - 4 * w), int(max(py, qy) + 4 * w) + 1
            x, y = xs[y0:y1, x0:x1], ys[y0:y1, x0:x1]
            t = np.clip(((x - px) * (qx - px) + (y - py) * (qy - py)) / ((qx - px) ** 2 + (qy - py) ** 2), 0, 1)
            far = ((x - px - t * (qx - px)) ** 2 + (y - py - t * (qy - py)) ** 2) / w**2
            patch = lines[y0:y1, x0:x1, layer]
            np.maximum(patch, depth * np.exp(-far), out=patch)

    for crease in CREASES:
        draw(0, crease, 0.008, 1.0)
    for bone, (head, tail) in ends.items():
        if not re.match(r"finger\d-[123]", bone):
            continue
        along = Vector((tail.x - head.x, tail.z - head.z)).normalized()
        across = Vector((along.y, -along.x))
        wide = 0.11 if bone.startswith("finger1") else 0.085
        middle = Vector((head.x, head.z))
        is_root = bone.endswith("-1.R")
        for step in (-0.012, 0.014) if not is_root else (0.2,):
            bow = [middle + along * (step + 0.012 * (u / 3) ** 2) + across * wide * u / 3 for u in range(-3, 4)]
            draw(0, [tuple(each) for each in bow], 0.007, 0.6)
        for step in (-0.026, 0.0, 0.024) if not is_root else ():
            bow = [middle + along * (step * (1 + 0.3 * abs(u))) + across * wide * 0.22 * u for u in range(-3, 4)]
            draw(1, [tuple(each) for each in bow], 0.007, 0.4)
    picture = bpy.data.images.new("creases", MAP, MAP, alpha=False, float_buffer=True)
    picture.colorspace_settings.name = "Non-Color"
    flat = np.ones((MAP, MAP, 4), np.float32)
    flat[:, :, :2], flat[:, :, 2] = lines, 0
    picture.pixels.foreach_set(flat.ravel())
    return picture


def lined(tone, ends):
    """Skin that is redder where blood shines through it and has its lines, by the attributes of the mesh."""
    m = skin(tone)
    t = m.node_tree
    p = t.nodes["Principled BSDF"]

    def value(name):
        node = t.nodes.new("ShaderNodeAttribute")
        node.attribute_name = name
        return node

    def calculated(way, one, other):
        node = t.nodes.new("ShaderNodeMath")
        node.operation = way
        for socket, given in zip(node.inputs, (one, other)):
            if isinstance(given, (int, float)):
                socket.default_value = given
            else:
                t.links.new(given, socket)
        return node.outputs[0]

    rest = t.nodes.new("ShaderNodeSeparateXYZ")
    t.links.new(value("rest").outputs["Vector"], rest.inputs[0])
    at = t.nodes.new("ShaderNodeCombineXYZ")
    t.links.new(calculated("MULTIPLY_ADD", rest.outputs["X"], 1 / SPAN), at.inputs["X"])
    t.links.new(calculated("DIVIDE", calculated("ADD", rest.outputs["Z"], RISE), SPAN), at.inputs["Y"])
    at.inputs["X"].links[0].from_node.inputs[2].default_value = 0.5
    picture = t.nodes.new("ShaderNodeTexImage")
    picture.image, picture.extension = creases(ends), "CLIP"
    t.links.new(at.outputs[0], picture.inputs["Vector"])
    both = t.nodes.new("ShaderNodeSeparateRGB")
    t.links.new(picture.outputs["Color"], both.inputs[0])
    palm = value("palm").outputs["Fac"]
    line = calculated("ADD", calculated("MULTIPLY", both.outputs["R"], palm), calculated("MULTIPLY", both.outputs["G"], calculated("SUBTRACT", 1, palm)))
    red = t.nodes.new("ShaderNodeMixRGB")
    red.inputs["Color2"].default_value = mix(linear(tone), linear("#b0402f"), 0.6)
    blotch = t.nodes.new("ShaderNodeTexNoise")
    blotch.inputs["Scale"].default_value = 11
    blotch.inputs["Detail"].default_value = 6
    t.links.new(value("rest").outputs["Vector"], blotch.inputs["Vector"])
    uneven = calculated("MULTIPLY", calculated("SUBTRACT", blotch.outputs["Fac"], 0.42), 1.1)
    share = calculated("ADD", calculated("MULTIPLY", value("flush").outputs["Fac"], 0.3), calculated("MULTIPLY", line, 0.3))
    share = calculated("ADD", share, calculated("MAXIMUM", uneven, 0.0))
    t.links.new(share, red.inputs["Fac"])
    t.links.new(p.inputs["Base Color"].links[0].from_socket, red.inputs["Color1"])
    t.links.new(red.outputs["Color"], p.inputs["Base Color"])
    bump = t.nodes.new("ShaderNodeBump")
    bump.invert = True
    bump.inputs["Strength"].default_value = 0.3
    # Seen from farther than a forearm's skin its grain is coarser.
    for node in t.nodes:
        if node.type == "BUMP" and node != bump:
            node.inputs["Strength"].default_value *= 1.35
    p.inputs["Roughness"].default_value = 0.46
    bump.inputs["Distance"].default_value = 0.016
    t.links.new(line, bump.inputs["Height"])
    t.links.new(p.inputs["Normal"].links[0].from_socket, bump.inputs["Normal"])
    t.links.new(bump.outputs["Normal"], p.inputs["Normal"])
    return m


def hand(folder, pose, tone, place=(0, 0, 0), turn=(0, 0, 0), left=False, size=1.0):
    """
    The wrist stands in `place`; before it is turned (degrees) the fingers point up, the palm looks to the camera and the thumb is
    at the right. `pose` gives for a bone its bend, how far it goes to the thumb's side and its twist, in degrees.
    """
    places, faces, weights, ends, carried = read(folder)
    wrist = ends["wrist.R"][0]
    up = (ends["finger3-1.R"][0] - wrist).normalized()
    across = ends["finger2-1.R"][0] - ends["finger5-1.R"][0]
    across = (across - up * across.dot(up)).normalized()
    upright = Matrix((across, up.cross(across), up)).to_4x4() @ Matrix.Translation(-wrist)
    ends = {b: [upright @ end for end in both] for b, both in ends.items()}
    thumb = ends["finger1-1.R"][0]
    done = {}

    def moved(bone):
        if bone is None:
            return Matrix.Identity(4)
        if bone not in done:
            head, tail = ends[bone]
            along = (tail - head).normalized()
            # The thumb bends to the other fingers, these to the palm.
            bends = along.cross(ends["finger2-1.R"][0] - thumb) if bone.startswith("finger1") else Vector((1, 0, 0))
            bends = (bends - along * bends.dot(along)).normalized()
            turned = Matrix.Identity(4)
            angles = list(pose.get(bone[:-2], [])) + [0, 0, 0]
            for axis, angle in zip((bends, along.cross(bends), along), angles):
                turned = turned @ Quaternion(axis, math.radians(angle)).to_matrix().to_4x4()
            done[bone] = moved(carried[bone]) @ Matrix.Translation(head) @ turned @ Matrix.Translation(-head)
        return done[bone]

    rest = [upright @ Vector(spot) for spot in places]
    o = add("hand", [tuple(spot) for spot in rest], [tuple(face) for face in faces], lined(tone, ends))
    palm = [max(0.0, min(1.0, 0.5 - 1.6 * v.normal.y)) for v in o.data.vertices]
    flush = [sum(share for b, share in of.items() if REDDER.match(b)) for of in weights]
    for name, kind, values in (("rest", "FLOAT_VECTOR", [c for spot in rest for c in spot]), ("palm", "FLOAT", palm), ("flush", "FLOAT", flush)):
        o.data.attributes.new(name, kind, "POINT").data.foreach_set("vector" if kind == "FLOAT_VECTOR" else "value", values)
    for v, spot, of in zip(o.data.vertices, rest, weights):
        v.co = sum((share * (moved(b) @ spot) for b, share in of.items()), Vector())
    o.data.materials.append(material("polish", linear("#c4747c"), rough=0.16, coat=0.8, subsurface=0.1))
    for face in NAILS:
        o.data.polygons[face].material_index = 1
    if left:
        for v in o.data.vertices:
            v.co.x = -v.co.x
        o.data.flip_normals()
    smooth = o.modifiers.new("smooth", "SUBSURF")
    smooth.levels = smooth.render_levels = 3
    o.location = place
    o.rotation_euler = [math.radians(angle) for angle in turn]
    o.scale = (size, size, size)
    return o


# How a hand holds: where the wrist is, beside the foot of what it holds, how the hand is turned and how its bones are bent.
HOLDS = {
    "fingers": {
        "wrist": (0.73, 0.24, -0.52),
        "turn": (0, -62, -20),
        "pose": {
            "finger1-2": [10], "finger1-3": [10],
            "finger2-1": [58], "finger2-2": [40], "finger2-3": [22],
            "finger3-1": [62], "finger3-2": [46], "finger3-3": [24],
            "finger4-1": [66], "finger4-2": [50], "finger4-3": [24],
            "finger5-1": [68], "finger5-2": [50], "finger5-3": [20],
        },
    },
    "palm": {
        "wrist": (1.04, 0.1, -0.06),
        "turn": (-97, 0, 84),
        "pose": {
            "wrist": [-6], "finger1-2": [14], "finger1-3": [14],
            "finger2-1": [4, 2], "finger2-2": [8], "finger3-1": [10],
            "finger4-1": [9], "finger4-2": [8], "finger5-1": [4], "finger5-2": [10],
        },
    },
}

# Half the width of what the fingers hold as they are bent.
SLIM = 0.165


def held(folder, item, how, place=(0, 0, 0), left=False, scale=None):
    """A product in a hand of its size: its foot is in `place`. Gives half its width and its height."""
    scale = scale or item["scale"]
    size = scale / item["scale"]
    _holder, half, height = product(item, place, 0.0, scale)
    hold = HOLDS[how]
    way = -1 if left else 1
    x, y, z = (size * c for c in hold["wrist"])
    tilt, lift, round_about = hold["turn"]
    # Fingers open for what is wide.
    apart = max(0.0, half - SLIM * size) if how == "fingers" else 0.0
    wrist = (place[0] + way * (x + apart), place[1] + y, place[2] + z)
    hand(folder, hold["pose"], "#cf9676", wrist, (tilt, way * lift, way * round_about), left, size)
    return half, height


# How an open hand lies over the stage, seen from above.
OPEN = {
    "palm": {"wrist": (0.98, -0.12, 0.5), "turn": (-90, 0, 78), "pose": {"finger1-1": [0, 14], "finger2-1": [10, 3], "finger2-2": [14], "finger3-1": [12], "finger3-2": [14], "finger4-1": [14], "finger4-2": [16], "finger5-1": [16], "finger5-2": [16]}},
    "back": {"wrist": (1.0, 0.1, 0.6), "turn": (90, 0, -78), "pose": {"wrist": [6], "finger2-1": [6, -3], "finger2-2": [14], "finger3-1": [8, -1], "finger3-2": [16], "finger4-1": [8, 2], "finger4-2": [16], "finger5-1": [6, 6], "finger5-2": [14], "finger1-1": [8, -6]}},
}


def opened(folder, how, tone="#bf7f5e", left=False):
    """
    An open hand over the stage. The answer lays on its skin, at x and y, what a function makes about the origin, by a factor of
    its size.
    """
    hold = OPEN[how]
    way = -1 if left else 1
    x, y, z = hold["wrist"]
    tilt, lift, round_about = hold["turn"]
    o = hand(folder, hold["pose"], tone, (way * x, y, z), (tilt, way * lift, way * round_about), left)
    bpy.context.view_layer.update()
    skin_of = o.evaluated_get(bpy.context.evaluated_depsgraph_get())
    inward = o.matrix_world.inverted()

    def lay(x, y, make, size=1.0):
        met, place, out, _ = skin_of.ray_cast(inward @ Vector((x, y, 3)), inward.to_3x3() @ Vector((0, 0, -1)))
        if not met:
            raise ValueError(f"no skin at {x}, {y}")
        before = set(bpy.data.objects)
        make()
        made = set(bpy.data.objects) - before
        foot = bpy.data.objects.new("foot", None)
        bpy.context.scene.collection.objects.link(foot)
        foot.location, foot.scale = o.matrix_world @ place, (size,) * 3
        foot.rotation_euler = (o.matrix_world.to_3x3() @ out).to_track_quat("Z", "Y").to_euler()
        for each in made:
            each.parent = foot

    return lay
