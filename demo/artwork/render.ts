/** From SVG to pixels: the same bytes on every machine, since no font of the system is ever looked at. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'

const fontFiles = [400, 600, 700].map((weight) =>
  fileURLToPath(new URL(`../../platform/fonts/inter-${weight}.ttf`, import.meta.url)),
)
const MASTERS = new URL('../studio/masters/', import.meta.url)
const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Inter' }

/** Raise it when the same SVG must give other pictures. */
const RECIPE = 2

const sha256 = (...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** A drawing as SVG, or the bytes of a master. */
export type Source = string | Buffer

/** Names a source: changes when a line of the drawing or a byte of the master does. */
export const sourceHash = (source: Source): string => sha256(source)

/** Names the pictures made of a source: changes with it, with the recipe, and for a drawing with the fonts. */
export const pictureHash = (source: Source): string =>
  sha256(source, String(RECIPE), ...fontsOf(source).map((file) => readFileSync(file))).slice(0, 8)

const fontsOf = (source: Source) => (typeof source === 'string' ? fontFiles : [])

export function renderPng(svg: string, width: number): Buffer {
  return Buffer.from(new Resvg(svg, { fitTo: { mode: 'width', value: width }, font }).render().asPng())
}

type Encoded = { avif: Buffer; webp: Buffer }

/** Qualities of 0 to 100; WebP is for the few browsers without AVIF and may look a little softer. */
export type Quality = {
  avif: number
  webp: number
}

/** The same SVG with the masters that it names in it. */
async function withMasters(svg: string): Promise<string> {
  let complete = svg
  for (const [href, name] of svg.matchAll(/master:([^?"]+)\?\w+/g)) {
    const png = await sharp(fileURLToPath(new URL(`${name}.webp`, MASTERS)))
      .png()
      .toBuffer()
    complete = complete.replace(href, `data:image/png;base64,${png.toString('base64')}`)
  }
  return complete
}

// Drawn at twice the width and scaled down softly: finer letters than drawn at size, and a tenth fewer bytes.
const scaled = async (source: Source, width: number) =>
  typeof source === 'string'
    ? sharp(renderPng(await withMasters(source), width * 2)).resize({ width, kernel: 'mitchell' })
    : sharp(source).resize({ width, kernel: 'lanczos3' })

export async function renderPhoto(source: Source, width: number, quality: Quality): Promise<Encoded> {
  const image = await scaled(source, width)
  const [avif, webp] = await Promise.all([
    image.clone().avif({ quality: quality.avif, effort: 4 }).toBuffer(),
    image.clone().webp({ quality: quality.webp, effort: 6 }).toBuffer(),
  ])
  return { avif, webp }
}

/** For links that are shared: other sites read no newer format than JPEG for certain. */
export const renderShared = async (svg: string, width: number): Promise<Buffer> =>
  (await scaled(svg, width)).jpeg({ quality: 82, mozjpeg: true }).toBuffer()

/** Flat colours in a small palette, for icons and cards that must be PNG. */
export const renderIcon = (svg: string, width: number): Promise<Buffer> =>
  sharp(renderPng(svg, width)).png({ palette: true, quality: 90, effort: 10 }).toBuffer()

/** Flat colours down to the last pixel. */
export const renderFlat = (svg: string, width: number): Promise<Buffer> =>
  sharp(renderPng(svg, width)).webp({ lossless: true, effort: 6 }).toBuffer()
