"""The inside of a container, for a shot of its own."""
import math
import random

import bpy

from materials import glass, linear, material
from shapes import add, ball, box, fillet, lathe


def smear(colour, rough=0.38):
    """A stroke of cream laid with a spatula: an S with ridges along it and a thick beginning."""
    m = material("cream", linear(colour), rough=rough, subsurface=0.18, coat=0.25, bump=0.05, bump_scale=9)
    n, k = 220, 64
    verts, faces = [], []
    for j in range(n + 1):
        t = j / n
        x = -1.15 + 2.3 * t
        y = 0.42 * math.sin(t * 5.2 - 0.6) * (1 - 0.35 * t)
        dx, dy = 2.3, 0.42 * 5.2 * math.cos(t * 5.2 - 0.6)
        length = math.hypot(dx, dy)
        nx, ny = -dy / length, dx / length
        width = 0.40 * min(1, 0.35 + 3.2 * t) * (1 - 0.55 * t**3) * min(1, (1 - t) * 7 + 0.03)
        for i in range(k + 1):
            u = i / k * 2 - 1
            edge = max(0.0, 1 - abs(u) ** 3.2)
            ridges = 0.5 + 0.28 * math.sin(u * 9 + 1.2 * math.sin(t * 7)) + 0.16 * math.sin(u * 21 + t * 4) + 0.06 * math.sin(u * 47 - t * 9)
            lift = 0.5 + 0.8 * math.exp(-((t - 0.1) / 0.12) ** 2) + 0.35 * math.exp(-((t - 0.9) / 0.06) ** 2)
            z = 0.015 + 0.17 * edge**0.55 * ridges * lift
            wobble = 1 + 0.05 * math.sin(t * 40 + u * 2) + 0.03 * math.sin(t * 91)
            verts.append((x + nx * u * width * wobble, y + ny * u * width * wobble, z if abs(u) < 0.999 else 0))
    for j in range(n):
        for i in range(k):
            q = j * (k + 1) + i
            faces.append((q, q + 1, q + k + 2, q + k + 1))
    o = add("smear", verts, faces, m)
    sub = o.modifiers.new("smooth", "SUBSURF")
    sub.levels = sub.render_levels = 1
    return o


def pool(colour, density=5.0):
    """Oil or gel poured out: one large flat drop with a lobed edge and small ones beside it."""
    m = glass("oil", linear(colour), density, ior=1.44)
    for x, y, s, seed in ((-0.1, 0.0, 0.78, 1), (0.82, -0.46, 0.16, 2), (0.98, 0.2, 0.09, 3), (-0.95, 0.5, 0.11, 4), (0.66, 0.58, 0.06, 5)):
        n, k = 28, 128
        verts, faces = [(0, 0, 0.15 * s ** 0.5)], []
        for j in range(1, n + 1):
            t = j / n
            for i in range(k):
                a = 2 * math.pi * i / k
                lobes = 1 + (0.16 * math.sin(2 * a + seed) + 0.1 * math.sin(3 * a + 2 * seed) + 0.05 * math.sin(5 * a)) * t
                r = s * t * lobes
                z = 0.15 * s**0.5 * (1 - t**3.4) ** 0.5
                verts.append((r * math.cos(a), 0.8 * r * math.sin(a), z))
        for i in range(k):
            faces.append((0, 1 + i, 1 + (i + 1) % k))
        for j in range(n - 1):
            for i in range(k):
                p, q = 1 + j * k + i, 1 + j * k + (i + 1) % k
                faces.append((p, p + k, q + k, q))
        base = len(verts)
        verts.append((0, 0, 0))
        for i in range(k):
            faces.append((base, 1 + (n - 1) * k + (i + 1) % k, 1 + (n - 1) * k + i))
        o = add("pool", verts, faces, m)
        o.location = (x, y, 0.002)


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


def powder(colour):
    """A heap of powder with a soft foot."""
    m = material("powder", linear(colour), rough=0.95, bump=0.7, bump_scale=70, specular=0.2)
    n, k = 60, 160
    noise = [random.uniform(0, 6.28) for _ in range(8)]
    verts, faces = [], []
    for j in range(n + 1):
        t = j / n
        for i in range(k):
            a = 2 * math.pi * i / k
            r = 0.95 * t * (1 + 0.05 * math.sin(3 * a + noise[0]) + 0.04 * math.sin(7 * a + noise[1]))
            z = 0.62 * (1 - t) ** 1.5 + 0.012 * math.sin(9 * a + 14 * t + noise[2]) * (1 - t) + 0.008 * math.sin(23 * a - 31 * t) * (1 - t)
            verts.append((r * math.cos(a), r * math.sin(a), z))
    for j in range(n):
        for i in range(k):
            a, b = j * k + i, j * k + (i + 1) % k
            faces.append((a, a + k, b + k, b))
    add("powder", verts, faces, m)


TEXTURES = {"smear": smear, "pool": pool, "heap": heap, "powder": powder}
