"""Floor, wall, arch and plinth, the light on them, and the camera."""
import math

import bmesh
import bpy
from mathutils import Vector

from materials import linear, material
from shapes import add, fillet, lathe


STAGES = {
    "rose": ("#e3aeb6", "#f3dcd8", "#eec2c6"),
    "sand": ("#dcc09c", "#f1e3d0", "#e8d2b4"),
    "sage": ("#aebb9c", "#e6e8d8", "#c3cdb0"),
    "amber": ("#d9a566", "#f3dcb8", "#e5bd86"),
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
    plaster = material("plaster", linear(colour), rough=0.85, bump=0.12, bump_scale=2.2, specular=0.25)
    return add("cove", verts, faces, plaster)


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


def plinth(radius, height, place, mat):
    x, y, z = place
    o = lathe("plinth", fillet([(0, 0), (radius, 0), (radius, height), (0, height)], 0.035), mat)
    o.location = place
    return o


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


def lights(warm):
    area("key", (-3.4, -2.4, 3.6), (0, 0.1, 0.6), 1.7, 300, (1, 0.965, 0.92), 2.4)
    area("rim", (3.2, 0.6, 2.0), (0, 0, 0.7), 0.7, 90, (1, 0.98, 0.96), 2.6)
    area("top", (0, -0.6, 4.6), (0, 0.3, 0), 3.0, 90)
    area("front", (1.6, -5.0, 1.6), (0, 0, 0.6), 2.4, 46)
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = warm
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.42


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
