/** The shop's mark on its own: logo, icons, the card of shared links, and the picture for products that have none. */
import { textLine } from '#demo/artwork/lettering.ts'
import { photo } from '#demo/studio/masters.ts'
import { LOGO_BOX, PEN, ROSE, WORDMARK } from '#platform/kernel/brand.ts'

const INK = '#18202c'
const DEEP_ROSE = '#aa296c'
const SAND = { light: '#fbf7f1', middle: '#f5eee3', dark: '#e8dcc9' }

/** Lines in the house's pen; `width` thickens them at small sizes. */
const drawn = (lines: string, ink: string, width: number = PEN.width) =>
  `<path transform="matrix(${PEN.matrix.join(' ')})" d="${lines}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** A niche of the house: upright sides, a half circle above. */
const arch = (left: number, top: number, width: number, height: number, fill: string) => {
  const round = width / 2
  return `<path d="M${left} ${top + height}v${round - height}a${round} ${round} 0 0 1 ${width} 0v${height - round}z" fill="${fill}"/>`
}

/** Rose and name on one line, for headers of pages: its pen is a little wider than on paper. */
export function logo(): string {
  const { left, top, width, height } = LOGO_BOX
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}">`,
    drawn(ROSE, DEEP_ROSE, 6.2),
    drawn(WORDMARK, INK, 6.2),
    '</svg>',
  ].join('')
}

/** The logo on a plate of sand: mails stand on dark grounds too, whatever they ask for. */
export function plate(): string {
  const { left, top, width, height } = LOGO_BOX
  const [sideways, upright] = [40, 42.5]
  const room = `${left - sideways} ${top - upright} ${width + 2 * sideways} ${height + 2 * upright}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${room}">`,
    `<rect x="${left - sideways}" y="${top - upright}" width="100%" height="100%" fill="${SAND.middle}"/>`,
    drawn(ROSE, DEEP_ROSE, 6.2),
    drawn(WORDMARK, INK, 6.2),
    '</svg>',
  ].join('')
}

/** The white rose in a deep rose arch, on a square of 64 without a ground: small, and as clear on dark as on light. */
export const favicon = (): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    arch(3, 0, 58, 64, DEEP_ROSE),
    `<g transform="translate(32 35) scale(.3)">${drawn(ROSE, '#fff', 8)}</g>`,
    '</svg>',
  ].join('')

/** The favicon's arch on sand: rounded for browsers, `square` and `maskable` for systems that cut the corners themselves. */
export function icon(cut: 'rounded' | 'square' | 'maskable'): string {
  // Whatever shape a system cuts, the middle four fifths stay: the rose of a maskable icon is within them.
  const scale = cut === 'maskable' ? 0.19 : 0.225
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<clipPath id="cut"><rect width="64" height="64" rx="${cut === 'rounded' ? 15 : 0}"/></clipPath>`,
    '<g clip-path="url(#cut)">',
    `<rect width="64" height="64" fill="${SAND.middle}"/>`,
    cut === 'maskable' ? arch(13, 11, 38, 53, DEEP_ROSE) : arch(10, 8, 44, 56, DEEP_ROSE),
    `<g transform="translate(32 ${cut === 'maskable' ? 34.5 : 36}) scale(${scale})">${drawn(ROSE, '#fff', 6.6)}</g>`,
    '</g></svg>',
  ].join('')
}

/** An empty niche with the rose in it: a product without a picture of its own shows it. */
export const noPicture = (): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="960" viewBox="0 0 96 96">',
    `<rect width="96" height="96" fill="${SAND.middle}"/>`,
    arch(20, 14, 56, 82, SAND.light),
    `<g transform="translate(48 55) scale(.17)">${drawn(ROSE, '#c9b596')}</g>`,
    '</svg>',
  ].join('')

const NICHE_WIDTH = 196

/** A shot in a niche; its middle stands in the middle of the arch. */
const niche = (name: string, left: number, top: number, height: number) =>
  `<clipPath id="niche${left}">${arch(left, top, NICHE_WIDTH, height, '#000')}</clipPath><g clip-path="url(#niche${left})">` +
  `${photo(name, { x: left + (NICHE_WIDTH - height) / 2, y: top, side: height })}</g>`

/** The 1200 × 630 picture that shows where a link to the shop is shared. */
export const shareCard = ([left, middle, right]: readonly [string, string, string]): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">',
    `<rect width="1200" height="630" fill="${SAND.middle}"/>`,
    niche(left, 572, 210, 420),
    niche(middle, 780, 110, 520),
    niche(right, 988, 210, 420),
    `<g transform="translate(126 164) scale(.78)">${drawn(ROSE, DEEP_ROSE)}</g>`,
    `<g transform="translate(-18 316) scale(.74)">${drawn(WORDMARK, INK)}</g>`,
    textLine('Cosmétiques, compléments et packs', { x: 72, y: 432, size: 27, weight: 400, fill: '#454f5e' }),
    textLine('Paiement à la livraison, partout au Maroc', { x: 72, y: 474, size: 23, weight: 600, fill: '#882056' }),
    '</svg>',
  ].join('')
