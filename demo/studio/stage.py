"""Floor, wall, arch and plinth, the light on them, and the camera."""
import math

import bmesh
import bpy
from mathutils import Vector

from materials import material, plaster
from shapes import add, box, fillet, lathe


# wall, stand, arch
STAGES = {
    "rose": ("#dda0a2", "#f3dfd8", "#c9797f"),
    "sand": ("#d6b68b", "#f3e8d8", "#bb8d5a"),
    "sage": ("#a9b198", "#efeee4", "#838f70"),
    "amber": ("#d8994f", "#f5e2c4", "#b56f2b"),
    "blush": ("#e9c9ba", "#f6e6dc", "#d98f92"),
    "clay": ("#d8a48e", "#f4e4da", "#b9765c"),
    "forest": ("#3f5546", "#e8decb", "#2f4236"),
}


def cove(colour, wide=9.0):
    """Floor and wall of one sheet with a large round between them."""
    profile = [(-8.0, 0.0)]
    back, r = 2.3, 1.2
    for k in range(25):
        a = math.pi / 2 * k / 24
        profile.append((back - r + r * math.sin(a), r - r * math.cos(a)))
    profile.append((back, 8.0))
    verts, faces = [], []
    for y, z in profile:
        verts += [(-wide, y, z), (wide, y, z)]
    for j in range(len(profile) - 1):
        faces.append((2 * j, 2 * j + 1, 2 * j + 3, 2 * j + 2))
    return add("cove", verts, faces, plaster(colour))


def arch(width, height, place, mat, depth=0.16, bevel=0.02):
    """A slab with a round head, standing; the house's form."""
    r = width / 2
    outline = [(-r, 0)] + [(-r, height - r)] + [(r * math.cos(math.pi - math.pi * k / 48), height - r + r * math.sin(math.pi * k / 48)) for k in range(1, 48)] + [(r, height - r), (r, 0)]
    n = len(outline)
    verts = [(x, -depth / 2, z) for x, z in outline] + [(x, depth / 2, z) for x, z in outline]
    faces = [tuple(range(n))[::-1], tuple(range(n, 2 * n))]
    for k in range(n):
        faces.append((k, (k + 1) % n, n + (k + 1) % n, n + k))
    o = add("arch", verts, faces, mat)
    o.location = place
    bm = bmesh.new()
    bm.from_mesh(o.data)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.to_mesh(o.data)
    bm.free()
    b = o.modifiers.new("bevel", "BEVEL")
    b.width = bevel
    b.segments = 3
    b.limit_method = "ANGLE"
    return o


def stand(kind, reach, colour):
    """Carries a product of half width `reach`; gives the height of its top."""
    stone = plaster(colour, rough=0.55)
    if kind == "disc":
        lathe("disc", fillet([(0, 0), (reach * 2.1, 0), (reach * 2.1, 0.14), (0, 0.14)], 0.03), stone)
        return 0.14
    if kind == "drum":
        lathe("drum", fillet([(0, 0), (reach * 1.45, 0), (reach * 1.45, 0.5), (0, 0.5)], 0.03), stone)
        return 0.5
    # The round of their lower edges goes into the floor: it would throw a dark line.
    if kind == "slab":
        box("slab", (reach * 4.6, 1.3, 0.23), (reach * 0.5, 0.1, 0.085), stone, bevel=0.025, turn=0.1)
        return 0.2
    if kind == "steps":
        box("low", (reach * 6.4, 1.7, 0.19), (reach * 0.8, 0.35, 0.065), stone, bevel=0.025)
        box("high", (reach * 3.0, 1.0, 0.21), (0, 0.2, 0.235), stone, bevel=0.025)
        return 0.34
    return 0.0


def area(name, place, aim, size, power, colour=(1, 1, 1), size_y=None):
    lamp = bpy.data.lights.new(name, "AREA")
    lamp.energy = power
    lamp.color = colour
    lamp.shape = "RECTANGLE" if size_y else "SQUARE"
    lamp.size = size
    if size_y:
        lamp.size_y = size_y
    o = bpy.data.objects.new(name, lamp)
    bpy.context.scene.collection.objects.link(o)
    o.location = place
    o.rotation_euler = (Vector(aim) - Vector(place)).to_track_quat("-Z", "Y").to_euler()
    return o


def leaf_shade(side):
    """A palm leaf between the sun and the wall; only its shadow is in the picture."""
    dark = material("shade", (0.05, 0.05, 0.05, 1), rough=1)
    light = Vector((-side * 1.6, 1.2, -1.7))
    target = Vector((side * 0.75, 2.2, 1.75))
    middle = target - light * 1.6
    # The leaf lies across the light: `along` is its spine, `across` the way of its blades.
    along = Vector((0.35 * side, 0.0, 1.0)).cross(light).cross(light).normalized() * -1
    across = along.cross(light).normalized()
    for k in range(10):
        t = k / 9
        foot = middle + along * (t - 0.5) * 1.5
        for way in (1, -1):
            reach = 0.85 * (1 - 0.55 * t) * (0.55 + 0.45 * math.sin(math.pi * min(1, t + 0.25)))
            tip = foot + (across * way + along * 0.6).normalized() * reach
            edge = (tip - foot).cross(light).normalized() * 0.06
            waist = (foot + tip) / 2
            add("blade", [tuple(foot), tuple(waist + edge), tuple(tip), tuple(waist - edge)], [(0, 1, 2, 3)], dark, smooth=False)


def lattice_shade(side):
    """A lattice of two nets, one turned by 45 degrees, between the sun and the wall: its holes throw eight-pointed stars."""
    dark = material("shade", (0.05, 0.05, 0.05, 1), rough=1)
    light = Vector((-side * 1.6, 1.2, -1.7)).normalized()
    middle = Vector((-side, 2.0, 1.7)) - light * 2.2
    across = Vector((0, 0, 1)).cross(light).normalized()
    up = light.cross(across).normalized()
    pitch, half, wide, tall = 0.4, 0.034, 2.0, 1.15
    for turn in (0, 45):
        step = pitch if turn == 0 else pitch / math.sqrt(2)
        for quarter in (turn, turn + 90):
            a = math.radians(quarter)
            way, beside = (math.cos(a), math.sin(a)), (-math.sin(a), math.cos(a))
            count = int(2.2 / step)
            for k in range(-count, count + 1):
                # The part of the bar that lies in the window.
                inside = [t / 50 for t in range(-150, 151) if abs(k * step * beside[0] + t / 50 * way[0]) < wide and abs(k * step * beside[1] + t / 50 * way[1]) < tall]
                if len(inside) < 2:
                    continue
                corners = []
                for t, h in ((inside[0], -half), (inside[-1], -half), (inside[-1], half), (inside[0], half)):
                    u, v = (k * step + h) * beside[0] + t * way[0], (k * step + h) * beside[1] + t * way[1]
                    corners.append(tuple(middle + across * u + up * v))
                add("bar", corners, [(0, 1, 2, 3)], dark, smooth=False).visible_camera = False


def lights(warm, side=-1, shade=None, rakes=False):
    """
    A low sun through a window and two soft boxes that glass and metal mirror; `side` is -1 with the sun at the left.
    A sun that `rakes` comes from the side and a lamp behind makes what is wet shine, so that white cream shows its folds.
    """
    sun = bpy.data.lights.new("sun", "SUN")
    sun.energy = 4.2
    sun.angle = math.radians(2.2)
    sun.color = (1, 0.93, 0.83)
    o = bpy.data.objects.new("sun", sun)
    bpy.context.scene.collection.objects.link(o)
    o.rotation_euler = Vector((-side * 1.8, 0.3, -1.15) if rakes else (-side * 1.6, 1.2, -1.7)).to_track_quat("-Z", "Y").to_euler()
    area("soft", (side * 2.8, -1.7, 1.9), (0, 0.1, 0.7), 1.0, 45 if rakes else 75, (1, 0.97, 0.94), 2.6)
    area("rim", (-side * 2.6, 0.7, 1.7), (0, 0, 0.7), 0.5, 60, (1, 0.97, 0.94), 2.6)
    if rakes:
        area("sheen", (side * 0.5, 1.9, 2.2), (0, 0, 0), 0.7, 30, (1, 0.97, 0.94))
    if shade == "leaf":
        leaf_shade(side)
    if shade == "lattice":
        lattice_shade(side)
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = warm
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.24


def camera(place, aim, lens, focus, stop=5.6):
    c = bpy.data.cameras.new("camera")
    c.lens = lens
    c.dof.use_dof = True
    c.dof.focus_distance = focus
    c.dof.aperture_fstop = stop
    o = bpy.data.objects.new("camera", c)
    bpy.context.scene.collection.objects.link(o)
    o.location = place
    o.rotation_euler = (Vector(aim) - Vector(place)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.camera = o
