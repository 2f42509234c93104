/** The picture of a review: the product that it speaks of, for an arch. The words stand beside it on the page. */
import { photo } from '#demo/studio/masters.ts'

/** A 380 × 500 picture, without a word but those on the label. */
export const reviewPicture = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 380 500">${photo(name, { x: -60, y: 0, side: 500 })}</svg>`
