/** From what the camera leaves to a master: larger, with the print of labels as sharp as it was drawn. */
import sharp, { type Sharp } from 'sharp'

/** The width of a master in pixels. */
export const MASTER_WIDTH = 960

const raw = (picture: Sharp) => picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })

/**
 * `picture` has the light and is soft at this size; `print` is the ink alone on white, as wide as the master. Ink and its
 * own blur are compared, and the picture gets what the blur took.
 */
export async function develop(picture: string, print: string): Promise<Buffer> {
  const { width: own } = await sharp(picture).metadata()
  const large = (from: Sharp) => from.resize({ width: MASTER_WIDTH, kernel: 'lanczos3' })
  const blurred = await sharp(print).resize({ width: own!, kernel: 'mitchell' }).toColourspace('srgb').png().toBuffer()
  const [light, sharpInk, softInk] = await Promise.all([
    raw(large(sharp(picture))),
    raw(large(sharp(print))),
    raw(large(sharp(blurred))),
  ])
  const pixels = Buffer.alloc(light.data.length)
  for (let at = 0; at < pixels.length; at++) {
    const ratio = (sharpInk.data[at]! + 24) / (softInk.data[at]! + 24)
    pixels[at] = Math.max(0, Math.min(255, Math.round(light.data[at]! * Math.min(2.2, Math.max(0.35, ratio)))))
  }
  return (
    sharp(pixels, { raw: light.info })
      // Deeper shadows at the same white.
      .linear(1.1, -19)
      .modulate({ saturation: 1.06 })
      .sharpen({ sigma: 0.8, m1: 0.2, m2: 0.7 })
      .webp({ quality: 86, smartSubsample: true, effort: 6 })
      .toBuffer()
  )
}
