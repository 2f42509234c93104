/** The large picture of the home page: three shots side by side. The page shows it through three arches. */
import { photo } from '#demo/studio/masters.ts'

const WIDTH = 1200
const HEIGHT = 620

/** A 1200 × 620 composition. Its only words are those on the labels. */
export function hero(names: readonly [string, string, string]): string {
  const wide = WIDTH / names.length
  const niche = (name: string, index: number) => {
    const left = index * wide
    // The arches at the sides are lower.
    const side = index === 1 ? HEIGHT : HEIGHT * 0.9
    return (
      `<clipPath id="niche${index}"><rect x="${left}" width="${wide}" height="${HEIGHT}"/></clipPath>` +
      `<g clip-path="url(#niche${index})">${photo(name, { x: left + (wide - side) / 2, y: HEIGHT - side, side })}</g>`
    )
  }
  // Without a hole in it the picture needs no layer of transparency.
  const ground = `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fbf7f1"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${ground}${names.map(niche).join('')}</svg>`
}
