"""Takes the grain out of a path-traced picture with the network of Intel's Open Image Denoise, which Debian's Blender lacks."""
import struct

import numpy as np


def read_weights(path):
    """Tensors by name of a TZA archive: half or single floats, in the order output, input, y, x."""
    data = open(path, "rb").read()
    magic, major, _minor, table = struct.unpack_from("<HBBQ", data, 0)
    if magic != 0x41D7 or major != 2:
        raise ValueError(f"{path} is no TZA archive of version 2")
    (count,) = struct.unpack_from("<I", data, table)
    at = table + 4
    tensors = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
        dimensions = data[at]
        shape = struct.unpack_from(f"<{dimensions}I", data, at + 1)
        at += 1 + 4 * dimensions + dimensions
        kind = np.float16 if data[at : at + 1] == b"h" else np.float32
        (offset,) = struct.unpack_from("<Q", data, at + 1)
        at += 9
        size = int(np.prod(shape))
        tensors[name] = np.frombuffer(data, kind, size, offset).reshape(shape).astype(np.float32)
    return tensors


def _convolve(weights, name, x, relu=True):
    # A matrix that lies in one piece is multiplied many times faster.
    w = np.ascontiguousarray(weights[f"{name}.weight"].transpose(2, 3, 0, 1))
    b = weights[f"{name}.bias"]
    _, height, width = x.shape
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1)))
    out = np.broadcast_to(b.reshape(-1, 1, 1), (len(b), height, width)).astype(np.float32)
    rows = max(1, 4_000_000 // (x.shape[0] * width))
    for top in range(0, height, rows):
        bottom = min(height, top + rows)
        for dy in range(3):
            for dx in range(3):
                patch = padded[:, top + dy : bottom + dy, dx : dx + width].reshape(x.shape[0], -1)
                out[:, top:bottom] += (w[dy, dx] @ patch).reshape(len(b), bottom - top, width)
    return np.maximum(out, 0, out=out) if relu else out


def _pool(x):
    c, h, w = x.shape
    return x.reshape(c, h // 2, 2, w // 2, 2).max(axis=(2, 4))


def _up(x, skip):
    return np.concatenate([x.repeat(2, axis=1).repeat(2, axis=2), skip])


def denoise(weights, colour, albedo, normal):
    """All three are height × width × 3; colour encoded for the screen in 0…1, albedo linear, normals in −1…1."""
    height, width, _ = colour.shape
    layers = [np.clip(colour, 0, 1), np.clip(albedo, 0, 1), np.clip(normal, -1, 1) * 0.5 + 0.5]
    x = np.concatenate(layers, axis=2).transpose(2, 0, 1).astype(np.float32)
    source = np.pad(x, ((0, 0), (0, -height % 16), (0, -width % 16)), mode="edge")
    conv = lambda name, value, relu=True: _convolve(weights, name, value, relu)
    x1 = _pool(conv("enc_conv1", conv("enc_conv0", source)))
    x2 = _pool(conv("enc_conv2", x1))
    x3 = _pool(conv("enc_conv3", x2))
    x4 = _pool(conv("enc_conv4", x3))
    x = conv("enc_conv5b", conv("enc_conv5a", x4))
    for stage, skip in ((4, x3), (3, x2), (2, x1), (1, source)):
        x = conv(f"dec_conv{stage}b", conv(f"dec_conv{stage}a", _up(x, skip)))
    out = conv("dec_conv0", x, False)
    return np.clip(out[:, :height, :width].transpose(1, 2, 0), 0, 1)
