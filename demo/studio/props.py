"""Things that lie around a product, each at the places that a shot names: x, y, z, size, turn."""
import math
import random

import bpy

from materials import glass, linear, material, wooden
from shapes import add, ball, fillet, lathe, rope


def petals(colour, spots):
    m = material("petal", linear(colour), rough=0.5, subsurface=0.15, sheen=0.3)
    for x, y, z, s, turn in spots:
        verts, faces, n = [], [], 14
        for j in range(n + 1):
            v = j / n
            w = 0.5 * math.sin(math.pi * min(1, v * 0.93 + 0.07)) ** 0.75 * (0.75 + 0.4 * v)
            for k in range(n + 1):
                u = k / n * 2 - 1
                cup = 1.0 * (u * w) ** 2 + 0.5 * (v - 0.4) ** 2 + 0.035 * v * math.sin(7 * u + 3 * v)
                verts.append((u * w, v - 0.5, cup))
        for j in range(n):
            for k in range(n):
                a = j * (n + 1) + k
                faces.append((a, a + 1, a + n + 2, a + n + 1))
        o = add("petal", verts, faces, m)
        sub = o.modifiers.new("smooth", "SUBSURF")
        sub.render_levels = 2
        o.modifiers.new("thick", "SOLIDIFY").thickness = 0.014
        o.scale = (s, s, s)
        # It lies on its rim and does not sink.
        o.location = (x, y, z + 0.07 * s)
        o.rotation_euler = (random.uniform(-0.15, 0.15), random.uniform(-0.15, 0.15), turn)


def leaves(colour, spots):
    m = material("leaf", linear(colour), rough=0.42, subsurface=0.05)
    for x, y, z, s, turn in spots:
        verts, faces, n = [], [], 18
        for j in range(n + 1):
            v = j / n
            w = 0.24 * math.sin(math.pi * v) ** 0.8 * (1.12 - 0.5 * v)
            for k in range(9):
                u = k / 4 - 1
                verts.append((u * w, v - 0.5, 0.16 * abs(u) * w * 2 + 0.22 * (v - 0.5) ** 2))
        for j in range(n):
            for k in range(8):
                a = j * 9 + k
                faces.append((a, a + 1, a + 10, a + 9))
        o = add("leaf", verts, faces, m)
        o.modifiers.new("thick", "SOLIDIFY").thickness = 0.012
        o.scale = (s,) * 3
        o.location = (x, y, z + 0.04 * s)
        o.rotation_euler = (0.08, random.uniform(-0.2, 0.2), turn)


def drops(colour, spots, density=2.2):
    m = glass("drop", linear(colour), density, ior=1.42)
    for x, y, z, s, _ in spots:
        n = 32
        prof = [(s * math.sin(math.pi / 2 * k / n) ** 0.9, z * 0 + s * 0.34 * math.cos(math.pi / 2 * k / n) ** 0.8) for k in range(n + 1)]
        prof = [(0, s * 0.34)] + prof[1:] + [(0, 0)]
        o = lathe("drop", prof[::-1], m, segments=72)
        o.location = (x, y, z + 0.001)
        o.scale = (1, random.uniform(0.75, 1.0), 1)
        o.rotation_euler = (0, 0, random.uniform(0, 3))


def capsules(colour, spots, oil=False):
    m = glass("capsule", linear(colour), 7, ior=1.4) if oil else material("capsule", linear(colour), rough=0.3, coat=0.3)
    for x, y, z, s, turn in spots:
        o = ball("capsule", (x, y, z + s * 0.42), (s, s * 0.45, s * 0.42), m, (0, 0, turn))


def tablets(colour, spots):
    m = material("tablet", linear(colour), rough=0.75, bump=0.25, bump_scale=60)
    for x, y, z, s, turn in spots:
        o = lathe("tablet", fillet([(0, 0), (s, 0.02 * s), (s, s * 0.42), (0, s * 0.5)], s * 0.16), m, segments=48)
        o.location = (x, y, z)


def stones(colour, spots):
    m = material("stone", linear(colour), rough=0.9, bump=0.5, bump_scale=14)
    for x, y, z, s, turn in spots:
        o = ball("stone", (x, y, z + s * 0.45), (s, s * 0.8, s * 0.55), m, (0, 0, turn))
        d = o.modifiers.new("rough", "DISPLACE")
        tex = bpy.data.textures.new("clouds", "CLOUDS")
        tex.noise_scale = 0.9
        d.texture = tex
        d.strength = 0.5
        d.mid_level = 0.5


def almonds(colour, spots):
    m = material("almond", linear(colour), rough=0.62, bump=0.35, bump_scale=22)
    for x, y, z, s, turn in spots:
        n = 28
        prof = [(s * 0.36 * math.sin(math.pi * k / n) ** 0.8 * (1.15 - 0.45 * k / n), s * (k / n - 0.5) * 1.25) for k in range(n + 1)]
        o = lathe("almond", prof, m, segments=48)
        o.scale = (1, 0.62, 1)
        o.location = (x, y, z + s * 0.22)
        o.rotation_euler = (math.pi / 2, 0, turn)
        o.rotation_mode = "XYZ"


def seeds(colour, spots):
    m = material("seed", linear(colour), rough=0.55)
    for x, y, z, s, _ in spots:
        for _k in range(70):
            a, d = random.uniform(0, 6.28), abs(random.gauss(0, s))
            ball("seed", (x + d * math.cos(a), y + d * math.sin(a) * 0.7, z + 0.008), (0.016, 0.009, 0.008), m, (0, 0, random.uniform(0, 3)), segments=10)


def cherries(colour, spots):
    """Acerolas: red, three lobes, a short stalk in a dimple."""
    skin = material("cherry", linear(colour), rough=0.2, coat=0.6, subsurface=0.05)
    stalk = material("stalk", linear("#6c7a3c"), rough=0.6)
    for x, y, z, s, turn in spots:
        n = 40
        prof = [(0.0, 0.07)]
        for k in range(1, n):
            a = math.pi * k / n
            prof.append((math.sin(a) ** 0.92, 0.86 - 0.86 * math.cos(a) - 0.22 * math.exp(-((math.pi - a) / 0.32) ** 2)))
        prof.append((0.0, 1.5))
        lobes = lambda a, _h: 1 + 0.035 * math.cos(3 * a)
        o = lathe("cherry", prof, skin, segments=96, ridge=lobes)
        string = rope("stalk", [(0.06 * (k / 8) ** 2 * 3, 0, 1.42 + 0.09 * k, 0.035 + 0.02 * (k == 8)) for k in range(9)], stalk)
        for part in (o, string):
            part.scale = (s, s, s)
            part.location = (x, y, z)
            part.rotation_euler = (0.42, 0.2, turn)


def dipper(colour, spots):
    """A honey spoon of turned wood that lies on its grooved head."""
    for x, y, z, s, turn in spots:
        head = [(0.0, 0.0), (0.09, 0.01)]
        for k in range(7):
            r = 0.2 * math.sin(math.pi * (k + 1.4) / 8.6) ** 0.6
            head += [(r, 0.03 + 0.075 * k), (r, 0.07 + 0.075 * k), (r * 0.66, 0.078 + 0.075 * k), (r * 0.66, 0.1 + 0.075 * k)]
        wood = wooden()
        o = lathe("dipper", fillet(head + [(0.05, 0.6), (0.042, 1.2), (0.05, 2.4), (0, 2.42)], 0.012, 4), wood, segments=96)
        o.scale = (s, s, s)
        o.location = (x, y, z + 0.19 * s)
        o.rotation_euler = (0, math.radians(83), turn)


def cup(colour, spots):
    """A small glass of tea."""
    wall, tea = glass("cup", (1, 1, 1, 1), 0), glass("tea", linear(colour), 6, ior=1.33)
    for x, y, z, s, _ in spots:
        outer = [(0, 0), (0.27, 0), (0.275, 0.3), (0.32, 0.8)]
        inner = [(0.3, 0.8), (0.255, 0.3), (0.25, 0.09), (0, 0.08)]
        a = lathe("cup", fillet(outer + inner, 0.02), wall)
        b = lathe("tea", [(0, 0.079), (0.2515, 0.089), (0.2565, 0.3), (0.2855, 0.62), (0, 0.62)], tea)
        for part in (a, b):
            part.scale = (s, s, s)
            part.location = (x, y, z + 0.001)


PROPS = {
    "cherries": cherries,
    "dipper": dipper,
    "cup": cup,
    "petals": petals,
    "leaves": leaves,
    "drops": drops,
    "capsules": capsules,
    "tablets": tablets,
    "stones": stones,
    "almonds": almonds,
    "seeds": seeds,
}


def coin(place, turn=0.0):
    """Ten dirhams: a golden ring about a silver heart, 28 mm."""
    ring = material("ring", (0.76, 0.55, 0.24, 1), rough=0.28, metal=1.0)
    heart = material("heart", (0.72, 0.71, 0.69, 1), rough=0.3, metal=1.0)
    a = lathe("ring", fillet([(0.0, 0), (0.14, 0), (0.14, 0.022), (0.128, 0.022), (0.126, 0.018), (0.098, 0.018), (0.0, 0.018)], 0.003), ring)
    b = lathe("heart", fillet([(0, 0.0165), (0.098, 0.0165), (0.097, 0.0205), (0, 0.0205)], 0.001), heart)
    star = []
    for q in range(10):
        r = 0.062 if q % 2 == 0 else 0.026
        star.append((r * math.sin(math.pi * q / 5), r * math.cos(math.pi * q / 5)))
    relief = add("star", [(x, y, 0.0215) for x, y in star], [tuple(range(10))[::-1]], heart, smooth=False)
    for o in (a, b, relief):
        o.location = place
        o.rotation_euler = (0, 0, turn)
