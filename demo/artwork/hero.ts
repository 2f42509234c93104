/** The large picture of the home page: three items, each on its plinth. The page shows it through three arches. */
import { type Item, standing, studioLight } from '#demo/artwork/pack-shot.ts'

const WIDTH = 1200
const HEIGHT = 620
const NICHE = WIDTH / 3
const FLOOR = 540

/** Colours of a niche: its wall at the top and at the bottom, its floor, its plinth. */
const NICHES = [
  { wall: ['#ecdfcc', '#f7f0e6'], floor: '#dccbb2', plinth: '#fdf9f3' },
  { wall: ['#ffd9e6', '#ffeef4'], floor: '#f8c6d8', plinth: '#fff7fa' },
  { wall: ['#dfe9db', '#eef3ec'], floor: '#cbd9c6', plinth: '#f6f9f5' },
] as const

function niche(item: Item, index: number): string {
  const { floor, plinth } = NICHES[index]!
  const left = index * NICHE
  const x = left + NICHE / 2
  return [
    `<rect x="${left}" width="${NICHE}" height="${HEIGHT}" fill="url(#wall${index})"/>`,
    `<circle cx="${x - 30}" cy="250" r="230" fill="#fff" opacity="0.35" filter="url(#glow)"/>`,
    `<rect x="${left}" y="${FLOOR - 60}" width="${NICHE}" height="${HEIGHT - FLOOR + 60}" fill="${floor}" opacity="0.75"/>`,
    `<path d="M${x - 150},${FLOOR} v70 a150 22 0 0 0 300 0 v-70Z" fill="${plinth}"/>`,
    `<path d="M${x - 150},${FLOOR} v70 a150 22 0 0 0 300 0 v-70Z" fill="url(#round)"/>`,
    `<ellipse cx="${x}" cy="${FLOOR}" rx="150" ry="22" fill="${plinth}"/>`,
    standing(item, { x, floor: FLOOR + 6, width: 260, height: index === 1 ? 440 : 390, clip: `clip${index}` }),
  ].join('')
}

const wall = ({ wall: [top, bottom] }: (typeof NICHES)[number], index: number): string =>
  `<linearGradient id="wall${index}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`

/** A 1200 × 620 composition. Its only words are those on the labels. */
export function hero(items: readonly [Item, Item, Item]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<defs>${studioLight}${NICHES.map(wall).join('')}`,
    '<linearGradient id="round"><stop offset="0" stop-color="#3b1727" stop-opacity="0.02"/><stop offset="1" stop-color="#3b1727" stop-opacity="0.16"/></linearGradient>',
    '<filter id="glow" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="60"/></filter>',
    '</defs>',
    ...items.map(niche),
    '</svg>',
  ].join('')
}
