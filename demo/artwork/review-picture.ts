/** The picture of a review: the product that it speaks of, in an arch. The words stand beside it on the page. */
import { photo } from '#demo/studio/masters.ts'

export const TINTS = ['#ffe5ee', '#f5eee3', '#e6eee3'] as const

/** An 800 × 500 picture, without a word but those on the label. */
export const reviewPicture = (ground: string, name: string): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 500">',
    '<clipPath id="niche"><path d="M210,500 V210 a190 190 0 0 1 380 0 V500Z"/></clipPath>',
    `<rect width="800" height="500" fill="${ground}"/>`,
    `<g clip-path="url(#niche)">${photo(name, { x: 160, y: 20, side: 480 })}</g>`,
    '</svg>',
  ].join('')
