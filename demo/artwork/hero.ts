/** The large picture of the home page: a group of products between two textures. The page shows it through three arches. */
import { photo } from '#demo/studio/masters.ts'

const WIDTH = 1200
const HEIGHT = 680
/** Widths of the places for the textures, of what is between places, and the height of the textures. */
const BESIDE = 264
const BETWEEN = 24
const LOW = 420

interface Shot {
  name: string
  /** The middle of what it shows, as a part of its width. */
  middle: number
}

/** A 1200 × 680 composition. Its only words are those on the labels. */
export function hero(left: Shot, group: Shot, right: Shot): string {
  const place = ({ name, middle }: Shot, x: number, width: number, side: number) =>
    `<clipPath id="at${x}"><rect x="${x}" width="${width}" height="${HEIGHT}"/></clipPath>` +
    `<g clip-path="url(#at${x})">${photo(name, { x: x + width / 2 - middle * side, y: HEIGHT - side, side })}</g>`
  // Without a hole in it the picture needs no layer of transparency.
  const ground = `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fbf7f1"/>`
  const inside = BESIDE + BETWEEN
  const shots = [
    place(left, 0, BESIDE, LOW),
    place(group, inside, WIDTH - 2 * inside, HEIGHT),
    place(right, WIDTH - BESIDE, BESIDE, LOW),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${ground}${shots.join('')}</svg>`
}
