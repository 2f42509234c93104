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
from materials import linear, material, mix  # noqa: E402
from props import PROPS, coin  # noqa: E402
from stage import STAGES, arch, camera, cove, lights, plinth  # noqa: E402
from textures import TEXTURES  # noqa: E402

shot = json.load(open(sys.argv[sys.argv.index("--") + 1]))
OUT = sys.argv[sys.argv.index("--") + 2]
scene = bpy.context.scene
random.seed(shot["slug"])
for leftover in list(bpy.data.objects):
    bpy.data.objects.remove(leftover)


def render(width, height, samples):
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = samples
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.02
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 14
    scene.cycles.transmission_bounces = 14
    scene.cycles.transparent_max_bounces = 14
    scene.cycles.diffuse_bounces = 4
    scene.cycles.caustics_reflective = False
    scene.cycles.caustics_refractive = False
    scene.cycles.sample_clamp_indirect = 4
    scene.cycles.filter_width = 1.3
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = width, height, 100
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "Medium High Contrast"
    scene.view_settings.exposure = shot.get("exposure", 0.2)
    view = bpy.context.view_layer
    view.cycles.denoising_store_passes = True
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

    def pixels(path):
        image = bpy.data.images.load(path)
        image.colorspace_settings.name = "Non-Color"
        flat = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(flat)
        return flat.reshape(height, width, 4)[:, :, :3]

    colour, albedo, normal = (pixels(files[k]) for k in ("colour", "albedo", "normal"))
    weights = denoise.read_weights(shot["weights"])
    clean = denoise.denoise(weights, colour, albedo, normal)
    # a little of the grain stays: a photograph has some
    clean = clean * 0.97 + colour * 0.03
    result = bpy.data.images.new("result", width, height, alpha=False, float_buffer=False)
    result.colorspace_settings.name = "Non-Color"
    full = np.ones((height, width, 4), np.float32)
    full[:, :, :3] = clean
    result.pixels.foreach_set(full.ravel())
    result.filepath_raw = OUT
    result.file_format = "PNG"
    result.save()


def main():
    wall, stone, niche = STAGES[shot["stage"]]
    cove(wall)
    pale = material("plinth", linear(stone), rough=0.7, bump=0.1, bump_scale=5, specular=0.3)
    lights(mix(linear(wall), (1, 1, 1, 1), 0.75))
    floor = 0.0
    items = shot["items"]
    top = 1.0
    if "texture" in shot:
        t = dict(shot["texture"])
        TEXTURES[t.pop("make")](**t)
        for prop in shot.get("props", []):
            PROPS[prop["kind"]](prop["colour"], [(x, y, 0, s, q) for x, y, s, q in prop["spots"]], **prop.get("more", {}))
        camera((0.25, -3.4, 3.9), (0, 0.02, 0.1), 62, 5.0, 5.6)
        return render(shot.get("width", 960), shot.get("height", 960), shot.get("samples", 64))
    if len(items) == 1:
        floor = 0.16
        plinth(0.98, floor, (0, 0, 0), pale)
        if shot.get("arch"):
            arch(1.9, 2.3, (0.42, 1.35, 0), material("arch", linear(niche), rough=0.85, bump=0.1, bump_scale=2.2))
        half, height = product(items[0], (0, 0, floor), shot.get("turn", 0.0), shot.get("scale", 1.0))
        top = floor + height
    else:
        floor = 0.12
        arch(2.7, 2.55, (0, 1.0, 0), material("arch", linear(niche), rough=0.85, bump=0.1, bump_scale=2.2), depth=0.2)
        plinth(1.22, floor, (0, 0.05, 0), pale)
        sizes = []
        top = 0
        for item, (x, y, t) in zip(items, ((-0.62, 0.12, 0.16), (0.02, -0.22, -0.02), (0.64, 0.16, -0.18))):
            s = item.get("scale", 0.9)
            _h, height = product(item, (x, y, floor), t, s)
            top = max(top, floor + height)
    if shot.get("coin"):
        coin((shot["coin"][0], shot["coin"][1], floor), 0.3)
    for prop in shot.get("props", []):
        at = floor if prop.get("on") == "plinth" else 0.0
        PROPS[prop["kind"]](prop["colour"], [(x, y, at, s, t) for x, y, s, t in prop["spots"]], **prop.get("more", {}))
    tall = max(top, 1.15)
    middle = (0.0, 0.0, tall * 0.47)
    far = shot.get("distance", 5.9)
    place = (shot.get("side", 0.0), -far, tall * 0.47 + shot.get("above", 0.85))
    camera(place, middle, shot.get("lens", 85), far - 0.2, shot.get("stop", 4.0))
    render(shot.get("width", 960), shot.get("height", 960), shot.get("samples", 64))


main()
