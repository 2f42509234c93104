"""Things that lie around a product, each at the places that a shot names: x, y, z, size, turn."""
import math
import random

import bpy

from materials import glass, linear, material
from shapes import add, ball, fillet, lathe


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
        o.location = (x, y, z)
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
        o.location = (x, y, z)
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


PROPS = {"petals": petals, "leaves": leaves, "drops": drops, "capsules": capsules, "tablets": tablets, "stones": stones, "almonds": almonds, "seeds": seeds}


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
