/** The shop's marks: a bud of three petals, the name beside it, icons and the card of shared links. */
import { textLine } from '#demo/artwork/lettering.ts'
import { type Item, studioLight, trio } from '#demo/artwork/pack-shot.ts'

type Ground = 'light' | 'dark'

const PETAL = 'M0,30 C-22,12 -24,-16 0,-40 C24,-16 22,12 0,30Z'
const SIDES: Record<Ground, [left: string, middle: string, right: string]> = {
  light: ['#faa7c9', '#ef7eb0', '#c93582'],
  dark: ['#ffcbdf', '#ffffff', '#faa7c9'],
}

/** The bud within a circle of 40 around its foot. */
const bud = ([left, middle, right]: [string, string, string], transform: string) =>
  [
    `<g transform="${transform}">`,
    `<path transform="rotate(-52 0 30)" d="${PETAL}" fill="${left}"/>`,
    `<path transform="rotate(52 0 30)" d="${PETAL}" fill="${right}"/>`,
    `<path d="${PETAL}" fill="${middle}"/>`,
    '</g>',
  ].join('')

/** Mark and name on one line, 148 × 40; `dark` is for the footer. */
export function logo(ground: Ground): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 148 40" width="148" height="40">',
    bud(SIDES[ground], 'translate(23 22) scale(0.36)'),
    textLine('Rosalia', {
      x: 50,
      y: 29,
      size: 26,
      weight: 700,
      tracking: -0.6,
      fill: ground === 'light' ? '#18202c' : '#ffffff',
    }),
    '</svg>',
  ].join('')
}

/** Position and scale of the mark. `maskable` fits the circle that every system leaves visible, four fifths of the width. */
const ICON_PLACES = {
  rounded: 'translate(32 35.5) scale(0.46)',
  square: 'translate(32 35.5) scale(0.46)',
  maskable: 'translate(32 35) scale(0.38)',
}

/** The mark alone: rounded for browsers, `square` and `maskable` for systems that cut the corners themselves. */
export function icon(cut: keyof typeof ICON_PLACES): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<rect width="64" height="64" rx="${cut === 'rounded' ? 15 : 0}" fill="#ef7eb0"/>`,
    bud(['#ffe5ee', '#ffffff', '#882056'], ICON_PLACES[cut]),
    '</svg>',
  ].join('')
}

/** A bottle of which nothing is known: a product without a picture of its own shows it. */
export const noPicture = (): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="960" viewBox="0 0 96 96" fill="none" stroke="#a2aab6"',
    ' stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">',
    '<rect width="96" height="96" fill="#f0f3f7" stroke="none"/>',
    '<path d="M41 27h14v7H41zM38.500 34h19v5c4 1 6.500 4 6.500 8v20a4 4 0 0 1-4 4H36a4 4 0 0 1-4-4V47c0-4 2.500-7 6.500-8z"/>',
    '<path d="M32 52h32M32 62h32"/>',
    '</svg>',
  ].join('')

/** The 1200 × 630 picture that shows where a link to the shop is shared. */
export function shareCard(items: readonly [Item, Item, Item]): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">',
    `<defs>${studioLight}</defs>`,
    '<rect width="1200" height="630" fill="#fef4f7"/>',
    '<path d="M640,0 C560,120 520,300 600,430 C660,530 760,590 840,630 L1200,630 L1200,0Z" fill="#ffe5ee"/>',
    '<path d="M1200,60 C1090,40 960,130 930,280 C900,430 1000,560 1200,560Z" fill="#ffcbdf" opacity="0.7"/>',
    bud(SIDES.light, 'translate(116 150) scale(0.9)'),
    textLine('Rosalia', { x: 70, y: 316, size: 104, weight: 700, tracking: -3, fill: '#18202c' }),
    textLine('Cosmétiques, compléments et packs', { x: 74, y: 382, size: 30, weight: 400, fill: '#454f5e' }),
    textLine('Paiement à la livraison, partout au Maroc', { x: 74, y: 426, size: 26, weight: 600, fill: '#882056' }),
    trio(items, { centre: 906, floor: 560, width: 530, height: 480, step: 30 }),
    '</svg>',
  ].join('')
}
