import { join } from 'node:path'
import sharp, { type OutputInfo, type OverlayOptions } from 'sharp'
import { PEN, ROSE as ROSE_LINES, WORDMARK } from '#platform/kernel/brand.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import type { Product } from '../model.ts'

const FONTS = join(import.meta.dirname, '..', '..', '..', 'platform', 'fonts')

// Facebook, WhatsApp, LinkedIn and X show this size whole.
const CARD_WIDTH = 1200
const CARD_HEIGHT = 630
const BYTES = 120_000
const QUALITIES = [84, 70, 50, 30]

const INK = '#18202c'
const SECONDARY = '#454f5e'
const ROSE = '#882056'

const LEFT = 72
const TEXT_WIDTH = 500
/** It stands on the card's lower edge, under an arch. */
const PICTURE = { left: 612, top: 84, size: 546 }
const FRAME = 12
const NAME = { top: 186, height: 224, sizes: [60, 54, 48, 42, 36, 31], longest: 110 }

/** Lines of the house's pen at a place; the rose's middle is the origin. */
const drawn = (lines: string, ink: string) =>
  `<path transform="matrix(${PEN.matrix.join(' ')})" d="${lines}" fill="none" stroke="${ink}" stroke-width="${PEN.width}" stroke-linecap="round" stroke-linejoin="round"/>`

const arch = (left: number, top: number, width: number, fill: string) =>
  `<path d="M${left} ${CARD_HEIGHT}V${top + width / 2}a${width / 2} ${width / 2} 0 0 1 ${width} 0v${CARD_HEIGHT}z" fill="${fill}"/>`

const GROUND = `
<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">
  <rect width="1200" height="630" fill="#f5eee3"/>
  ${arch(PICTURE.left - 2 * FRAME, PICTURE.top - 2 * FRAME, PICTURE.size + 4 * FRAME, '#e8dcc9')}
  ${arch(PICTURE.left - FRAME, PICTURE.top - FRAME, PICTURE.size + 2 * FRAME, '#ffffff')}
  <g transform="translate(105 98) scale(.46)">${drawn(ROSE_LINES, '#aa296c')}${drawn(WORDMARK, INK)}</g>
</svg>`

const { size } = PICTURE
const ARCH = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${arch(0, 0, size, '#000')}</svg>`,
)

interface TextStyle {
  size: number
  weight: 400 | 600 | 700
  fill: string
  wrap?: 'word' | 'word-char'
}

interface RenderedText {
  input: Buffer
  width: number
  height: number
}

/**
 * Draws the card of a shared link to a product: picture, name, price and the shop's mark, as JPEG of `BYTES` at most if it
 * can.
 */
export async function drawShareCard(product: Product, master: Uint8Array): Promise<Buffer> {
  const picture = await sharp(master)
    .resize(size, size, { fit: 'contain', background: '#ffffff' })
    .composite([{ input: ARCH, blend: 'dest-in' }])
    .png()
    .toBuffer()
  const name = await fittedName(shortened(product.name))
  const price = await setText(formatDirhams(product.userPrice), { size: 54, weight: 700, fill: ROSE })
  const tagline = await setText('Paiement à la livraison, partout au Maroc', { size: 24, weight: 600, fill: SECONDARY })
  const layers: OverlayOptions[] = [
    { input: picture, left: PICTURE.left, top: PICTURE.top },
    { input: name.input, left: LEFT, top: NAME.top },
    { input: price.input, left: LEFT, top: NAME.top + name.textHeight + 26 },
    { input: tagline.input, left: LEFT, top: CARD_HEIGHT - 58 - tagline.height },
  ]
  const card = await sharp(Buffer.from(GROUND)).composite(layers).flatten().raw().toBuffer({ resolveWithObject: true })
  return smallEnough(card.data, card.info)
}

async function smallEnough(pixels: Buffer, raw: OutputInfo): Promise<Buffer> {
  let jpeg: Buffer = pixels
  for (const quality of QUALITIES) {
    jpeg = await sharp(pixels, { raw }).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (jpeg.length <= BYTES) break
  }
  return jpeg
}

const shortened = (name: string): string =>
  (name.length <= NAME.longest ? name : `${name.slice(0, NAME.longest).replace(/\s+\S*$/, '')}…`)
    // No line ends after a hyphen.
    .replaceAll('-', '-\u2060')

const LINE_HEIGHT = 1.21

/** Height of the text lines with that much ink: the same whether or not a letter of the last one hangs below it. */
const textHeightOf = (ink: number, size: number): number =>
  Math.round(Math.ceil(ink / (size * LINE_HEIGHT)) * size * LINE_HEIGHT)

/** Sets a name at the largest size that fits; beyond the smallest size it is cut off. */
async function fittedName(name: string): Promise<RenderedText & { textHeight: number }> {
  for (const each of NAME.sizes) {
    const set = await setText(name, { size: each, weight: 700, fill: INK })
    if (set.width <= TEXT_WIDTH && set.height <= NAME.height)
      return { ...set, textHeight: textHeightOf(set.height, each) }
  }
  const smallest = NAME.sizes.at(-1)!
  const { input, width, height } = await setText(name, { size: smallest, weight: 700, fill: INK, wrap: 'word-char' })
  const cut = { width: Math.min(width, TEXT_WIDTH), height: Math.min(height, NAME.height) }
  const left = await sharp(input)
    .extract({ left: 0, top: 0, ...cut })
    .png()
    .toBuffer()
  return { input: left, ...cut, textHeight: textHeightOf(cut.height, smallest) }
}

/** Renders text in the shop's own font, whatever fonts the machine has. */
async function setText(text: string, { size, weight, fill, wrap = 'word' }: TextStyle): Promise<RenderedText> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${fill}">${escapeMarkup(text)}</span>`,
      font: `Inter ${weight === 700 ? 'Bold' : weight === 600 ? 'Semi-Bold' : ''} ${size}`,
      fontfile: join(FONTS, `inter-${weight}.ttf`),
      rgba: true,
      dpi: 72,
      width: TEXT_WIDTH,
      wrap,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height }
}

const escapeMarkup = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
