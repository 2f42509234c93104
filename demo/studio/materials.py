"""Colours and materials."""
import bpy


def linear(hexa):
    rgb = [int(hexa[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb) + (1.0,)


def mix(a, b, t):
    return tuple(x * (1 - t) + y * t for x, y in zip(a, b))


def material(name, colour, rough=0.4, metal=0.0, coat=0.0, subsurface=0.0, image=None, bump=0.0, bump_scale=40.0, bump_detail=2, sheen=0.0, specular=0.5):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    t = m.node_tree
    p = t.nodes["Principled BSDF"]
    p.inputs["Base Color"].default_value = colour
    p.inputs["Roughness"].default_value = rough
    p.inputs["Metallic"].default_value = metal
    p.inputs["Clearcoat"].default_value = coat
    p.inputs["Clearcoat Roughness"].default_value = 0.08
    p.inputs["Specular"].default_value = specular
    p.inputs["Sheen"].default_value = sheen
    if subsurface:
        p.inputs["Subsurface"].default_value = subsurface
        p.inputs["Subsurface Color"].default_value = colour
        p.inputs["Subsurface Radius"].default_value = (0.06, 0.03, 0.02)
    if image:
        tex = t.nodes.new("ShaderNodeTexImage")
        tex.image = bpy.data.images.load(image)
        tex.interpolation = "Cubic"
        tex.extension = "EXTEND"
        t.links.new(tex.outputs["Color"], p.inputs["Base Color"])
    if bump:
        noise = t.nodes.new("ShaderNodeTexNoise")
        noise.inputs["Scale"].default_value = bump_scale
        noise.inputs["Detail"].default_value = bump_detail
        coords = t.nodes.new("ShaderNodeTexCoord")
        b = t.nodes.new("ShaderNodeBump")
        b.inputs["Strength"].default_value = bump
        b.inputs["Distance"].default_value = 0.02
        t.links.new(coords.outputs["Object"], noise.inputs["Vector"])
        t.links.new(noise.outputs["Fac"], b.inputs["Height"])
        t.links.new(b.outputs["Normal"], p.inputs["Normal"])
    return m


def plaster(colour, rough=0.62):
    """Tadelakt: lime rubbed with a stone, cloudy in its colour and faintly uneven."""
    base = linear(colour)
    m = material("plaster", base, rough=rough, bump=0.12, bump_scale=2.4, specular=0.3)
    t = m.node_tree
    noise = t.nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = 1.7
    noise.inputs["Detail"].default_value = 3
    noise.inputs["Roughness"].default_value = 0.62
    coords = t.nodes.new("ShaderNodeTexCoord")
    ramp = t.nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].color = mix(base, (0, 0, 0, 1), 0.05)
    ramp.color_ramp.elements[0].position = 0.3
    ramp.color_ramp.elements[1].color = mix(base, (1, 1, 1, 1), 0.03)
    ramp.color_ramp.elements[1].position = 0.7
    t.links.new(coords.outputs["Object"], noise.inputs["Vector"])
    t.links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    t.links.new(ramp.outputs["Color"], t.nodes["Principled BSDF"].inputs["Base Color"])
    return m


def pressed(colour):
    """Pressed powder: grains of two tones, a rough face, an edge that is rubbed pale; no two tablets are quite alike."""
    base = linear(colour)
    m = material("tablet", base, rough=0.86, bump=0.4, bump_scale=75, bump_detail=6, specular=0.22)
    t = m.node_tree
    coords = t.nodes.new("ShaderNodeTexCoord")
    own = t.nodes.new("ShaderNodeObjectInfo")
    apart = t.nodes.new("ShaderNodeVectorMath")
    t.links.new(coords.outputs["Object"], apart.inputs[0])
    t.links.new(own.outputs["Random"], apart.inputs[1])
    noise = t.nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = 210
    noise.inputs["Detail"].default_value = 2
    t.links.new(apart.outputs["Vector"], noise.inputs["Vector"])
    grains = t.nodes.new("ShaderNodeValToRGB")
    grains.color_ramp.elements[0].color = mix(base, (0, 0, 0, 1), 0.3)
    grains.color_ramp.elements[0].position = 0.3
    grains.color_ramp.elements[1].color = mix(base, (1, 1, 1, 1), 0.1)
    grains.color_ramp.elements[1].position = 0.72
    for place in (0.41, 0.6):
        grains.color_ramp.elements.new(place).color = base
    t.links.new(noise.outputs["Fac"], grains.inputs["Fac"])
    shape = t.nodes.new("ShaderNodeNewGeometry")
    edge = t.nodes.new("ShaderNodeMapRange")
    edge.inputs["From Min"].default_value = 0.52
    edge.inputs["From Max"].default_value = 0.62
    edge.inputs["To Max"].default_value = 0.4
    t.links.new(shape.outputs["Pointiness"], edge.inputs["Value"])
    rubbed = t.nodes.new("ShaderNodeMixRGB")
    rubbed.inputs["Color2"].default_value = mix(base, (1, 1, 1, 1), 0.16)
    t.links.new(edge.outputs["Result"], rubbed.inputs["Fac"])
    t.links.new(grains.outputs["Color"], rubbed.inputs["Color1"])
    tone = t.nodes.new("ShaderNodeHueSaturation")
    bright = t.nodes.new("ShaderNodeMapRange")
    bright.inputs["To Min"].default_value = 0.86
    bright.inputs["To Max"].default_value = 1.1
    t.links.new(own.outputs["Random"], bright.inputs["Value"])
    t.links.new(bright.outputs["Result"], tone.inputs["Value"])
    t.links.new(rubbed.outputs["Color"], tone.inputs["Color"])
    t.links.new(tone.outputs["Color"], t.nodes["Principled BSDF"].inputs["Base Color"])
    return m


def skin(colour):
    """Skin seen closely: fields parted by fine lines, a tone that is never quite even, red that shines from below."""
    base = linear(colour)
    m = material("skin", base, rough=0.42, specular=0.35)
    t = m.node_tree
    p = t.nodes["Principled BSDF"]
    p.inputs["Subsurface"].default_value = 0.16
    p.inputs["Subsurface Color"].default_value = mix(base, linear("#b5442e"), 0.45)
    p.inputs["Subsurface Radius"].default_value = (0.12, 0.04, 0.02)
    coords = t.nodes.new("ShaderNodeTexCoord")
    tone = t.nodes.new("ShaderNodeTexNoise")
    tone.inputs["Scale"].default_value = 3.2
    tone.inputs["Detail"].default_value = 5
    t.links.new(coords.outputs["Object"], tone.inputs["Vector"])
    ramp = t.nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].color = mix(base, linear("#8f3f2a"), 0.12)
    ramp.color_ramp.elements[0].position = 0.32
    ramp.color_ramp.elements[1].color = mix(base, (1, 0.86, 0.72, 1), 0.08)
    ramp.color_ramp.elements[1].position = 0.68
    t.links.new(tone.outputs["Fac"], ramp.inputs["Fac"])
    t.links.new(ramp.outputs["Color"], p.inputs["Base Color"])
    bumped = None
    for scale, strength, stretch in ((52, 0.12, (1, 0.55, 1)), (120, 0.15, (1, 0.8, 1))):
        placed = t.nodes.new("ShaderNodeMapping")
        placed.inputs["Scale"].default_value = stretch
        placed.inputs["Rotation"].default_value = (0, 0, 0.7)
        # Fields of one size look like scales.
        bent = t.nodes.new("ShaderNodeTexNoise")
        bent.inputs["Scale"].default_value = scale / 4
        pushed = t.nodes.new("ShaderNodeMixRGB")
        pushed.inputs["Fac"].default_value = 0.05
        t.links.new(coords.outputs["Object"], bent.inputs["Vector"])
        t.links.new(coords.outputs["Object"], pushed.inputs["Color1"])
        t.links.new(bent.outputs["Color"], pushed.inputs["Color2"])
        t.links.new(pushed.outputs["Color"], placed.inputs["Vector"])
        fields = t.nodes.new("ShaderNodeTexVoronoi")
        fields.feature = "DISTANCE_TO_EDGE"
        fields.inputs["Scale"].default_value = scale
        t.links.new(placed.outputs["Vector"], fields.inputs["Vector"])
        b = t.nodes.new("ShaderNodeBump")
        b.inputs["Strength"].default_value = strength
        b.inputs["Distance"].default_value = 0.012
        t.links.new(fields.outputs["Distance"], b.inputs["Height"])
        if bumped:
            t.links.new(bumped.outputs["Normal"], b.inputs["Normal"])
        bumped = b
    t.links.new(bumped.outputs["Normal"], p.inputs["Normal"])
    return m


def glass(name, tint, density, rough=0.0, ior=1.46):
    """Coloured by the way that light goes in it; its shadow lets light through, since caustics are off: hardly tinted, or it looks like a stain."""
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    t = m.node_tree
    t.nodes.clear()
    out = t.nodes.new("ShaderNodeOutputMaterial")
    g = t.nodes.new("ShaderNodeBsdfGlass")
    g.inputs["Roughness"].default_value = rough
    g.inputs["IOR"].default_value = ior
    clear = t.nodes.new("ShaderNodeBsdfTransparent")
    grey = 0.3 * tint[0] + 0.6 * tint[1] + 0.1 * tint[2]
    clear.inputs["Color"].default_value = mix(mix(tint, (1, 1, 1, 1), 0.2), (grey, grey, grey, 1), 0.85)
    path = t.nodes.new("ShaderNodeLightPath")
    blend = t.nodes.new("ShaderNodeMixShader")
    t.links.new(path.outputs["Is Shadow Ray"], blend.inputs[0])
    t.links.new(g.outputs[0], blend.inputs[1])
    t.links.new(clear.outputs[0], blend.inputs[2])
    t.links.new(blend.outputs[0], out.inputs["Surface"])
    if density:
        v = t.nodes.new("ShaderNodeVolumeAbsorption")
        v.inputs["Color"].default_value = tint
        # Light on its way through it keeps its colour: a green gel would stain the hand that holds it.
        lit = t.nodes.new("ShaderNodeMath")
        lit.operation = "MULTIPLY_ADD"
        lit.inputs[1].default_value = -density
        lit.inputs[2].default_value = density
        t.links.new(path.outputs["Is Shadow Ray"], lit.inputs[0])
        t.links.new(lit.outputs[0], v.inputs["Density"])
        t.links.new(v.outputs[0], out.inputs["Volume"])
    return m


GOLD = (0.83, 0.58, 0.26, 1)


def cap_material(colour, kind):
    c = linear(colour)
    if kind == "metal":
        return material("cap", mix(GOLD, c, 0.3), rough=0.24, metal=1.0)
    return material("cap", c, rough=0.32, coat=0.15)


def is_gold(colour):
    return colour.lower() in ("#c9a46a",)


def wooden():
    m = material("wood", (0.5, 0.31, 0.16, 1), rough=0.5)
    t = m.node_tree
    coords = t.nodes.new("ShaderNodeTexCoord")
    scale = t.nodes.new("ShaderNodeMapping")
    scale.inputs["Scale"].default_value = (1.6, 9, 42)
    noise = t.nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = 1.6
    noise.inputs["Detail"].default_value = 8
    ramp = t.nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].color = (0.33, 0.18, 0.08, 1)
    ramp.color_ramp.elements[0].position = 0.35
    ramp.color_ramp.elements[1].color = (0.64, 0.43, 0.24, 1)
    ramp.color_ramp.elements[1].position = 0.68
    t.links.new(coords.outputs["Object"], scale.inputs["Vector"])
    t.links.new(scale.outputs["Vector"], noise.inputs["Vector"])
    t.links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    t.links.new(ramp.outputs["Color"], t.nodes["Principled BSDF"].inputs["Base Color"])
    return m
