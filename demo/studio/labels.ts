/** Labels of the products' containers, as textures: the rose, the shop’s name, the product and its line, one below the other. */
import { fitText, type Setting, textLine, widthOf } from '#demo/artwork/lettering.ts'
import type { Item } from '#demo/studio/item.ts'
import { PEN, ROSE, WORDMARK } from '#platform/kernel/brand.ts'

type Container = 'dropper' | 'bottle' | 'jar' | 'tube' | 'screw' | 'carton'

/** Size of the texture in pixels, the share of its width that texts may take, and the stripes as shares of its height. */
interface Sheet {
  width: number
  height: number
  free: number
  /** Top of the first text and end of the last one, as shares of the height. */
  head: number
  foot: number
  /** Height of the name's letters at most. */
  largest: number
  stripes: readonly [top: number, height: number][]
}

const FOOT_STRIPE: Sheet['stripes'] = [[0.98, 0.02]]

const SHEETS: Readonly<Record<Container, Sheet>> = {
  dropper: { width: 840, height: 600, free: 0.6, head: 0.07, foot: 0.93, largest: 150, stripes: FOOT_STRIPE },
  bottle: { width: 900, height: 811, free: 0.6, head: 0.08, foot: 0.93, largest: 160, stripes: FOOT_STRIPE },
  jar: { width: 1160, height: 368, free: 0.56, head: 0.1, foot: 0.93, largest: 120, stripes: [[0.96, 0.04]] },
  tube: {
    width: 900,
    height: 1340,
    free: 0.62,
    largest: 150,
    head: 0.15,
    foot: 0.82,
    stripes: [
      [0.885, 0.115],
      [0, 0.055],
    ],
  },
  screw: { width: 1150, height: 800, free: 0.54, head: 0.075, foot: 0.93, largest: 160, stripes: FOOT_STRIPE },
  carton: { width: 840, height: 1220, free: 0.74, head: 0.1, foot: 0.9, largest: 150, stripes: [[0.925, 0.075]] },
}

/** Lines of the house's pen, thicker by `weight` than at their own size. */
export const pen = (lines: string, place: string, ink: string, weight = 1.25): string =>
  `<path transform="${place} matrix(${PEN.matrix.join(' ')})" d="${lines}" fill="none" stroke="${ink}" ` +
  `stroke-width="${PEN.width * weight}" stroke-linecap="round" stroke-linejoin="round"/>`

/** A line of the house's pen as high as `height`, its middle at x; `box` is its own room. */
function drawn(
  lines: string,
  box: Box,
  { x, top, height, ink }: { x: number; top: number; height: number; ink: string },
) {
  const scale = height / box.height
  const left = x - (box.left + box.width / 2) * scale
  return pen(lines, `translate(${left} ${top - box.top * scale}) scale(${scale})`, ink)
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

const ROSE_BOX: Box = { left: -67, top: -81, width: 135, height: 158 }
const NAME_BOX: Box = { left: 117, top: -58, width: 595, height: 114 }

const containerOf = (item: Item): Container => (item.shape === 'box' ? item.closure : item.shape)

/** Draws the label of a product, its texts as large as fit. Throws when nothing fits. */
export function label(item: Item): { svg: string; width: number } {
  const container = containerOf(item)
  const sheet = SHEETS[container]
  for (let size = sheet.largest; size >= 40; size -= 2) {
    const svg = drawAt(item, sheet, container === 'jar', size)
    if (svg) return { svg, width: sheet.width }
  }
  throw new RangeError(`The label of "${item.name}" is too full`)
}

function drawAt(item: Item, sheet: Sheet, isFlat: boolean, from: number): string | null {
  const { width, height, free } = sheet
  const room = width * free
  const name = fitText(item.name, { from, to: 40, width: room, maxLines: 2, weight: 600 })
  const small = Math.max(Math.round(name.size * 0.42), 44)
  const sub = fitText(item.sub, { from: small, to: 24, width: room, maxLines: 2, weight: 400 })
  // The label of a jar is low: a name of two lines takes the place of what follows it.
  if (isFlat && name.lines.length > 1) sub.lines = []
  const brand = isFlat ? 54 : 64
  const mark = isFlat ? 0 : 118
  const head = mark + brand * (isFlat ? 1 : 1.35)
  const used = head + name.lines.length * name.size * 1.04 + sub.lines.length * sub.size * 1.25
  const rest = height * (sheet.foot - sheet.head) - used
  const least = isFlat ? 56 : 70
  if (rest < least) return null
  const air = Math.min(rest / 2, isFlat ? 40 : 130)
  const parts = [
    `<rect width="${width}" height="${height}" fill="${item.paper}"/>`,
    ...sheet.stripes.map(
      ([top, tall]) => `<rect y="${top * height}" width="${width}" height="${tall * height}" fill="${item.band}"/>`,
    ),
  ]
  const line = (text: string, y: number, setting: Setting) =>
    parts.push(textLine(text, { x: (width - widthOf(text, setting)) / 2, y, ...setting, fill: item.ink }))

  let y = height * sheet.head + (rest - air * 1.6) / 2
  if (mark > 0) parts.push(drawn(ROSE, ROSE_BOX, { x: width / 2, top: y, height: mark, ink: item.ink }))
  y += head
  parts.push(drawn(WORDMARK, NAME_BOX, { x: width / 2, top: y - brand, height: brand, ink: item.ink }))
  y += air + name.size * 0.78
  for (const text of name.lines) {
    line(text, y, { size: name.size, weight: 600, tracking: -0.02 * name.size })
    y += name.size * 1.04
  }
  y += air * 0.6 + sub.size * 0.85 - name.size * 0.84
  for (const text of sub.lines) {
    line(text, y, { size: sub.size, weight: 400 })
    y += sub.size * 1.25
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`
}
