/** From SVG to pixels: the same bytes on every machine, since no font of the system is ever looked at. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'

const fontFiles = [400, 600, 700].map((weight) =>
  fileURLToPath(new URL(`../../platform/fonts/inter-${weight}.ttf`, import.meta.url)),
)
const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Inter' }

/** Raise it when the same SVG must give other pictures. */
const RECIPE = 2

const sha256 = (...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** Names a drawing: changes when a line of it does. */
export const sourceHash = (svg: string): string => sha256(svg)

/** Names the pictures made of a drawing: changes with the drawing, the fonts and the recipe. */
export const pictureHash = (svg: string): string =>
  sha256(svg, String(RECIPE), ...fontFiles.map((file) => readFileSync(file))).slice(0, 8)

export function renderPng(svg: string, width: number): Buffer {
  return Buffer.from(new Resvg(svg, { fitTo: { mode: 'width', value: width }, font }).render().asPng())
}

type Encoded = { avif: Buffer; webp: Buffer }

/** Qualities of 0 to 100; WebP is for the few browsers without AVIF and may look a little softer. */
export type Quality = { avif: number; webp: number }

/** Drawn at twice the width and scaled down softly: finer letters than drawn at size, and a tenth fewer bytes. */
export async function renderPhoto(svg: string, width: number, quality: Quality): Promise<Encoded> {
  const image = sharp(renderPng(svg, width * 2)).resize({ width, kernel: 'mitchell' })
  const [avif, webp] = await Promise.all([
    image.clone().avif({ quality: quality.avif, effort: 4 }).toBuffer(),
    image.clone().webp({ quality: quality.webp, effort: 6 }).toBuffer(),
  ])
  return { avif, webp }
}

/** The master from which a demo shop draws missing sizes: close enough to the drawing itself. */
export const renderMaster = (svg: string, width: number): Promise<Buffer> =>
  sharp(renderPng(svg, width * 2))
    .resize({ width, kernel: 'mitchell' })
    .webp({ quality: 90, smartSubsample: true, effort: 6 })
    .toBuffer()

/** Flat colours in a small palette, for icons and cards that must be PNG. */
export const renderIcon = (svg: string, width: number): Promise<Buffer> =>
  sharp(renderPng(svg, width)).png({ palette: true, quality: 90, effort: 10 }).toBuffer()

/** Flat colours down to the last pixel. */
export const renderFlat = (svg: string, width: number): Promise<Buffer> =>
  sharp(renderPng(svg, width)).webp({ lossless: true, effort: 6 }).toBuffer()
