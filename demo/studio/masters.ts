/** The masters: what the studio left, and of which description each was made. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pictureHash, sourceHash } from '#demo/artwork/render.ts'
import { products } from '#demo/products.ts'
import type { Item } from '#demo/studio/item.ts'

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8'))

export const shots: Readonly<Record<string, object>> = read(join(import.meta.dirname, 'shots.json'))

const folder = join(import.meta.dirname, 'masters')

/** The descriptions of which the masters were made, by the name of the shot. */
export const mastersRecord = join(folder, 'index.json')

export const readMasters = (): Record<string, string> => (existsSync(mastersRecord) ? read(mastersRecord) : {})

export const masterPath = (name: string): string => join(folder, `${name}.webp`)

export const slugOf = (name: string): string => name.split('@')[0]!

/** The containers in a shot. Throws when no product has the slug. */
export function itemsOf(slug: string): readonly Item[] {
  const shot = products.find((each) => each.slug === slug)?.shot
  if (!shot) throw new Error(`no product is called ${slug}`)
  return shot.shape === 'pack' ? shot.items : [shot]
}

/** The master of a shot in an SVG that `demo/artwork/render.ts` draws; its hash makes the drawing change with it. */
export const photo = (name: string, { x, y, side }: { x: number; y: number; side: number }): string =>
  `<image href="master:${name}?${pictureHash(readFileSync(masterPath(name)))}" x="${x}" y="${y}" width="${side}" height="${side}"/>`

/** Changes when the stage, the containers or the words of a shot do. */
export const describe = (name: string): string =>
  sourceHash(JSON.stringify([shots[name], itemsOf(slugOf(name))])).slice(0, 12)
