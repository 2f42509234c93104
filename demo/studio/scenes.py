"""What the home page shows besides products; each scene stands on the floor and gives half its width and its height."""
import math
import random

import bpy
from mathutils import noise

from containers import product
from hand import hand, held, opened
from materials import linear, material, plaster
from props import PROPS, coin
from shapes import add, box, fillet, lathe, rope
from stage import arch


def paper(name, colour="#c39a6b", image=None):
    return material(name, linear(colour), rough=0.85, image=image, bump=0.12, bump_scale=90, bump_detail=4, specular=0.15)


def sheet(name, corners, mat, uvs=None, thick=0.012):
    """A stiff sheet between its corners."""
    o = add(name, corners, [tuple(range(len(corners)))], mat, smooth=False, uvs=uvs)
    o.modifiers.new("thick", "SOLIDIFY").thickness = thick
    return o


FULL = [(0, 0), (1, 0), (1, 1), (0, 1)]


def bag(items, front, _body):
    """A paper bag with two handles; the tops of what was chosen stand out of it."""
    w, d, h = 0.82, 0.42, 1.72
    plain, front = paper("paper", "#e2a9ac"), paper("front", image=front)
    # The mouth bulges in the middle and the sides are folded in.
    n = 24
    for way, mat in ((-1, front), (1, plain)):
        verts, uvs, faces = [], [], []
        for j in range(n + 1):
            v = j / n
            for i in range(n + 1):
                u = i / n * 2 - 1
                bulge = 0.05 * v * math.cos(u * math.pi / 2) + 0.012 * noise.noise((u * 2.2, v * 2.6, way * 4.0))
                verts.append((u * w, way * (d + bulge), v * h))
                uvs.append((i / n, v))
        for j in range(n):
            for i in range(n):
                a = j * (n + 1) + i
                faces.append((a, a + 1, a + n + 2, a + n + 1))
        add("wall", verts, faces, mat, uvs=uvs).modifiers.new("thick", "SOLIDIFY").thickness = 0.014
    for way in (-1, 1):
        fold = way * (w - 0.13)
        for y in (-1, 1):
            sheet("side", [(way * w, y * d, 0), (way * w, y * d, h), (fold, 0, h), (way * (w - 0.01), 0, 0.1)], plain)
    string = material("string", linear("#f3e8d8"), rough=0.8)
    for y in (-d - 0.05, d + 0.05):
        arc = [(0.34 * math.cos(math.pi * (1 - k / 40)), y - 0.02, h - 0.14 + 0.62 * math.sin(math.pi * k / 40) ** 0.8, 0.026) for k in range(41)]
        rope("handle", arc, string, folds=3, twist=60)
    for item, (x, y, turn) in zip(items, ((-0.3, 0.05, 0.1), (0.3, -0.05, -0.15))):
        holder, _half, height = product(item, turn=turn)
        holder.location = (x, y, h + 0.42 - height)
    return w, h + 0.45


def phone(_items, screen, body):
    """A telephone that rings, in a hand."""
    w, h = 0.44, 1.85
    metal = material("case", linear("#e8d9cf"), rough=0.28, metal=0.7)
    black = material("black", (0.01, 0.01, 0.012, 1), rough=0.12, coat=0.6)
    lit = material("screen", (1, 1, 1, 1), rough=0.12, coat=0.5, image=screen)
    holder = bpy.data.objects.new("holder", None)
    bpy.context.scene.collection.objects.link(holder)
    parts = [slab("case", w, h, 0.075, 0.15, metal), slab("glass", w - 0.012, h - 0.024, 0.004, 0.14, black), face("screen", w - 0.035, h - 0.07, 0.12, lit)]
    for part, y in zip(parts, (0.0, -0.04, -0.0445)):
        part.location = (0, y, h / 2)
        part.parent = holder
    holder.rotation_euler = (math.radians(-6), math.radians(7), 0.1)
    holder.location = (0, -0.1, 0.7)
    bent = {f"finger{k}-{part}": [angle] for k in (2, 3, 4, 5) for part, angle in ((1, 30), (2, 62), (3, 36))}
    hand(body, {**bent, "finger1-1": [10, 10], "finger1-2": [20], "finger1-3": [10]}, "#cf9676", (0.7, 0.34, 0.5), (6, -56, -30), size=1.23)
    return 0.75, 2.55


def rounded(w, h, r, steps=14):
    corners = [(w - r, h / 2 - r, 0), (-(w - r), h / 2 - r, 1), (-(w - r), -(h / 2 - r), 2), (w - r, -(h / 2 - r), 3)]
    return [(x + r * math.cos(math.pi / 2 * (q + k / steps)), z + r * math.sin(math.pi / 2 * (q + k / steps))) for x, z, q in corners for k in range(steps + 1)]


def slab(name, w, h, depth, r, mat):
    """A plate with round corners, half `w` wide and `h` high, its middle at the origin."""
    line = rounded(w, h, r)
    n = len(line)
    verts = [(x, -depth / 2, z) for x, z in line] + [(x, depth / 2, z) for x, z in line]
    faces = [tuple(range(n))[::-1], tuple(range(n, 2 * n))] + [(k, (k + 1) % n, n + (k + 1) % n, n + k) for k in range(n)]
    o = add(name, verts, faces, mat)
    b = o.modifiers.new("bevel", "BEVEL")
    b.width, b.segments, b.limit_method = min(0.02, depth * 0.3), 4, "ANGLE"
    return o


def face(name, w, h, r, mat):
    line = rounded(w, h, r)
    return add(name, [(x, 0, z) for x, z in line], [tuple(range(len(line)))[::-1]], mat, smooth=False, uvs=[((x + w) / (2 * w), (z + h / 2) / h) for x, z in line])


def parcel(items, front, _body):
    """An open box with what was ordered in tissue, and the money beside it."""
    w, d, h, t = 0.95, 0.68, 0.72, 0.03
    plain, front = paper("kraft"), paper("front", image=front)
    box("ground", (2 * w, 2 * d, t), (0, 0, t / 2), plain, bevel=0)
    sheet("front", [(-w, -d, 0), (w, -d, 0), (w, -d, h), (-w, -d, h)], front, uvs=FULL, thick=-t)
    sheet("back", [(-w, d, 0), (-w, d, h), (w, d, h), (w, d, 0)], plain, thick=t)
    for way in (-1, 1):
        sheet("side", [(way * w, -d, 0), (way * w, d, 0), (way * w, d, h), (way * w, -d, h)], plain, thick=t)
        out = math.radians(38)
        sheet("flap", [(way * w, -d * 0.98, h), (way * w, d * 0.98, h), (way * (w + 0.52 * math.cos(out)), d * 0.96, h + 0.52 * math.sin(out)), (way * (w + 0.52 * math.cos(out)), -d * 0.96, h + 0.52 * math.sin(out))], plain, thick=t * 0.7)
    sheet("flap", [(-w, d, h), (w, d, h), (w * 0.97, d + 0.26, h + 0.52), (-w * 0.97, d + 0.26, h + 0.52)], plain, thick=t * 0.7)
    tissue(w - t, d - t, h - 0.16)
    tall = 0.0
    for item, (x, y, z, turn, scale) in zip(items, ((-0.44, 0.1, 0.36, 0.1, 1.0), (0.4, -0.1, 0.44, -0.15, 0.86))):
        holder, _half, height = product(item, turn=turn, scale=scale)
        holder.location = (x, y, z)
        tall = max(tall, z + height)
    for k, (x, y, z) in enumerate(((1.12, -0.95, 0), (1.125, -0.945, 0.022), (1.115, -0.95, 0.044), (0.8, -1.08, 0))):
        coin((x, y, z), 0.4 + k)
    return w + 0.42, max(tall, h + 0.5)


def pay(_items, _print, body):
    """Coins on an open hand."""
    lay = opened(body, "palm")
    for x, y, turn in ((0.1, -0.06, 0.4), (0.36, 0.06, 1.3), (0.32, -0.22, 2.0)):
        lay(x, y, lambda: coin((0, 0, 0.004), turn))
    return 0.62, 0.9


def tissue(w, d, z):
    """Crumpled paper that fills a box."""
    m = material("tissue", linear("#fbeeea"), rough=0.8, subsurface=0.1)
    n = 90
    verts, faces = [], []
    for j in range(n + 1):
        for i in range(n + 1):
            x, y = i / n * 2 - 1, j / n * 2 - 1
            high = abs(noise.fractal((x * 2.6, y * 2.2, 5.0), 0.9, 2.1, 5)) * 0.2
            verts.append((x * w, y * d, z + high - 0.1 * (abs(x) ** 6 + abs(y) ** 6)))
    for j in range(n):
        for i in range(n):
            a = j * (n + 1) + i
            faces.append((a, a + 1, a + n + 2, a + n + 1))
    add("tissue", verts, faces, m)


def origins(items, _print, _body):
    """Rose, argan and clay of the south: three products on steps, before each what it is made of; the left is left free."""
    stone = plaster("#f3e2d8", rough=0.55)
    box("low", (3.3, 1.6, 0.18), (1.4, 0.1, 0.09), stone, bevel=0.025)
    lathe("drum", fillet([(0, 0), (0.56, 0), (0.56, 0.34), (0, 0.34)], 0.03), stone).location = (1.42, 0.32, 0.18)
    box("high", (0.9, 0.8, 0.22), (2.44, 0.25, 0.29), stone, bevel=0.025)
    argan, rose, clay = items
    for item, place, turn, scale in ((rose, (1.42, 0.3, 0.52), 0.0, 1.0), (argan, (2.44, 0.2, 0.4), -0.12, 0.9), (clay, (0.42, 0.12, 0.18), 0.14, 0.95)):
        product(item, place, turn, scale)
    brass_bowl((-0.9, -0.15, 0), "#f0c3bf")
    rnd = random.Random(4)
    floating = [(-0.9 + rnd.uniform(-0.25, 0.25), -0.15 + rnd.uniform(-0.2, 0.2), 0.2, 0.2, rnd.uniform(0, 6)) for _ in range(7)]
    fallen = [(x, y, 0.0, s, t) for x, y, s, t in ((-0.2, -0.9, 0.22, 0.5), (0.05, -0.62, 0.2, 2.4), (-1.35, -0.5, 0.2, 1.2), (0.62, -0.98, 0.19, 2.9), (-0.95, -0.85, 0.18, 4.1))]
    low = [(1.1, -0.45, 0.18, 0.2, 0.4), (1.34, -0.52, 0.18, 0.22, 2.2), (1.6, -0.42, 0.18, 0.18, 1.2)]
    PROPS["petals"]("#c9587a", floating + fallen + low)
    PROPS["almonds"]("#9a5f34", [(2.0, -0.42, 0.18, 0.17, 0.4), (2.22, -0.3, 0.18, 0.16, 1.6), (2.26, -0.52, 0.18, 0.17, 2.6), (2.52, -0.5, 0.18, 0.16, 0.9), (1.9, -1.0, 0, 0.17, 2.0)])
    PROPS["leaves"]("#6f8f5a", [(2.72, -0.42, 0.18, 0.44, 1.0), (2.86, -0.2, 0.18, 0.36, 0.4)])
    PROPS["stones"]("#8e6a4c", [(0.0, -0.42, 0.18, 0.13, 0.3), (0.24, -0.55, 0.18, 0.09, 1.2), (0.72, -0.5, 0.18, 0.08, 2.2)])
    return 3.3, 2.15


# Kinds of props that a bowl holds, and their size in it.
IN_A_BOWL = {"petals": 0.22, "leaves": 0.3, "capsules": 0.12, "tablets": 0.085, "stones": 0.12, "almonds": 0.17}


def brass_bowl(place, liquid):
    """A bowl of brass, filled with a liquid to two thirds of its height."""
    x, y, z = place
    brass = material("brass", (0.72, 0.5, 0.22, 1), rough=0.26, metal=1.0)
    bowl = lathe("bowl", fillet([(0, 0), (0.2, 0), (0.21, 0.03), (0.36, 0.14), (0.44, 0.3), (0.425, 0.3), (0.345, 0.155), (0.2, 0.05), (0, 0.045)], 0.006), brass)
    water = lathe("water", [(0.0, 0.2), (0.385, 0.2)][::-1], material("water", linear(liquid), rough=0.05, coat=0.5))
    bowl.location = water.location = (x, y, z)


def setting(item, kinds, niche, stone, side, steps):
    """
    One product in a low sun before an arch, and around it and in a bowl what it is made of; gives half the width and the height.
    The bowl stands on the `side` of the sun. The product is on a drum or, with `steps`, on steps before a wide, low arch.
    """
    stone = plaster(stone, rough=0.55)
    if steps:
        arch(3.0, 2.05, (0.2 * -side, 1.95, 0), plaster(niche))
        box("low", (3.4, 1.7, 0.16), (0.55 * -side, 0.3, 0.08), stone, bevel=0.025)
    else:
        arch(2.1, 2.6, (0.34 * -side, 1.95, 0), plaster(niche))
        box("low", (3.4, 1.5, 0.16), (0.55 * -side, 0.25, 0.08), stone, bevel=0.025)
    holder, half, height = product(item, turn=0.06 * side, scale=1.16)
    if steps:
        box("high", (max(half, 0.36) * 3.4, 1.0, 0.26), (0.42 * -side, 0.36, 0.29), stone, bevel=0.025)
    else:
        foot = max(half, 0.36) * 1.4
        lathe("drum", fillet([(0, 0), (foot, 0), (foot, 0.26), (0, 0.26)], 0.03), stone).location = (0.3 * -side, 0.3, 0.16)
    holder.location = (0.3 * -side, 0.3, 0.42)
    main = next((each for each in kinds if each["kind"] in IN_A_BOWL), None)
    wet = next((each["colour"] for each in kinds if each["kind"] == "drops"), "#e9c9a0")
    brass_bowl((0.72 * side, -0.42, 0), wet)
    rnd = random.Random(item["slug"])
    for each in kinds:
        kind, size = each["kind"], IN_A_BOWL.get(each["kind"], 0.09)
        floor = [(-0.3, -0.72), (-0.12, -0.98), (-0.98, -0.95), (0.84, -0.74), (0.28, -1.16)] if each is main else [(0.1, -0.66), (0.7, -1.02)]
        spots = [((x + rnd.uniform(-0.08, 0.08)) * -side, y + rnd.uniform(-0.05, 0.05), 0.0, size * rnd.uniform(0.8, 1.15), rnd.uniform(0, 6)) for x, y in floor]
        ledge = [(0.94, -0.16), (1.1, -0.02)] if each is main else []
        spots += [(x * -side, y, 0.16, size, rnd.uniform(0, 6)) for x, y in ledge]
        if each is main:
            within = 5 if kind in ("petals", "leaves") else 9
            spots += [(0.72 * side + rnd.uniform(-0.24, 0.24), -0.42 + rnd.uniform(-0.22, 0.22), 0.2, size * 0.85, rnd.uniform(0, 6)) for _ in range(within)]
        PROPS[kind](each["colour"], spots, **each.get("more", {}))
    # A low product's podium stands where that of a high one does.
    return 1.24, max(0.42 + height, 2.0)


def evening(items, _print, _body):
    """A pack for the evening on steps, before it a glass of tea; the right is left free."""
    stone = plaster("#e6dcc6", rough=0.55)
    arch(1.5, 1.9, (-2.75, 2.05, 0), plaster("#5d7560"))
    box("low", (3.5, 1.6, 0.18), (-1.3, 0.1, 0.09), stone, bevel=0.025)
    box("high", (1.25, 0.9, 0.34), (-1.45, 0.35, 0.35), stone, bevel=0.025)
    lathe("drum", fillet([(0, 0), (0.5, 0), (0.5, 0.2), (0, 0.2)], 0.03), stone).location = (-2.5, 0.2, 0.18)
    for item, place, turn, scale in zip(items, ((-2.5, 0.2, 0.38), (-0.42, 0.05, 0.18), (-1.45, 0.35, 0.52)), (0.12, -0.14, 0.1), (0.92, 0.95, 1.05)):
        product(item, place, turn, scale)
    PROPS["cup"]("#f2a63c", [(-1.02, -0.42, 0.18, 0.62, 0.4)])
    PROPS["leaves"]("#7d9a66", [(0.3, -0.78, 0, 0.4, 0.6), (0.75, -0.55, 0, 0.42, 2.2), (0.95, -0.2, 0, 0.36, 0.3), (-1.48, -0.52, 0.18, 0.36, 1.2), (-1.9, -0.5, 0.18, 0.34, 2.8)])
    PROPS["petals"]("#efe3cf", [(-0.1, -0.66, 0, 0.16, 0.3), (0.1, -0.98, 0, 0.17, 1.4), (-1.3, -0.52, 0.18, 0.16, 2.2), (1.2, -0.86, 0, 0.16, 2.2), (0.62, -0.9, 0, 0.15, 0.8)])
    PROPS["capsules"]("#e9d9b8", [(-2.25, -0.42, 0.18, 0.13, 0.5), (-2.5, -0.5, 0.18, 0.13, 1.8)])
    return 3.3, 2.15


def welcome(items, _print, body):
    """Both families of the shop before arches, one of them in a hand; the left is left free. Of three products alone the picture is narrower."""
    stone = plaster("#f6e6dc", rough=0.55)
    in_hand, *standing = items
    is_narrow = len(standing) < 4
    near = 0.3 if is_narrow else 0.0
    arch(2.0, 2.4, (near, 1.95, 0), plaster("#d98f92"))
    arch(1.1, 1.6, (1.55 + near, 2.05, 0), plaster("#9aa883"))
    lathe("drum", fillet([(0, 0), (0.62, 0), (0.62, 0.34), (0, 0.34)], 0.03), stone).location = (-0.22 + near, 0.4, 0.12)
    lathe("disc", fillet([(0, 0), (1.35, 0), (1.35, 0.12), (0, 0.12)], 0.03), stone).location = (-0.2 + near, 0.05, 0)
    places = [((-0.76 + near, -0.35, 0.12), 0.12, 0.86), ((-0.22 + near, 0.4, 0.46), 0.0, 1.0), ((-1.64, 0.25, 0.2), 0.1, 0.84), ((0.4, -0.2, 0.12), -0.1, 0.84)]
    for item, (place, turn, scale) in zip(standing, places):
        product(item, place, turn, scale)
    held(body, in_hand, "fingers", (0.78 if is_narrow else 1.16, -0.75, 0.74), scale=0.86)
    PROPS["petals"]("#c9587a", [(x + near, y, z, s, t) for x, y, z, s, t in ((-0.34, -0.75, 0.12, 0.2, 0.5), (-0.04, -0.85, 0.12, 0.18, 2.2), (-1.25, -0.85, 0, 0.2, 1.1))])
    if is_narrow:
        return 1.35, 2.3
    arch(1.1, 1.5, (-1.5, 2.05, 0), plaster("#d6a05c"))
    box("left", (0.8, 0.7, 0.2), (-1.64, 0.3, 0.1), stone, bevel=0.025)
    PROPS["petals"]("#c9587a", [(-2.12, -0.5, 0, 0.2, 2.7)])
    return 2.3, 2.3


SCENES = {"welcome": welcome, "origins": origins, "evening": evening, "bag": bag, "phone": phone, "parcel": parcel, "pay": pay}
