import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Overload } from '#platform/http/errors.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import { PICTURE_WIDTHS, PRODUCT_FIELDS, pictureFile } from './names.ts'
import type { PictureFiles } from './picture-drawing.ts'

export type PictureAnswer = { files: PictureFiles } | { refused: keyof typeof REASONS }

const REASONS = {
  'no picture': 'Choisissez une image JPEG, PNG, WebP ou AVIF.',
  'too large': 'Cette image est trop grande\u00A0: 40 millions de pixels au plus.',
  broken: 'Cette image est abîmée ou incomplète\u00A0: choisissez un autre fichier.',
} as const

/** Of a picture, in milliseconds: beyond this its decoder was led astray. */
const PATIENCE_MS = 30_000
const MOST_WAITING = 10
const PROCESS = join(import.meta.dirname, 'picture-process.ts')

/** Pictures that are sent are worked on one at a time, each in a process of its own that the file cannot outlive. */
export class PictureLine {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /**
   * The files of a picture that somebody sent. Refuses (422) what is no JPEG, PNG, WebP or AVIF by its bytes, has too
   * many pixels or is broken; 503 when the line is full.
   */
  async draw(bytes: Uint8Array): Promise<PictureFiles> {
    if (this.#waiting >= MOST_WAITING) throw new Overload(503, 'Service Unavailable', 5)
    this.#waiting++
    const turn = this.#last.then(() => drawApart(bytes))
    this.#last = turn.catch(() => undefined)
    try {
      const answer = await turn
      if ('files' in answer) return answer.files
      throw invalidField(PRODUCT_FIELDS.image, REASONS[answer.refused])
    } finally {
      this.#waiting--
    }
  }
}

async function drawApart(bytes: Uint8Array): Promise<PictureAnswer> {
  const child = fork(PROCESS, {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  const ended = once(child, 'exit')
  try {
    child.send(bytes, () => undefined)
    const gone = ended.then((): PictureAnswer => ({ refused: 'broken' }))
    const said = once(child, 'message').then(([answer]) => answer as PictureAnswer)
    return await Promise.race([said, gone])
  } finally {
    clearTimeout(patience)
    child.kill('SIGKILL')
    await ended
  }
}

const FOLDER = 'products'

/** Stores a picture under a name that nobody can guess, and says what a product's `image` is then. */
export async function storePicture(
  storageDir: string,
  files: PictureFiles,
  randomBytes: (count: number) => Buffer,
): Promise<string> {
  const image = `${FOLDER}/${randomBytes(16).toString('hex')}.webp`
  await storeFiles(storageDir, image, files)
  return image
}

let parts = 0

/** Each file appears under its name only when it is whole. */
async function storeFiles(storageDir: string, image: string, files: PictureFiles): Promise<void> {
  const base = join(storageDir, image.replace(/\.webp$/, ''))
  await mkdir(dirname(base), { recursive: true })
  // Of its own: several may store the same picture at once.
  const part = `${base}.${process.pid}.${parts++}.part`
  try {
    for (const [suffix, bytes] of files) {
      await writeFile(part, bytes)
      await rename(part, base + suffix)
    }
  } catch (error) {
    await rm(part, { force: true })
    await removePicture(storageDir, image)
    throw error
  }
}

/** Removes every file of a picture; those that are not there are not missed. */
export async function removePicture(storageDir: string, image: string): Promise<void> {
  const widths = PICTURE_WIDTHS.flatMap((width) => [
    pictureFile(image, width, 'avif'),
    pictureFile(image, width, 'webp'),
  ])
  for (const file of [image, ...widths]) await rm(join(storageDir, file), { force: true })
}

/** What a product without a picture of its own shows. */
export const PLACEHOLDER = `${FOLDER}/sans-image.webp`

const PLACEHOLDER_DRAWING = `
<svg xmlns="http://www.w3.org/2000/svg" width="960" height="960" viewBox="0 0 96 96" fill="none" stroke="#a2aab6" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">
  <rect width="96" height="96" fill="#f0f3f7" stroke="none"/>
  <path d="M41 27h14v7H41zM38.500 34h19v5c4 1 6.500 4 6.500 8v20a4 4 0 0 1-4 4H36a4 4 0 0 1-4-4V47c0-4 2.500-7 6.500-8z"/>
  <path d="M32 52h32M32 62h32"/>
</svg>`

/** Draws it where it is not there yet. */
export async function storePlaceholder(storageDir: string): Promise<string> {
  if (existsSync(join(storageDir, PLACEHOLDER))) return PLACEHOLDER
  // Loaded where it is drawn, once in a shop's life: no start waits for it.
  const [{ default: sharp }, { drawPicture }] = await Promise.all([import('sharp'), import('./picture-drawing.ts')])
  await storeFiles(storageDir, PLACEHOLDER, await drawPicture(sharp(Buffer.from(PLACEHOLDER_DRAWING))))
  return PLACEHOLDER
}

/** What a file of a picture is named after; also of one that was never finished. */
const baseOf = (file: string): string => file.replace(/(-\d+)?\.(avif|webp)$|(\.\d+)+\.part$/, '')

const YOUNG_MS = 60 * 60 * 1000

/** Removes the files of pictures that are none of `shown`. Those of the last hour may belong to a product that is being stored. */
export async function removeLeftPictures(storageDir: string, shown: readonly string[], now: Date): Promise<void> {
  const folder = join(storageDir, FOLDER)
  if (!existsSync(folder)) return
  const kept = new Set([...shown, PLACEHOLDER].map((image) => baseOf(basename(image))))
  for (const file of await readdir(folder)) {
    if (kept.has(baseOf(file))) continue
    const { mtimeMs } = await stat(join(folder, file))
    if (mtimeMs < now.getTime() - YOUNG_MS) await rm(join(folder, file), { force: true })
  }
}
