import sharp, { type Sharp } from 'sharp'
import { type ImageFormat, LARGEST_WIDTH } from '../model.ts'

export interface EncodedMaster {
  bytes: Uint8Array
  width: number
  height: number
}

const WHITE = '#ffffff'

/**
 * Encodes the master from which all sizes are drawn: pixels alone, no wider than `LARGEST_WIDTH`. Sizes drawn from a JPEG at
 * 4:4:4 are hardly worse than from the upload, at a tenth of its lossless size.
 */
export async function encodeMaster(picture: Sharp): Promise<EncodedMaster> {
  const { data, info } = await picture
    .autoOrient()
    .resize(LARGEST_WIDTH, LARGEST_WIDTH, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** Draws one size of a master: whole, on a white square as cards show it, so that no label is cut off. */
export function drawSize(master: Uint8Array, width: number, format: ImageFormat): Promise<Buffer> {
  const sized = sharp(master).resize(width, width, { fit: 'contain', background: WHITE })
  return format === 'avif'
    ? sized.avif({ quality: 55, effort: 3 }).toBuffer()
    : sized.webp({ quality: 80, effort: 4 }).toBuffer()
}
