import sharp, { type Sharp } from 'sharp'
import { PICTURE_WIDTHS } from './names.ts'

/** What follows the picture's name in a file's name (`-320.avif`, or `.webp` for the largest), and its bytes. */
export type PictureFiles = readonly (readonly [suffix: string, bytes: Uint8Array])[]

const LARGEST = Math.max(...PICTURE_WIDTHS)
const WHITE = '#ffffff'

/**
 * A picture at every width, made of its pixels alone: nothing that stood beside them in a file is left. Cards show
 * squares, so it is set whole on a white one: a product's label is never cut off.
 */
export async function drawPicture(picture: Sharp): Promise<PictureFiles> {
  const { data, info } = await picture
    .autoOrient()
    .resize(LARGEST, LARGEST, { fit: 'contain', background: WHITE })
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const files: [string, Uint8Array][] = []
  for (const each of PICTURE_WIDTHS) {
    const sized = () => sharp(data, { raw: { width, height, channels } }).resize(each, each)
    files.push([`-${each}.avif`, await sized().avif({ quality: 55, effort: 3 }).toBuffer()])
    files.push([`-${each}.webp`, await sized().webp({ quality: 80, effort: 4 }).toBuffer()])
  }
  const [, largest] = files.at(-1)!
  return [...files, ['.webp', largest]]
}
