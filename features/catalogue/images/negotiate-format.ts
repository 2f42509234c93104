import type { ImageFormat } from '../model.ts'

/**
 * The format for whoever asks for a picture by its plain address: AVIF for those whose `Accept` names it and does not
 * like WebP better, WebP for everybody else.
 */
export function negotiateFormat(accept = ''): ImageFormat {
  const weight = weightOf(accept, 'image/avif')
  return weight === 0 || weight < weightOf(accept, 'image/webp') ? 'webp' : 'avif'
}

const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/** How much a type is wanted where it is named, from 0 to 1. A malformed weight counts as none. */
function weightOf(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    if (name.toLowerCase() !== type) continue
    const quality = parameters.find((parameter) => /^q=/i.test(parameter))
    return quality === undefined ? 1 : Number(QUALITY.exec(quality)?.[1] ?? 0)
  }
  return 0
}
