"""The inside of a container, for a shot of its own."""
import math
import random

import bpy
from mathutils import noise

from materials import glass, linear, material, pressed, skin
from shapes import add, ball, box, fillet, lathe


# The height of an arm's skin above the stage; the camera follows it there.
FOREARM = 0.95


def two_halves(colour, cap):
    """A hard capsule: a body of the one colour, a cap of the other drawn over it."""
    r, n = 0.074, 14
    foot = [(r * math.sin(math.pi / 2 * q / n), -0.085 - r * math.cos(math.pi / 2 * q / n)) for q in range(n + 1)]
    wide = r * 1.07
    head = [(wide * math.cos(math.pi / 2 * q / n), 0.075 + wide * math.sin(math.pi / 2 * q / n)) for q in range(n + 1)]
    o = lathe("capsule", foot + [(r, -0.012), (wide - 0.002, -0.012), (wide, -0.008)] + head, material("capsule", linear(colour), rough=0.3, coat=0.4), segments=48)
    o.data.materials.append(material("cap", linear(cap), rough=0.26, coat=0.5))
    for p in o.data.polygons:
        p.material_index = 1 if p.center.z > -0.0125 else 0
    return o


def heap(kind, colour, count=70, oil=False, cap=None):
    """Capsules or tablets that fell on a heap; they really fall."""
    if kind == "capsules":
        m = glass("capsule", linear(colour), 9, ior=1.4) if oil else material("capsule", linear(colour), rough=0.28, coat=0.4)
    else:
        m = pressed(colour)
        crumbs(m)
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
            if cap:
                first = two_halves(colour, cap)
            elif kind == "capsules":
                first = ball("capsule", (0, 0, 0), (0.15, 0.082, 0.082), m, segments=32)
            else:
                first = lathe("tablet", fillet([(0, 0), (0.115, 0.0), (0.115, 0.06), (0, 0.08)], 0.016), m, segments=48)
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


def crumbs(m, count=150):
    """What rubs off tablets: grains of them around the heap."""
    first = ball("crumb", (0, 0, 0.002), (0.006, 0.005, 0.004), m, segments=8)
    for _ in range(count):
        o = first.copy()
        bpy.context.scene.collection.objects.link(o)
        a, d = random.uniform(0, 6.28), abs(random.gauss(0, 0.42))
        o.location = (d * math.cos(a), d * math.sin(a), 0.002)
        o.rotation_euler = (0, 0, a)
        o.scale = first.scale * random.uniform(0.3, 1.1)


def swirl(colour):
    """Cream that a spatula turned once around: a flat hill with one groove that winds to a soft peak."""
    m = material("cream", linear(colour), rough=0.32, coat=0.4, subsurface=0.06)
    n, k = 260, 480
    start, way = random.uniform(0, 6.28), random.choice((1, -1))
    turns = random.uniform(2.7, 3.2)
    verts, faces = [], []
    for j in range(n + 1):
        r = j / n
        for i in range(k):
            a = 2 * math.pi * i / k
            # Up slowly and down fast, as the spatula pushes it.
            wound = (turns * r**0.8 - way * a / (2 * math.pi)) % 1
            ridge = 0.5 - 0.5 * math.cos(2 * math.pi * wound**0.62)
            hill = 0.24 * max(0.0, 1 - r**4) ** 0.55
            groove = 0.13 * ridge * min(1, r * 4) * max(0.0, 1 - r**5) ** 0.6
            peak = 0.16 * math.exp(-((r / 0.13) ** 2))
            drag = 0.012 * noise.noise((r * 26, math.cos(a + start) * 1.2, math.sin(a + start) * 1.2)) * r * (1 - r)
            out = 0.88 * r * (1 + 0.05 * math.sin(2 * a + start) + 0.03 * math.sin(3 * a - start) + 0.05 * ridge * r)
            lean = 0.1 * math.exp(-((r / 0.13) ** 2))
            verts.append((out * math.cos(a) + lean, out * math.sin(a), hill + groove + peak + drag))
    for j in range(n):
        for i in range(k):
            a, b = j * k + i, j * k + (i + 1) % k
            faces.append((a, a + k, b + k, b))
    add("swirl", verts, faces, m)


def bubbles(size, high, count):
    """Air that a drop of half width `size` and height `high` holds."""
    air = glass("air", (1, 1, 1, 1), 0, ior=1 / 1.4)
    for _ in range(count):
        a, d = random.uniform(0, 6.28), size * 0.86 * math.sqrt(random.random())
        roof = high * math.sqrt(1 - (d / size) ** 2)
        r = min(random.choice((0.008, 0.012, 0.012, 0.02, 0.03)), roof * 0.3)
        ball("air", (d * math.cos(a), d * math.sin(a), random.uniform(r * 1.3, max(r * 1.4, roof * 0.8 - r))), (r, r, r), air, segments=20)


def drops(colour, density=2.0, air=0):
    """Drops of oil or water that lie on the stage, flat at the foot and round on top; `air` bubbles are in the largest."""
    m = glass("drop", linear(colour), density, ior=1.4)
    spots = [(0, 0, 0.42)]
    bubbles(0.42, 0.2, air)
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


def pool(colour, density=2.0, size=0.8):
    """Something thick that ran out on the stage: level, with a round rim and an uneven outline."""
    # Its foot meets the stage at a slant: an upright rim would mirror the dark.
    rim = [(q / 40, 0.11 * (1 - (q / 40) ** 5) ** 0.75) for q in range(41)]
    start = random.uniform(0, 6.28)
    outline = lambda a, _z: size * (1 + 0.1 * math.sin(2 * a + start) + 0.06 * math.sin(3 * a - start) + 0.02 * math.sin(5 * a))
    lathe("pool", [(0, 0)] + rim[::-1], glass("pool", linear(colour), density, ior=1.45), segments=240, ridge=outline).location = (0, 0, 0.001)


def forearm(colour, slant=0.5, radius=0.74):
    """An arm that lies across the picture, its skin at the height FOREARM; gives the height of the skin at (x, y)."""
    n, k, long, flat = 160, 240, 3.6, 0.8
    # Wide towards the elbow, narrow towards the wrist, never quite round.
    half = lambda u: radius * (1 - 0.1 * u + 0.03 * math.sin(1.4 * u + 0.6))
    lumps = lambda u, v: 0.02 * noise.noise((u * 1.3, v * 1.6, 4.0))
    middle = FOREARM - radius * flat
    verts, faces = [], []
    for j in range(n + 1):
        u = (j / n * 2 - 1) * long
        for i in range(k):
            a = 2 * math.pi * i / k
            v, z = half(u) * math.cos(a), half(u) * math.sin(a) * flat
            verts.append((u * math.cos(slant) - v * math.sin(slant), u * math.sin(slant) + v * math.cos(slant), middle + z + lumps(u, v)))
    for j in range(n):
        for i in range(k):
            a, b = j * k + i, j * k + (i + 1) % k
            faces.append((a, a + k, b + k, b))
    add("forearm", verts, faces, skin(colour))

    def height(x, y):
        u, v = x * math.cos(slant) + y * math.sin(slant), y * math.cos(slant) - x * math.sin(slant)
        return middle + flat * math.sqrt(max(0.0, half(u) ** 2 - v**2)) + lumps(u, v)

    return height


def swipe(colour, on=None, way=1):
    """Cream that a finger drew over the stage, or over skin of the colour `on`; thick where it began, in streaks where it ends. It rises with `way` 1, falls with -1."""
    ground, size = (forearm(on, way * 0.5), 0.58) if on else (lambda _x, _y: 0.0, 1.0)
    m = material("cream", linear(colour), rough=0.28, coat=0.5, subsurface=0.03)
    n, k = 420, 220
    middle = lambda t: (-0.95 + 1.9 * t, way * (-0.6 + 1.15 * t + 0.13 * math.sin(2 * math.pi * t)))
    verts, faces = [], []
    for j in range(n + 1):
        t = j / n
        (x, y), (xa, ya), (xb, yb) = middle(t), middle(t - 0.01), middle(t + 0.01)
        long = math.hypot(xb - xa, yb - ya)
        nx, ny = (ya - yb) / long, (xb - xa) / long
        for i in range(k + 1):
            s = i / k * 2 - 1
            wide = 0.47 * (1 - max(0.0, 1 - t / 0.24) ** 2.4) ** 0.5 * (1 - 0.15 * t) * (1 + 0.09 * noise.noise((t * 3.5, 3.0 if s > 0 else 9.0, 0)))
            # Much at the start, a film at the end; lips where the finger pushed it aside.
            much = 0.2 * math.exp(-(((t - 0.17) / 0.16) ** 2)) * (1 - s * s)
            film = 0.014 + 0.05 * (1 - t)
            lips = 0.12 * math.exp(-(((abs(s) - 0.76) / 0.13) ** 2)) * min(1, t * 3) * (1 - 0.85 * t)
            drag = min(1.0, max(0.0, t - 0.12) * 3) * (1 - 0.8 * t)
            streaks = 0.17 * noise.noise((s * 2.8, t * 1.6, 1.0)) + 0.12 * noise.noise((s * 7, t * 1.8, 5.0)) + 0.035 * noise.noise((s * 20, t * 2, 8.0))
            worn = max(0.0, t - 0.62) * (0.05 + 0.11 * noise.noise((s * 5, t * 1.2, 2.0)) + 0.09 * noise.noise((s * 15, t * 2, 4.0))) + max(0.0, t - 0.94) * 0.7
            round_ = (1 - max(0.0, 1 - t / 0.14) ** 2) ** 0.5 * (1 - abs(s) ** 5) ** 0.5
            px, py = (x + nx * s * wide) * size, (y + ny * s * wide) * size
            verts.append((px, py, ground(px, py) + (round_ * (much + film + lips + streaks * drag) - worn - 0.008) * size))
    for j in range(n):
        for i in range(k):
            a = j * (k + 1) + i
            faces.append((a, a + k + 1, a + k + 2, a + 1))
    add("swipe", verts, faces, m)


def foam(colour):
    """Lather: bubbles that crowd to a hill, the small ones between the large."""
    film = material("film", linear(colour), rough=0.03, specular=0.6)
    t = film.node_tree
    weight = t.nodes.new("ShaderNodeLayerWeight")
    weight.inputs["Blend"].default_value = 0.38
    clear = t.nodes.new("ShaderNodeBsdfTransparent")
    blend = t.nodes.new("ShaderNodeMixShader")
    t.links.new(weight.outputs["Facing"], blend.inputs[0])
    t.links.new(clear.outputs[0], blend.inputs[1])
    t.links.new(t.nodes["Principled BSDF"].outputs[0], blend.inputs[2])
    t.links.new(blend.outputs[0], t.nodes["Material Output"].inputs["Surface"])
    # Lather is white at its heart, where light would need more films than are counted.
    ball("heart", (0, 0, 0), (0.5, 0.38, 0.2), material("heart", linear(colour), rough=0.8, bump=0.8, bump_scale=22))
    spots = []
    for size, count in ((0.15, 5), (0.095, 22), (0.062, 110), (0.041, 420), (0.026, 1100)):
        for _ in range(count * 12):
            a, d = random.uniform(0, 6.28), 0.86 * math.sqrt(random.random())
            x, y = d * math.cos(a), 0.8 * d * math.sin(a)
            roof = 0.42 * math.exp(-((d / 0.52) ** 2)) + 0.04
            z = random.uniform(size * 0.5, max(size * 0.6, roof))
            r = size * random.uniform(0.8, 1.15)
            if count > 0 and all((x - b) ** 2 + (y - c) ** 2 + (z - e) ** 2 > (0.8 * (r + s)) ** 2 for b, c, e, s in spots):
                spots.append((x, y, z, r))
                count -= 1
    first = ball("bubble", (0, 0, -1), (1, 1, 1), film, segments=32)
    first.scale = (0.01,) * 3
    for x, y, z, r in spots:
        o = first.copy()
        bpy.context.scene.collection.objects.link(o)
        o.location, o.scale = (x, y, z), (r, r, r)


def grains(colour, count=1100, size=0.042):
    """Seeds or flakes on a hill, some of them strayed."""
    m = material("grain", linear(colour), rough=0.62, bump=0.5, bump_scale=90)
    shapes = []
    for k in range(5):
        o = ball("grain", (0, 0, -1), (1, 1, 1), m, segments=14)
        for v in o.data.vertices:
            v.co *= 1 + 0.28 * noise.noise((v.co.x * 1.4 + k * 9, v.co.y * 1.4, v.co.z * 1.4))
        o.scale = (0.01,) * 3
        shapes.append(o)
    for k in range(count):
        strays = k % 7 == 0
        a, d = random.uniform(0, 6.28), abs(random.gauss(0, 0.75 if strays else 0.36))
        roof = 0 if strays and d > 0.7 else 0.34 * math.exp(-((d / 0.42) ** 2))
        o = random.choice(shapes).copy()
        bpy.context.scene.collection.objects.link(o)
        o.location = (d * math.cos(a) * 1.1, d * math.sin(a) * 0.9, max(size * 0.5, roof * random.uniform(0.7, 1) + size * 0.3))
        s = size * random.uniform(0.8, 1.15)
        o.scale = (s, s * 0.56, s * 0.5)
        lies = 0.25 if roof < size else 0.9
        o.rotation_euler = (random.uniform(-lies, lies), random.uniform(-lies, lies), random.uniform(0, 6.28))


def herbs(colours, blossom, count=150):
    """Dried leaves, rolled in by the drying, with buds and petals among them."""
    for c in colours:
        m = material("dried", linear(c), rough=0.7, bump=0.5, bump_scale=26, bump_detail=4)
        for _ in range(count // len(colours)):
            length, wide = random.uniform(0.24, 0.46), random.uniform(0.05, 0.085)
            roll, bow, twist = random.uniform(0.9, 2.4), random.uniform(-0.5, 0.6), random.uniform(-1.2, 1.2)
            verts, faces, n, k = [], [], 20, 8
            for j in range(n + 1):
                v = j / n
                w = wide * math.sin(math.pi * min(1, v * 0.97 + 0.03)) ** 0.7
                for i in range(k + 1):
                    u = (i / k * 2 - 1) * roll
                    x, z = w * math.sin(u) / roll * 1.5, w * (1 - math.cos(u)) / roll * 1.5
                    t = twist * (v - 0.5)
                    crumple = 0.012 * noise.noise((x * 20, v * 6, length * 40))
                    verts.append((x * math.cos(t) - z * math.sin(t), (v - 0.5) * length, x * math.sin(t) + z * math.cos(t) + bow * length * (v - 0.5) ** 2 + crumple))
            for j in range(n):
                for i in range(k):
                    a = j * (k + 1) + i
                    faces.append((a, a + 1, a + k + 2, a + k + 1))
            o = add("dried", verts, faces, m)
            o.modifiers.new("thick", "SOLIDIFY").thickness = 0.008
            a, d = random.uniform(0, 6.28), abs(random.gauss(0, 0.42))
            roof = 0.3 * math.exp(-((d / 0.45) ** 2))
            lies = 0.12 + roof
            o.location = (d * math.cos(a) * 1.1, d * math.sin(a) * 0.85, 0.03 + roof * random.uniform(0.5, 1))
            o.rotation_euler = (random.uniform(-lies, lies), random.uniform(-lies, lies), random.uniform(0, 6.28))
    bud = material("bud", linear(blossom), rough=0.55, subsurface=0.1)
    for _ in range(11):
        a, d = random.uniform(0, 6.28), abs(random.gauss(0.35, 0.25))
        s = random.uniform(0.04, 0.06)
        z = 0.36 * math.exp(-((d / 0.45) ** 2)) + s * 0.5
        ball("bud", (d * math.cos(a) * 1.1, d * math.sin(a) * 0.85, z), (s * 1.35, s * 0.72, s * 0.72), bud, (0, random.uniform(-0.4, 0.4), random.uniform(0, 6.28)), segments=24)


TEXTURES = {
    "heap": heap,
    "swirl": swirl,
    "drops": drops,
    "mound": mound,
    "pool": pool,
    "swipe": swipe,
    "foam": foam,
    "grains": grains,
    "herbs": herbs,
}
