"""The inside of a container, for a shot of its own."""
import math
import random

import bpy
from mathutils import noise

from materials import glass, linear, material
from shapes import add, ball, box, fillet, lathe


def heap(kind, colour, count=70, oil=False):
    """Capsules or tablets that fell on a heap; they really fall."""
    if kind == "capsules":
        m = glass("capsule", linear(colour), 9, ior=1.4) if oil else material("capsule", linear(colour), rough=0.28, coat=0.4)
    else:
        m = material("tablet", linear(colour), rough=0.75, bump=0.25, bump_scale=60)
    bpy.ops.rigidbody.world_add()
    floor = box("ground", (8, 8, 0.2), (0, 0, -0.1), None or m, bevel=0)
    floor.hide_render = True
    bpy.context.view_layer.objects.active = floor
    bpy.ops.rigidbody.object_add(type="PASSIVE")
    floor.rigid_body.friction = 0.9
    first = None
    for k in range(count):
        place = (random.gauss(0, 0.16), random.gauss(0, 0.16), 0.25 + k * 0.06)
        turn = tuple(random.uniform(0, 6.28) for _ in range(3))
        if first is None:
            if kind == "capsules":
                first = ball("capsule", (0, 0, 0), (0.15, 0.082, 0.082), m, segments=32)
            else:
                first = lathe("tablet", fillet([(0, 0), (0.115, 0.0), (0.115, 0.06), (0, 0.075)], 0.018), m, segments=48)
            bpy.context.view_layer.objects.active = first
            for o in bpy.context.selected_objects:
                o.select_set(False)
            first.select_set(True)
            bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
            o = first
        else:
            o = first.copy()
            bpy.context.scene.collection.objects.link(o)
        o.location, o.rotation_euler = place, turn
        bpy.context.view_layer.objects.active = o
        for other in bpy.context.selected_objects:
            other.select_set(False)
        o.select_set(True)
        if o.rigid_body is None:
            bpy.ops.rigidbody.object_add(type="ACTIVE")
        o.rigid_body.collision_shape = "CONVEX_HULL"
        o.rigid_body.friction = 0.9
        o.rigid_body.angular_damping = 0.6
        o.rigid_body.linear_damping = 0.2
    cache = bpy.context.scene.rigidbody_world.point_cache
    cache.frame_end = 220
    for frame in range(1, 221):
        bpy.context.scene.frame_set(frame)


def swirl(colour):
    """Cream as a star-shaped nozzle leaves it: folds that turn around a soft peak."""
    m = material("cream", linear(colour), rough=0.34, coat=0.35)
    n, k, folds = 150, 360, random.choice((6, 7, 8))
    twist, way = random.uniform(2.2, 3.2), random.choice((1, -1))
    verts, faces = [], []
    for j in range(n + 1):
        t = j / n
        for i in range(k):
            a = 2 * math.pi * i / k
            fold = abs(math.cos(folds * (a + way * twist * t) / 2)) ** 0.7
            round_ = 0.84 * (1 - t) ** 0.8 + 0.014
            r = round_ * (0.84 + 0.24 * fold * (1 - t) ** 0.3) * (1 + 0.03 * math.sin(3 * a + 1))
            lean = 0.12 * t**3
            verts.append((r * math.cos(a) + lean, r * math.sin(a), 0.8 * t**0.85 + 0.07 * math.sin(math.pi * min(1, t * 3)) * fold))
    for j in range(n):
        for i in range(k):
            a, b = j * k + i, j * k + (i + 1) % k
            faces.append((a, b, b + k, a + k))
    verts.append((0.12, 0, 0.81))
    faces += [(n * k + i, n * k + (i + 1) % k, len(verts) - 1) for i in range(k)]
    add("swirl", verts, faces, m)


def drops(colour, density=2.0):
    """Drops of oil or water that lie on the stage, flat at the foot and round on top."""
    m = glass("drop", linear(colour), density, ior=1.4)
    spots = [(0, 0, 0.42)]
    for _ in range(400):
        x, y, size = random.uniform(-1.2, 1.2), random.uniform(-0.9, 1.0), random.choice((0.05, 0.07, 0.1, 0.14, 0.2))
        if len(spots) < 16 and all(math.hypot(x - a, y - b) > size + s + 0.06 for a, b, s in spots):
            spots.append((x, y, size))
    for x, y, size in spots:
        n = 40
        high = 0.42 * size ** 0.8
        profile = [(size * math.sin(math.pi / 2 * q / n), high * math.cos(math.pi / 2 * q / n) ** 0.9) for q in range(n + 1)]
        o = lathe("drop", [(0, 0), (size * 0.98, 0)] + profile[::-1], m, segments=96)
        o.location = (x, y, 0.001)
        o.scale = (1, random.uniform(0.82, 1.0), 1)
        o.rotation_euler = (0, 0, random.uniform(0, 3))


def mound(colour):
    """Powder as it falls from a spoon: a soft hill, grains around its foot."""
    m = material("powder", linear(colour), rough=0.95, bump=0.9, bump_scale=55, bump_detail=5, specular=0.15)
    n, k = 90, 220
    verts, faces = [], []
    for j in range(n + 1):
        t = j / n
        for i in range(k):
            a = 2 * math.pi * i / k
            x, y = 1.0 * t * math.cos(a), 0.9 * t * math.sin(a)
            rough = noise.fractal((x * 2.2, y * 2.2, 3.0), 1.0, 2.0, 5)
            edge = 1 + 0.12 * noise.noise((math.cos(a) * 1.5, math.sin(a) * 1.5, 7.0))
            z = 0.5 * math.exp(-((t / (0.5 * edge)) ** 2)) + 0.055 * rough * (1 - t) ** 0.5 - 0.012
            verts.append((x, y, max(z, -0.02)))
    for j in range(n):
        for i in range(k):
            a, b = j * k + i, j * k + (i + 1) % k
            faces.append((a, a + k, b + k, b))
    add("mound", verts, faces, m)
    for _ in range(160):
        a, d = random.uniform(0, 6.28), random.uniform(0.62, 1.2)
        s = random.uniform(0.006, 0.02)
        ball("grain", (d * math.cos(a), 0.9 * d * math.sin(a), s * 0.6), (s, s, s * 0.8), m, segments=8)


TEXTURES = {"heap": heap, "swirl": swirl, "drops": drops, "mound": mound}
