import type { ImageFormat } from '../model.ts'

/**
 * Chooses the format of a picture at its plain address: AVIF for an `Accept` header that names it and does not prefer WebP,
 * WebP for everybody else.
 */
export function negotiateFormat(accept = ''): ImageFormat {
  const weight = weightOf(accept, 'image/avif')
  return weight === 0 || weight < weightOf(accept, 'image/webp') ? 'webp' : 'avif'
}

const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/** The weight of a type in an `Accept` header, from 0 to 1. A malformed weight counts as 0. */
function weightOf(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((item) => item.trim())
    if (name.toLowerCase() !== type) continue
    const quality = parameters.find((parameter) => /^q=/i.test(parameter))
    return quality === undefined ? 1 : Number(QUALITY.exec(quality)?.[1] ?? 0)
  }
  return 0
}
