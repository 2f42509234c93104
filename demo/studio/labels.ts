/** Labels of the products' containers, as textures: a drawn rose, the brand, name, line and contents, one below the other. */
import { fitText, type Setting, textLine, widthOf } from '#demo/artwork/lettering.ts'
import type { Item } from '#demo/artwork/pack-shot.ts'

type Container = 'dropper' | 'bottle' | 'jar' | 'tube' | 'screw' | 'carton'

/** Size of the texture in pixels, the share of its width that texts may take, and the stripes as shares of its height. */
interface Sheet {
  width: number
  height: number
  free: number
  /** Top of the first text and end of the last one, as shares of the height. */
  head: number
  foot: number
  stripes: readonly [top: number, height: number][]
}

const FOOT_STRIPE: Sheet['stripes'] = [[0.98, 0.02]]

const SHEETS: Readonly<Record<Container, Sheet>> = {
  dropper: { width: 840, height: 600, free: 0.66, head: 0.075, foot: 0.93, stripes: FOOT_STRIPE },
  bottle: { width: 900, height: 811, free: 0.68, head: 0.075, foot: 0.93, stripes: FOOT_STRIPE },
  jar: { width: 1160, height: 368, free: 0.56, head: 0.075, foot: 0.93, stripes: [[0.96, 0.04]] },
  tube: {
    width: 900,
    height: 1340,
    free: 0.6,
    head: 0.15,
    foot: 0.82,
    stripes: [
      [0.885, 0.115],
      [0, 0.055],
    ],
  },
  screw: { width: 1150, height: 800, free: 0.62, head: 0.075, foot: 0.93, stripes: FOOT_STRIPE },
  carton: { width: 840, height: 1220, free: 0.8, head: 0.1, foot: 0.9, stripes: [[0.925, 0.075]] },
}

/** Two outer petals, the bud, and its heart: four strokes on a square of 64. */
const ROSE = [
  'M32 53C19 52 10 42 13 28C22 30 29 37 32 53',
  'M32 53C45 52 54 42 51 28C42 30 35 37 32 53',
  'M32 44C23 38 20 28 23 16C27 18 30 20 32 24C34 20 37 18 41 16C44 28 41 38 32 44',
  'M28 27C31 24 36 26 36 30C36 33 32 34 31 31',
]

const rose = (left: number, top: number, size: number, ink: string): string =>
  `<g transform="translate(${left} ${top}) scale(${size / 64})" fill="none" stroke="${ink}" stroke-width="2.2" ` +
  `stroke-linecap="round" stroke-linejoin="round">${ROSE.map((d) => `<path d="${d}"/>`).join('')}</g>`

const containerOf = (item: Item): Container => (item.shape === 'box' ? item.closure : item.shape)

/** Draws the label of a product, its texts as large as fit; a jar's has one line each. Throws when nothing fits. */
export function label(item: Item): { svg: string; width: number } {
  const container = containerOf(item)
  const isFlat = container === 'jar'
  for (let size = isFlat ? 78 : 96; size >= 34; size--) {
    const svg = drawAt(item, SHEETS[container], isFlat, size)
    if (svg) return { svg, width: SHEETS[container].width }
  }
  throw new RangeError(`The label of "${item.name}" is too full`)
}

function drawAt(item: Item, sheet: Sheet, isFlat: boolean, from: number): string | null {
  const { width, height, free } = sheet
  const lines = isFlat ? 1 : 2
  const name = fitText(item.name, { from, to: 34, width: width * free, maxLines: lines, weight: 600 })
  const small = Math.round(name.size * 0.52)
  const sub = fitText(item.sub, { from: small, to: 18, width: width * free, maxLines: lines, weight: 400 })
  const mark = isFlat ? 58 : Math.max(84, name.size)
  const brand = isFlat ? 20 : 32
  const contents = Math.max(isFlat ? 22 : 26, Math.round(sub.size * 0.8))
  const gap = isFlat ? 20 : 34
  const used =
    mark +
    brand * 1.5 +
    name.lines.length * name.size * 1.08 +
    sub.lines.length * sub.size * 1.3 +
    (isFlat ? 0 : contents + 30) +
    gap * 2
  const rest = height * (sheet.foot - sheet.head) - used
  if (rest < 0) return null
  const air = Math.min(rest / 3, 90)
  const drawn = [
    `<rect width="${width}" height="${height}" fill="${item.paper}"/>`,
    ...sheet.stripes.map(
      ([top, tall]) => `<rect y="${top * height}" width="${width}" height="${tall * height}" fill="${item.band}"/>`,
    ),
  ]
  const line = (text: string, y: number, setting: Setting) =>
    drawn.push(textLine(text, { x: (width - widthOf(text, setting)) / 2, y, ...setting, fill: item.ink }))

  let y = height * sheet.head + (rest - air * 2) / 2
  drawn.push(rose((width - mark) / 2, y, mark, item.ink))
  y += mark + brand * 1.25
  line(item.brand.toUpperCase(), y, { size: brand, weight: 600, tracking: brand * 0.36 })
  y += gap + air + name.size * 0.8
  for (const text of name.lines) {
    line(text, y, { size: name.size, weight: 600, tracking: -0.015 * name.size })
    y += name.size * 1.08
  }
  y += sub.size * 0.95 - name.size * 0.62
  for (const text of sub.lines) {
    line(text, y, { size: sub.size, weight: 400 })
    y += sub.size * 1.3
  }
  if (isFlat) line(item.size, height - 26, { size: 20, weight: 400, tracking: 2 })
  else {
    y += air * 0.6
    const top = y - sub.size * 0.5
    drawn.push(`<rect x="${width / 2 - 34}" y="${top}" width="68" height="2.5" fill="${item.ink}" opacity=".5"/>`)
    line(item.size, y + contents * 0.95, { size: contents, weight: 400, tracking: 1.5 })
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawn.join('')}</svg>`
}
