"""The inside of a container, for a shot of its own."""
import random

import bpy

from materials import glass, linear, material
from shapes import ball, box, fillet, lathe


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


TEXTURES = {"heap": heap}
