/** The picture of a review: the product that it speaks of, in its setting where it has one. The words stand beside it on the page. */
import { photo, readMasters } from '#demo/studio/masters.ts'

/** A square picture, without a word but those on the label. */
export const reviewPicture = (name: string): string => {
  const setting = `${name}@setting`
  const master = setting in readMasters() ? setting : name
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 500">${photo(master, { x: 0, y: 0, side: 500 })}</svg>`
}
