import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Overload } from '#platform/http/errors.ts'
import { type Product, STORAGE_PATH } from './names.ts'

const FOLDER = 'cards'
/** Raise it when the same product is to get another card: caches keep one for ever. */
const RECIPE = 1
const MOST_WAITING = 10
/** Cards are drawn again when somebody asks, so that only those of late need to be kept. */
const MOST_KEPT = 3_000
const YOUNG_MS = 60 * 60 * 1000

const fileOf = ({ id, name, userPrice, image }: Product, shopName: string): string => {
  const shown = JSON.stringify([RECIPE, shopName, name, userPrice, image])
  return `${id}-${createHash('sha256').update(shown).digest('hex').slice(0, 16)}.jpg`
}

/** Where a product's card is served: another address as soon as it shows something else. */
export const cardAddress = (product: Product, shopName: string): string =>
  `${STORAGE_PATH}${FOLDER}/${fileOf(product, shopName)}`

/** The cards of products: drawn when the first one asks, one at a time, and kept as files. */
export class CardShelf {
  readonly #folder: string
  readonly #storageDir: string
  readonly #shopName: string
  readonly #underWay = new Map<string, Promise<Buffer>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor({ name, storageDir }: { name: string; storageDir: string }) {
    this.#shopName = name
    this.#storageDir = storageDir
    this.#folder = join(storageDir, FOLDER)
  }

  /** A product's card. 503 when too many are waited for; fails when the product's picture cannot be read. */
  async get(product: Product): Promise<Buffer> {
    const file = fileOf(product, this.#shopName)
    const kept = await readFile(join(this.#folder, file)).catch(() => null)
    return kept ?? this.#underWay.get(file) ?? this.#make(file, product)
  }

  #make(file: string, product: Product): Promise<Buffer> {
    if (this.#underWay.size >= MOST_WAITING) throw new Overload(503, 'Service Unavailable', 5)
    const card = this.#last
      // Loaded for the first card: no start waits for it.
      .then(() => import('./share-card-drawing.ts'))
      .then(({ drawShareCard }) => drawShareCard(product, this.#shopName, this.#storageDir))
      .then(async (bytes) => {
        await this.#store(file, bytes)
        return bytes
      })
      .finally(() => this.#underWay.delete(file))
    this.#underWay.set(file, card)
    this.#last = card.catch(() => undefined)
    return card
  }

  /** It appears under its name only when it is whole. */
  async #store(file: string, bytes: Buffer): Promise<void> {
    const part = join(this.#folder, `${file}.${process.pid}.part`)
    await mkdir(this.#folder, { recursive: true })
    await writeFile(part, bytes)
    await rename(part, join(this.#folder, file))
  }
}

/** Removes the cards that no product has any more, and beyond a number those that were drawn first. */
export async function removeLeftCards(
  { name, storageDir }: { name: string; storageDir: string },
  products: readonly Product[],
  now: Date,
): Promise<void> {
  const folder = join(storageDir, FOLDER)
  if (!existsSync(folder)) return
  const current = new Set(products.map((product) => fileOf(product, name)))
  const kept: { file: string; drawnMs: number }[] = []
  for (const file of await readdir(folder)) {
    const { mtimeMs: drawnMs } = await stat(join(folder, file))
    if (current.has(file)) kept.push({ file, drawnMs })
    else if (drawnMs < now.getTime() - YOUNG_MS) await rm(join(folder, file), { force: true })
  }
  const oldestFirst = kept.toSorted((one, other) => one.drawnMs - other.drawnMs)
  for (const { file } of oldestFirst.slice(0, -MOST_KEPT)) await rm(join(folder, file), { force: true })
}
