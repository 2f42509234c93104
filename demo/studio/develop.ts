/** From what the camera leaves to a master. */
import sharp from 'sharp'

/** The width and the height of a master in pixels, at which it is traced, unless the shot names others. */
export const MASTER_WIDTH = 960

export const develop = (picture: string): Promise<Buffer> =>
  sharp(picture)
    .removeAlpha()
    // Deeper shadows at the same white.
    .linear(1.1, -19)
    .modulate({ saturation: 1.06 })
    .sharpen({ sigma: 0.7, m1: 0.1, m2: 0.4 })
    .webp({ quality: 92, smartSubsample: true, effort: 6 })
    .toBuffer()
