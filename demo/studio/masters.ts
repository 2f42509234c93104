/** The masters: what the studio left, and of which description each was made. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pictureHash, sourceHash } from '#demo/artwork/render.ts'
import { products } from '#demo/products.ts'
import type { Item } from '#demo/studio/item.ts'
import { type Print, print } from '#demo/studio/prints.ts'

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8'))

/** A shot of a product bears its slug; a scene names the products that are in it, what is printed in it and how large it is. */
type Shot = {
  scene?: string
  of?: readonly string[]
  print?: Print
  scale?: number
  size?: readonly [number, number]
  stage?: string
  props?: readonly Prop[]
}

/** A thing around a product; `spots` are its places in the product's own shot. */
type Prop = { kind: string; colour: string; more?: object; spots?: unknown }

const written: Readonly<Record<string, Shot>> = read(join(import.meta.dirname, 'shots.json'))

/** Half of the settings are mirrored, on steps: those of two reviews stand beside each other, and differ. */
const ON_STEPS: ReadonlySet<string> = new Set([
  'lait-hydratant-corps-amande-douce',
  'creme-anti-taches-acide-azelaique',
  'serum-eclat-vitamine-c',
  'huile-argan-pure',
  'eau-de-rose-kelaat-mgouna',
  'creme-mains-fleur-oranger',
  'spiruline-120-comprimes',
  'tisane-du-soir',
  'miel-de-thym-gelee-royale',
  'magnesium-marin-vitamine-b6',
  'collagene-marin-poudre',
])

/** The setting of a product: on the stage of its own shot, among the same things, which the studio scatters. */
const settingOf = ({ stage, props = [] }: Shot, isOnSteps: boolean) => ({
  stage,
  shade: 'lattice',
  around: props.map(({ spots: _, ...prop }) => prop),
  above: 0.1,
  fill: 0.84,
  up: 0,
  stop: 4,
  ...(isOnSteps ? { steps: true, sun: 1 } : {}),
})

const settings = products
  .filter(({ shot }) => shot.shape !== 'pack')
  .map(({ slug }): [string, Shot] => [`${slug}@setting`, settingOf(written[slug]!, ON_STEPS.has(slug))])

export const shots: Readonly<Record<string, Shot>> = { ...written, ...Object.fromEntries(settings) }

const folder = join(import.meta.dirname, 'masters')

/** The descriptions of which the masters were made, by the name of the shot. */
export const mastersRecord = join(folder, 'index.json')

export const readMasters = (): Record<string, string> => (existsSync(mastersRecord) ? read(mastersRecord) : {})

export const masterPath = (name: string): string => join(folder, `${name}.webp`)

export const slugOf = (name: string): string => name.split('@')[0]!

/** The containers in a shot. Throws when no product has the slug. */
export const itemsOf = (name: string): readonly Item[] =>
  (shots[name]?.of ?? [slugOf(name)]).flatMap((slug) => {
    const shot = products.find((each) => each.slug === slug)?.shot
    if (!shot) throw new Error(`no product is called ${slug}`)
    return shot.shape === 'pack' ? shot.items : [shot]
  })

/** The texture of what is printed in a shot that has any. */
export const printOf = (name: string): { svg: string; width: number } | null => {
  const named = shots[name]?.print
  return named ? print(named) : null
}

/** How large a product is beside others, as in its picture in a hand. */
export const scaleOf = (item: Item): number | undefined =>
  shots[`${products.find(({ shot }) => shot === item)!.slug}@scale`]?.scale

/** The masters that are pictures of products. */
export const productMasters = (): readonly string[] => Object.keys(readMasters()).filter((name) => !shots[name]?.scene)

/** The master of a shot in an SVG that `demo/artwork/render.ts` draws; its hash makes the drawing change with it. */
export const photo = (name: string, { x, y, side }: { x: number; y: number; side: number }): string =>
  `<image href="master:${name}?${pictureHash(readFileSync(masterPath(name)))}" x="${x}" y="${y}" width="${side}" height="${side}"/>`

/** Changes when the stage, the containers, their words, the prints of a shot or the sizes in a group do. */
export const describe = (name: string): string => {
  const items = itemsOf(name)
  const isGroup = items.length > 1 && !shots[name]?.scene
  const parts = [shots[name], items, printOf(name), isGroup && items.map(scaleOf)]
  return sourceHash(JSON.stringify(parts.filter(Boolean))).slice(0, 12)
}
