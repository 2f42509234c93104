import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_WIDTHS, pictureFile } from './names.ts'

const LARGEST = Math.max(...PICTURE_WIDTHS)

/**
 * The file for whoever asks for a picture by its plain address: AVIF for those whose `Accept` names it and does not
 * like WebP better, otherwise the picture itself, as for those who say nothing.
 */
export async function choosePicture(storageDir: string, image: string, accept = ''): Promise<string> {
  const weight = weightOf(accept, 'image/avif')
  if (weight === 0 || weight < weightOf(accept, 'image/webp')) return image
  const avif = pictureFile(image, LARGEST, 'avif')
  return access(join(storageDir, avif)).then(
    () => avif,
    () => image,
  )
}

const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/** How much a type is wanted where it is named, from 0 to 1. What is no weight is none. */
function weightOf(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    if (name.toLowerCase() !== type) continue
    const quality = parameters.find((parameter) => /^q=/i.test(parameter))
    return quality === undefined ? 1 : Number(QUALITY.exec(quality)?.[1] ?? 0)
  }
  return 0
}
