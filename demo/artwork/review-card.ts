/** A customer's words as a card to look at and to share. */
import { fitText, textLine, widthOf } from '#demo/artwork/lettering.ts'
import { type PackShot, standing, studioLight } from '#demo/artwork/pack-shot.ts'

type Tint = { ground: string; shape: string; ink: string; accent: string }

/** Grounds with an ink of at least 7:1 on both ground and shape. */
export const TINTS: readonly [Tint, Tint, Tint, Tint] = [
  { ground: '#fef4f7', shape: '#ffe5ee', ink: '#4a1230', accent: '#c93582' },
  { ground: '#f3f8fd', shape: '#e3effe', ink: '#12304d', accent: '#0273cf' },
  { ground: '#fdf6ef', shape: '#fcebd9', ink: '#4a2c08', accent: '#b56a06' },
  { ground: '#f1faf3', shape: '#e0f4e4', ink: '#0b3d22', accent: '#028442' },
]

type ReviewCard = {
  firstName: string
  city: string
  product: string
  quote: string
  stars: number
  /** The small honest line at the foot, such as `Exemple d’avis`. */
  mark: string
  tint: Tint
  shot: PackShot
}

const STAR = 'M0,-24L7,-8.6 23.8,-7 11.1,4.2 14.9,20.6 0,11.9 -14.9,20.6 -11.1,4.2 -23.8,-7 -7,-8.6Z'
const QUOTE = 'M0,56 C0,20 20,2 50,0 L50,18 C36,21 28,30 28,42 L50,42 L50,90 L0,90Z'

const starRow = (count: number, { accent, shape }: Tint, x: number, y: number) =>
  Array.from({ length: 5 }, (_, index) => {
    const place = `translate(${x + 24 + index * 58} ${y})`
    return index < count
      ? `<path transform="${place}" d="${STAR}" fill="${accent}"/>`
      : `<path transform="${place} scale(0.93)" d="${STAR}" fill="${shape}" stroke="${accent}" stroke-width="3"/>`
  }).join('')

/** An 800 × 1000 card; throws when the quote does not fit. */
export function reviewCard({ firstName, city, product, quote, stars, mark, tint, shot }: ReviewCard): string {
  const { ground, shape, ink, accent } = tint
  const left = 72
  const words = fitText(quote, { from: 58, to: 34, width: 656, maxLines: 7, weight: 600 })
  const lineHeight = words.size * 1.28
  const top = 330
  const about = fitText(product, { from: 27, to: 22, width: 380, maxLines: 2, weight: 400 })
  const chip = widthOf(mark, { size: 23, weight: 600 }) + 40
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000">',
    `<defs>${studioLight}</defs>`,
    `<rect width="800" height="1000" fill="${ground}"/>`,
    `<path d="M800,560 C690,560 560,640 500,770 C450,880 480,960 520,1000 L800,1000Z" fill="${shape}"/>`,
    `<path d="M0,0 L310,0 C300,90 220,170 110,180 C60,184 20,176 0,166Z" fill="${shape}"/>`,
    `<g transform="translate(${left} 84)" fill="${accent}"><path d="${QUOTE}"/><path transform="translate(68 0)" d="${QUOTE}"/></g>`,
    starRow(stars, tint, left, 252),
    ...words.lines.map((line, index) =>
      textLine(line, {
        x: left,
        y: Math.round(top + words.size * 0.8 + index * lineHeight),
        size: words.size,
        weight: 600,
        tracking: -0.5,
        fill: ink,
      }),
    ),
    standing(shot, { x: 636, floor: 944, width: 196, height: 260 }),
    textLine(firstName, { x: left, y: 816, size: 38, weight: 700, fill: ink }),
    textLine(city, {
      x: left + Math.ceil(widthOf(firstName, { size: 38, weight: 700 })) + 14,
      y: 816,
      size: 30,
      weight: 400,
      fill: ink,
    }),
    ...about.lines.map((line, index) =>
      textLine(line, { x: left, y: 858 + index * 33, size: about.size, weight: 400, fill: ink }),
    ),
    `<rect x="${left}" y="916" width="${Math.ceil(chip)}" height="42" rx="21" fill="none" stroke="${ink}" stroke-width="2"/>`,
    textLine(mark, { x: left + 20, y: 945, size: 23, weight: 600, fill: ink }),
    '</svg>',
  ].join('')
}
