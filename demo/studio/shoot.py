"""Path-traces one shot: blender -b --factory-startup -noaudio -P shoot.py -- SHOT.json OUT.png"""
import json
import os
import random
import sys

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import denoise  # noqa: E402
from containers import product  # noqa: E402
from hand import held, opened  # noqa: E402
from materials import linear, mix, plaster  # noqa: E402
from props import PROPS  # noqa: E402
from scenes import SCENES, setting  # noqa: E402
from shapes import box, fillet, lathe  # noqa: E402
from stage import STAGES, arch, camera, cove, lights, stand  # noqa: E402
from textures import FOREARM, TEXTURES  # noqa: E402

shot = json.load(open(sys.argv[sys.argv.index("--") + 1]))
OUT = sys.argv[sys.argv.index("--") + 2]
scene = bpy.context.scene
random.seed(shot["slug"])
for leftover in list(bpy.data.objects):
    bpy.data.objects.remove(leftover)


def pixels(path):
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = "Non-Color"
    width, height = image.size
    flat = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(flat)
    bpy.data.images.remove(image)
    return flat.reshape(height, width, 4)[:, :, :3]


def store(picture, path):
    height, width, _ = picture.shape
    result = bpy.data.images.new("result", width, height, alpha=False, float_buffer=False)
    result.colorspace_settings.name = "Non-Color"
    full = np.ones((height, width, 4), np.float32)
    full[:, :, :3] = np.clip(picture, 0, 1)
    result.pixels.foreach_set(full.ravel())
    result.filepath_raw = path
    result.file_format = "PNG"
    result.save()


def settings(width, height, samples):
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.02
    cycles.use_denoising = False
    cycles.max_bounces = 10
    cycles.transmission_bounces = 10
    cycles.transparent_max_bounces = 10
    cycles.diffuse_bounces = 2
    cycles.caustics_reflective = False
    cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4
    cycles.filter_width = 1.3
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = width, height, 100
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "Medium High Contrast"
    scene.view_settings.exposure = shot.get("exposure", 0.08)


def render(width, height, samples):
    """Leaves the picture without its grain."""
    settings(width, height, samples)
    bpy.context.view_layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new("CompositorNodeRLayers")
    folder = OUT + ".passes"
    files = {}
    for name, socket, kind in (("colour", "Image", "PNG"), ("albedo", "Denoising Albedo", "OPEN_EXR"), ("normal", "Denoising Normal", "OPEN_EXR")):
        node = tree.nodes.new("CompositorNodeOutputFile")
        node.base_path = folder
        node.file_slots[0].path = name
        node.format.file_format = kind
        node.format.color_mode = "RGB"
        node.format.color_depth = "16" if kind == "PNG" else "32"
        tree.links.new(layers.outputs[socket], node.inputs[0])
        files[name] = os.path.join(folder, f"{name}{scene.frame_current:04d}." + ("png" if kind == "PNG" else "exr"))
    bpy.ops.render.render()
    colour, albedo, normal = (pixels(files[k]) for k in ("colour", "albedo", "normal"))
    clean = denoise.denoise(denoise.read_weights(shot["weights"]), colour, albedo, normal)
    # A little of the grain stays: a photograph has some.
    store(clean * 0.96 + colour * 0.04, OUT)


def group(items, colour):
    """Stands three products in a triangle, the tallest behind on a block; gives half the width and the height."""
    stone = plaster(colour, rough=0.55)
    # What holds more is larger, as in a hand, if less so: the label of the smallest is read as well.
    real = [item["scale"] ** 0.55 for item in items]
    made = []
    for item, size in zip(items, real):
        holder, half, height = product(item, scale=0.95 * size / (sum(real) / len(real)))
        made.append((height, half, holder))
    (tall, half, back), left, right = sorted(made, key=lambda each: -each[0])
    if left[1] < right[1]:
        left, right = right, left
    rise = 0.42 if tall < 1.5 else 0.3
    spread = [-(half * 0.9 + left[1]), half * 0.9 + right[1]]
    reach = (spread[1] + right[1] - spread[0] + left[1]) / 2
    shift = -(spread[1] + right[1] + spread[0] - left[1]) / 2
    box("block", (half * 2.9, 0.9, rise), (shift, 0.5, 0.14 + rise / 2), stone, bevel=0.02)
    back.location = (shift, 0.45, 0.14 + rise)
    for (_height, _own, holder), x, y, turn in ((left, spread[0], -0.14, 0.14), (right, spread[1], -0.04, -0.14)):
        holder.location = (x + shift, y, 0.14)
        holder.rotation_euler = (0, 0, turn)
    lathe("disc", fillet([(0, 0), (reach * 1.16, 0), (reach * 1.16, 0.14), (0, 0.14)], 0.03), stone).location = (0, 0.1, 0)
    return reach, 0.14 + rise + tall


def props(floor):
    for prop in shot.get("props", []):
        at = 0.0 if prop.get("on") == "ground" else floor
        PROPS[prop["kind"]](prop["colour"], [(x, y, at, s, t) for x, y, s, t in prop["spots"]], **prop.get("more", {}))


DEEP = 2.0


def in_hand(item, niche, ground):
    """A product of its real size in a hand before an arch; the hand comes from the side that is not the sun's."""
    side = shot.get("sun", -1)
    high, how = 1.4, shot["hand"]
    half, height = held(shot["body"], item, how, (0, 0, high), left=side > 0)
    below, over = (0.8, 0.18) if how == "fingers" else (0.45, 0.35)
    view = max(height + below + over, half * 2 + 1.1)
    middle = (-side * 0.08 * view, 0, high + (height + over - below) / 2)
    far = view * 85 / 36
    # In the air: neither the floor nor the foot of the arch is in sight.
    ground.location.z = -DEEP
    arch(view, middle[2] + 0.68 * view + DEEP, (side * 0.1 * view, 1.95, -DEEP), plaster(niche))
    camera((middle[0], -far, middle[2] + 0.1 * far), middle, 85, far - half * 0.7, shot.get("stop", 2.8))


def on_hand(how, make, spots, more, tone="#bf7f5e"):
    """What is in the container, on an open hand, from above."""
    lay = opened(shot["body"], how, tone, left=shot.get("sun", -1) > 0)
    for x, y, factor, turn in spots:
        lay(x, y, lambda: PROPS[make](spots=[(0, 0, 0, 1, turn)], **more) if make in PROPS else TEXTURES[make](**more), factor)
    # Fingers hang down beside the back of a hand, and stand up beside a palm.
    x, y = (sum(spot[k] for spot in spots) / len(spots) for k in (0, 1))
    middle = (x - 0.1 * (1 if x > 0 else -1), y + (0.12 if how == "palm" else -0.17), 0.55)
    camera((middle[0] + 0.23, -3.1, 2.9), middle, 68 * shot.get("near", 1), 3.9, 4.0)


def main():
    wall, stone, niche = STAGES[shot["stage"]]
    ground = cove(wall)
    side = shot.get("sun", -1)
    lights(mix(linear(wall), (1, 1, 1, 1), 0.6), side, shot.get("shade"), shot.get("rakes", False))
    size = (shot["width"], shot["height"], shot["samples"])
    items = shot["items"]
    if "on_hand" in shot:
        on_hand(**shot["on_hand"])
        return render(*size)
    if "texture" in shot:
        t = dict(shot["texture"])
        TEXTURES[t.pop("make")](**t)
        props(0.0)
        if "on" in shot["texture"]:
            camera((0.3, -3.2, 3.4 + FOREARM), (0.02, -0.1, FOREARM), 84 * shot.get("near", 1), 4.6, 2.8)
        elif shot.get("near"):
            camera((0.3, -3.5, 2.3), (0, -0.02, 0.06), 68 * shot["near"], 4.05, 1.6)
        else:
            camera((0.3, -3.4, 3.2), (0, 0.02, 0.08), 68, 4.7, 4.0)
        return render(*size)
    for x, y, width, height in shot.get("arches", []):
        arch(width, height, (x, y, 0), plaster(niche))
    if "scene" in shot:
        half, height = SCENES[shot["scene"]](items, shot["print"], shot["body"])
        floor, top = 0.0, height
    elif "around" in shot:
        half, height = setting(items[0], shot["around"], niche, stone, side, shot.get("steps", False))
        floor, top = 0.0, height
    elif "hand" in shot:
        in_hand(items[0], niche, ground)
        return render(*size)
    elif len(items) == 1:
        holder, half, height = product(items[0], turn=shot.get("turn", 0.0), scale=shot.get("scale", 1.0))
        floor = stand(shot.get("stand", "disc"), max(half, 0.36), stone)
        holder.location = (0, 0, floor)
        top = height
    else:
        half, top = group(items, stone)
        floor = 0.14
        height = top - floor
    props(floor)
    fill = shot.get("fill", 0.7)
    view = max(height / fill, half * 2 / (fill + 0.02))
    lens = 85
    far = view * lens / 36
    middle = (shot.get("right", 0.0), 0.0, floor + height / 2 + view * shot.get("up", -0.02))
    above = shot.get("above", 0.14) * far
    place = (shot.get("side", 0.0) * far, -far, middle[2] + above)
    camera(place, middle, lens, far - half * 0.7, shot.get("stop", 2.8))
    render(*size)


main()
