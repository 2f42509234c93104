"""Shapes that containers are made of. Lengths are decimetres; every one stands on z = 0."""
import math

import bmesh
import bpy
from mathutils import Vector


def fillet(points, radius, steps=7):
    """Rounds the corners of a polyline of (r, z); a corner may bring its own radius as a third figure."""
    out = [points[0][:2]]
    for before, corner, after in zip(points, points[1:], points[2:]):
        r = corner[2] if len(corner) > 2 else radius
        c = Vector(corner[:2])
        a = Vector(before[:2]) - c
        b = Vector(after[:2]) - c
        reach = min(r, a.length * 0.48, b.length * 0.48)
        p, q = c + a.normalized() * reach, c + b.normalized() * reach
        for i in range(steps + 1):
            s = i / steps
            out.append(tuple(p * (1 - s) ** 2 + c * 2 * s * (1 - s) + q * s**2))
    out.append(points[-1][:2])
    return out


def add(name, verts, faces, mat, smooth=True, uvs=None):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(verts, [], faces)
    if uvs:
        layer = mesh.uv_layers.new()
        for poly in mesh.polygons:
            for loop, vertex in zip(poly.loop_indices, poly.vertices):
                layer.data[loop].uv = uvs[vertex]
    mesh.update()
    o = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(o)
    if smooth:
        for p in mesh.polygons:
            p.use_smooth = True
        mesh.use_auto_smooth = True
        mesh.auto_smooth_angle = math.radians(50)
    if mat:
        mesh.materials.append(mat)
    return o


def lathe(name, profile, mat, segments=160, flip=False, ridge=None):
    """Turns (r, z) around z; ends on the axis are closed. `ridge` gives a factor of the radius by angle."""
    verts, faces = [], []
    n = segments
    for r, z in profile:
        for i in range(n):
            a = 2 * math.pi * i / n
            k = r * (ridge(a, z) if ridge else 1)
            verts.append((k * math.cos(a), k * math.sin(a), z))
    for j in range(len(profile) - 1):
        for i in range(n):
            a, b = j * n + i, j * n + (i + 1) % n
            f = (a, b, b + n, a + n)
            faces.append(f[::-1] if flip else f)
    o = add(name, verts, faces, mat)
    bm = bmesh.new()
    bm.from_mesh(o.data)
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-5)
    bm.to_mesh(o.data)
    bm.free()
    for p in o.data.polygons:
        p.use_smooth = True
    return o


def wrap(name, radius, bottom, top, half_angle, mat, steps=96, turn=0.0):
    """A label around a cylinder: u from left to right as the camera sees it."""
    verts, uvs, faces = [], [], []
    at = radius if callable(radius) else (lambda z: radius)
    rows = 24
    for j in range(rows + 1):
        z = bottom + (top - bottom) * j / rows
        for i in range(steps + 1):
            u = i / steps
            a = -math.pi / 2 + (u - 0.5) * 2 * half_angle + turn
            verts.append((at(z) * math.cos(a), at(z) * math.sin(a), z))
            uvs.append((u, j / rows))
    for j in range(rows):
        for i in range(steps):
            a = j * (steps + 1) + i
            faces.append((a, a + 1, a + steps + 2, a + steps + 1))
    return add(name, verts, faces, mat, uvs=uvs)


def ball(name, place, radii, mat, turn=(0, 0, 0), segments=48):
    bpy.ops.mesh.primitive_uv_sphere_add(segments=segments, ring_count=segments // 2, location=place, rotation=turn)
    o = bpy.context.object
    o.scale = radii
    bpy.ops.object.shade_smooth()
    o.data.materials.append(mat)
    return o


def box(name, size, place, mat, bevel=0.02, turn=0.0):
    bpy.ops.mesh.primitive_cube_add(size=1, location=place, rotation=(0, 0, turn))
    o = bpy.context.object
    o.scale = size
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    if bevel:
        b = o.modifiers.new("bevel", "BEVEL")
        b.width = bevel
        b.segments = 4
    bpy.ops.object.shade_smooth()
    o.data.use_auto_smooth = True
    o.data.materials.append(mat)
    return o


def rope(name, points, mat, folds=0, twist=0.0):
    """A string through (x, y, z, half its thickness), as a star-shaped nozzle leaves it where it has `folds`."""
    k = 24 * max(2, folds)
    path = [Vector(p[:3]) for p in points]
    verts, faces = [], []
    for j, (x, y, z, thick) in enumerate(points):
        way = (path[min(j + 1, len(path) - 1)] - path[max(j - 1, 0)]).normalized()
        side = way.cross(Vector((0, 0, 1)) if abs(way.z) < 0.9 else Vector((0, 1, 0))).normalized()
        up = side.cross(way)
        for i in range(k):
            a = 2 * math.pi * i / k
            r = thick * (0.8 + 0.26 * abs(math.cos(folds * (a + twist * j / len(points)) / 2)) ** 0.7 if folds else 1)
            verts.append(tuple(Vector((x, y, z)) + side * r * math.cos(a) + up * r * math.sin(a)))
    for j in range(len(points) - 1):
        for i in range(k):
            a, b = j * k + i, j * k + (i + 1) % k
            faces.append((a, b, b + k, a + k))
    faces += [tuple(range(k))[::-1], tuple(range(len(verts) - k, len(verts)))]
    return add(name, verts, faces, mat)
