/** The picture of a review: the product that it speaks of, in an arch. The words stand beside it on the page. */
import { type PackShot, standing, studioLight } from '#demo/artwork/pack-shot.ts'

interface Tint {
  ground: string
  arch: string
  floor: string
}

export const TINTS: readonly [Tint, Tint, Tint] = [
  { ground: '#ffe5ee', arch: '#fff7fa', floor: '#fdd3e1' },
  { ground: '#f5eee3', arch: '#fdfaf5', floor: '#e8dcc9' },
  { ground: '#e6eee3', arch: '#f8fbf7', floor: '#cbd9c6' },
]

/** An 800 × 500 picture, without a word but those on the label. */
export const reviewPicture = ({ ground, arch, floor }: Tint, shot: PackShot): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 500">',
    `<defs>${studioLight}<clipPath id="niche"><path d="M210,500 V230 a190 190 0 0 1 380 0 V500Z"/></clipPath></defs>`,
    `<rect width="800" height="500" fill="${ground}"/>`,
    `<g clip-path="url(#niche)"><rect width="800" height="500" fill="${arch}"/>`,
    `<rect y="420" width="800" height="80" fill="${floor}"/></g>`,
    standing(shot, { x: 400, floor: 462, width: 270, height: 352 }),
    '</svg>',
  ].join('')
