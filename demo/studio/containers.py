"""The containers of products: each gives its parts, half its width and its height."""
import math

import bpy

from materials import GOLD, cap_material, glass, is_gold, linear, material, mix, wooden
from shapes import add, box, fillet, lathe, wrap


def amber(body):
    """Brown glass lets orange through: the colour of its light, not of its face."""
    return mix(linear(body), (1, 0.5, 0.05, 1), 0.62)


def fresh(body):
    """The colour of a clear liquid, bright enough that a ground of another colour does not turn it grey."""
    r, g, b, a = linear(body)
    most = max(r, g, b)
    return ((r / most) ** 1.6, (g / most) ** 1.6, (b / most) ** 1.6, a)


def dropper(i):
    R, H = 0.30, 0.86
    skin = glass("glass", amber(i["body"]), 4.6)
    neck = 0.135
    body = fillet([(0, 0.03), (0.2, 0.03), (R, 0.0, 0.06), (R, H, 0.2), (neck + 0.015, H + 0.17, 0.09), (neck, H + 0.26), (0, H + 0.26)], 0.05, 10)
    body = [(0, 0.03)] + body[1:]
    parts = [lathe("body", body, skin)]
    air = glass("air", (1, 1, 1, 1), 0, ior=1 / 1.46)
    level = H - 0.02
    inside = fillet([(0, level), (R - 0.035, level, 0.02), (R - 0.045, H + 0.01, 0.12), (neck - 0.03, H + 0.16, 0.08), (neck - 0.03, H + 0.24), (0, H + 0.24)], 0.02)
    bubble = lathe("air", inside, air)
    parts.append(bubble)
    collar = cap_material(i["cap"], "metal" if is_gold(i["cap"]) else "plastic")
    if not is_gold(i["cap"]):
        collar = material("collar", mix(GOLD, linear(i["cap"]), 0.15), rough=0.22, metal=1.0)
    z = H + 0.15
    parts.append(lathe("collar", fillet([(0, z), (0.185, z), (0.185, z + 0.27), (0.1, z + 0.27), (0, z + 0.27)], 0.014), collar))
    rubber = material("rubber", linear(i["cap"]) if not is_gold(i["cap"]) else (0.86, 0.80, 0.74, 1), rough=0.42, subsurface=0.1)
    z += 0.265
    side = fillet([(0, z), (0.105, z), (0.12, z + 0.05), (0.114, z + 0.16), (0.112, z + 0.3)], 0.03, 10)
    dome = [(0.112 * math.cos(t), z + 0.3 + 0.125 * math.sin(t)) for t in (math.pi / 2 * k / 14 for k in range(1, 15))]
    parts.append(lathe("bulb", side + dome, rubber))
    paper = material("label", (1, 1, 1, 1), rough=0.55, image=i["label"])
    parts.append(wrap("label", R + 0.004, 0.13, 0.70, 1.33, paper))
    return parts, R, z + 0.42


def bottle(i):
    R, H = 0.31, 1.02
    dark = i["slug"] == "huile-de-nigelle"
    clear = i["slug"] in ("eau-de-rose-kelaat-mgouna", "gel-nettoyant-visage-aloe-vera")
    if dark or clear:
        skin = glass("glass", amber(i["body"]), 4.6) if dark else glass("glass", fresh(i["body"]), 1.5)
    else:
        skin = material("plastic", linear(i["body"]), rough=0.33, coat=0.25)
    neck = 0.15
    prof = fillet([(0, 0.02), (0.22, 0.02), (R, 0.0, 0.07), (R, H, 0.2), (neck, H + 0.15, 0.08), (neck, H + 0.2), (0, H + 0.2)], 0.05, 10)
    parts = [lathe("body", prof, skin)]
    if dark or clear:
        air = glass("air", (1, 1, 1, 1), 0, ior=1 / 1.46)
        inside = fillet([(0, H - 0.03), (R - 0.04, H - 0.03, 0.02), (R - 0.05, H, 0.14), (neck - 0.03, H + 0.14, 0.06), (neck - 0.03, H + 0.18), (0, H + 0.18)], 0.02)
        parts.append(lathe("air", inside, air))
    cap = cap_material(i["cap"], "metal" if is_gold(i["cap"]) else "plastic")
    z = H + 0.13
    if i["closure"] == "pump":
        parts.append(lathe("ring", fillet([(0, z), (0.185, z), (0.185, z + 0.17), (0.07, z + 0.2), (0, z + 0.2)], 0.015), cap))
        parts.append(lathe("stem", [(0.045, z + 0.18), (0.045, z + 0.33)], cap))
        top = z + 0.32
        parts.append(lathe("head", fillet([(0, top), (0.11, top), (0.118, top + 0.1), (0.1, top + 0.125), (0, top + 0.13)], 0.02), cap))
        # the spout: a tapering bent tube towards the camera's left
        pts = [(0, 0, top + 0.07, 0.055), (-0.18, 0, top + 0.075, 0.047), (-0.3, 0, top + 0.065, 0.04), (-0.35, 0, top + 0.03, 0.034), (-0.36, 0, top - 0.02, 0.03)]
        curve = bpy.data.curves.new("spout", "CURVE")
        curve.dimensions = "3D"
        curve.bevel_depth = 1
        curve.bevel_resolution = 8
        curve.use_fill_caps = True
        s = curve.splines.new("BEZIER")
        s.bezier_points.add(len(pts) - 1)
        for b, (x, y, zz, w) in zip(s.bezier_points, pts):
            b.co = (x, y, zz)
            b.handle_left_type = b.handle_right_type = "AUTO"
            b.radius = w
        o = bpy.data.objects.new("spout", curve)
        bpy.context.scene.collection.objects.link(o)
        curve.materials.append(cap)
        o.rotation_euler = (0, 0, math.radians(28))
        parts.append(o)
        height = top + 0.13
    else:
        parts.append(lathe("cap", fillet([(0, z), (0.2, z), (0.2, z + 0.34), (0, z + 0.345)], 0.025), cap))
        seam = material("seam", mix(linear(i["cap"]), (0, 0, 0, 1), 0.6), rough=0.6)
        parts.append(lathe("seam", [(0.2012, z + 0.235), (0.2012, z + 0.243)], seam))
        height = z + 0.34
    paper = material("label", (1, 1, 1, 1), rough=0.5, image=i["label"])
    parts.append(wrap("label", R + 0.004, 0.14, 0.90, 1.36, paper))
    return parts, R, height


def screw(i):
    R, H = 0.36, 0.96
    c = linear(i["body"])
    see_through = i["slug"] in ("omega-3-huile-de-poisson",)
    skin = glass("glass", amber(i["body"]), 3.0) if see_through else material("plastic", c, rough=0.34, coat=0.25)
    neck = 0.27
    prof = fillet([(0, 0.02), (0.27, 0.02), (R, 0.0, 0.08), (R, H, 0.14), (neck, H + 0.1, 0.06), (neck, H + 0.14), (0, H + 0.14)], 0.05, 10)
    parts = [lathe("body", prof, skin)]
    cap = cap_material(i["cap"], "metal" if is_gold(i["cap"]) else "plastic")
    z = H + 0.09
    ridges = 72
    profile = fillet([(0, z), (0.315, z), (0.315, z + 0.26), (0.27, z + 0.285), (0, z + 0.285)], 0.02)
    edge = lambda a, h: 1 - 0.012 * (0.5 + 0.5 * math.cos(a * ridges)) * (1 if z + 0.02 < h < z + 0.235 else 0)
    parts.append(lathe("cap", profile if is_gold(i["cap"]) else profile, cap, segments=ridges * 8, ridge=None if is_gold(i["cap"]) else edge))
    paper = material("label", (1, 1, 1, 1), rough=0.5, image=i["label"])
    parts.append(wrap("label", R + 0.004, 0.13, 0.84, 1.42, paper))
    return parts, R, z + 0.285


def jar(i):
    R, H = 0.52, 0.50
    honey = i["slug"] == "miel-de-thym-gelee-royale"
    skin = glass("glass", linear(i["body"]), 3.0) if honey else material("jar", linear(i["body"]), rough=0.28, coat=0.35)
    prof = fillet([(0, 0.02), (0.42, 0.02), (R, 0.0, 0.1), (R, H, 0.05), (R - 0.05, H + 0.03), (0, H + 0.03)], 0.04, 10)
    parts = [lathe("body", prof, skin)]
    white = linear(i["cap"])
    wood = i["slug"] in ("masque-purifiant-ghassoul", "beurre-corporel-karite")
    cap = wooden() if wood else cap_material(i["cap"], "metal" if honey else "plastic")
    z = H + 0.022
    parts.append(lathe("lid", fillet([(0, z), (R + 0.012, z), (R + 0.012, z + 0.26), (0, z + 0.268)], 0.03), cap))
    paper = material("label", (1, 1, 1, 1), rough=0.5, image=i["label"])
    parts.append(wrap("label", R + 0.004, 0.085, 0.455, 1.12, paper))
    return parts, R, z + 0.268



def tube(i):
    """Stands on its cap; its round shoulder becomes a flat weld at the top. The label is printed on its front."""
    cap = cap_material(i["cap"], "plastic")
    z = 0.30
    parts = [lathe("cap", fillet([(0, 0), (0.235, 0), (0.25, z - 0.02), (0.2, z), (0, z)], 0.02), cap)]
    H, R = 1.36, 0.262
    steps, rows = 128, 60
    # the height, as a part of the whole, from which the tube is flat
    flat = 0.925

    def width_at(s):
        return R * (1 + 0.36 * s**1.35)

    skin = material("tube", (1, 1, 1, 1), rough=0.36, image=i["label"], coat=0.15)
    verts, uvs, faces = [], [], []
    for j in range(rows + 1):
        s = j / rows
        h = z - 0.005 + (H - z) * s
        depth = max(R * (1 - min(s / flat, 1) ** 1.9) ** 0.62, 0.008)
        width = width_at(s)
        if s < 0.05:
            k = 0.86 + 0.14 * math.sin(s / 0.05 * math.pi / 2)
            width, depth = width * k, depth * k
        for q in range(steps):
            a = 2 * math.pi * q / steps
            verts.append((width * math.cos(a), depth * math.sin(a), h))
            front = math.sin(a) < 0
            uvs.append((0.5 + 0.5 * math.cos(a) * width / (R * 1.36) if front else 0.001, s if front else 0.999))
    for j in range(rows):
        for q in range(steps):
            a, b = j * steps + q, j * steps + (q + 1) % steps
            faces.append((a, b, b + steps, a + steps))
    o = add("tube", verts, faces, skin, uvs=uvs)
    parts.append(o)
    # the weld: a thin band with fine ribs, as wide as the body that it closes
    foot = z - 0.005 + (H - z) * flat
    wide, narrow = width_at(1) * 1.003, width_at(flat) * 1.003
    weld = material("weld", mix(linear(i["band"]), (1, 1, 1, 1), 0.06), rough=0.42, bump=0.0)
    n = 90
    verts, faces = [], []
    for q in range(n + 1):
        x = -1 + 2 * q / n
        y = -0.010 - 0.003 * (q % 2)
        verts += [(narrow * x, y, foot), (wide * x, y, H), (wide * x, 0.01, H), (narrow * x, 0.01, foot)]
    for q in range(n):
        a = q * 4
        faces += [(a, a + 4, a + 5, a + 1), (a + 1, a + 5, a + 6, a + 2), (a + 2, a + 6, a + 7, a + 3)]
    parts.append(add("weld", verts, faces, weld, smooth=False))
    return parts, wide, H


def carton(i):
    W, D, H = 0.84, 0.42, 1.22
    side = material("side", linear(i["body"]), rough=0.55)
    front = material("front", (1, 1, 1, 1), rough=0.5, image=i["label"])
    o = box("carton", (W, D, H), (0, 0, H / 2), side, bevel=0.006)
    face = add("front", [(-W / 2 + 0.004, -D / 2 - 0.0015, 0.004), (W / 2 - 0.004, -D / 2 - 0.0015, 0.004), (W / 2 - 0.004, -D / 2 - 0.0015, H - 0.004), (-W / 2 + 0.004, -D / 2 - 0.0015, H - 0.004)], [(0, 1, 2, 3)], front, smooth=False, uvs=[(0, 0), (1, 0), (1, 1), (0, 1)])
    flap = material("flap", mix(linear(i["body"]), (0, 0, 0, 1), 0.35), rough=0.7)
    line = box("flap", (W * 0.98, 0.004, 0.001), (0, -D / 2 + 0.03, H + 0.0005), flap, bevel=0)
    return [o, face, line], W / 2, H


SHAPES = {"dropper": dropper, "bottle": bottle, "jar": jar, "tube": tube}


def product(item, place=(0, 0, 0), turn=0.0, scale=1.0):
    make = (carton if item["closure"] == "carton" else screw) if item["shape"] == "box" else SHAPES[item["shape"]]
    parts, half, height = make(item)
    holder = bpy.data.objects.new("holder", None)
    bpy.context.scene.collection.objects.link(holder)
    for p in parts:
        p.parent = holder
    holder.location = place
    holder.rotation_euler = (0, 0, turn)
    holder.scale = (scale,) * 3
    return holder, half * scale, height * scale
