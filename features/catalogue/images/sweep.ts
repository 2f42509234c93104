import { join } from 'node:path'
import type { Db } from '#platform/db/database.ts'
import { FOLDER, parseImageFile } from './drawn-images.ts'
import { sweepFiles } from './file-cache.ts'
import { deleteUnusedMasters, listImages } from './image-store.ts'

const CARTS_MS = 24 * 60 * 60 * 1000

/** Deletes pictures that no product shows any more, and this copy's drawn sizes of pictures that are no more. */
export async function sweepImages({ db, storageDir }: { db: Db; storageDir: string }, now: Date): Promise<void> {
  await deleteUnusedMasters(db, new Date(now.getTime() - CARTS_MS))
  const current = new Set(await listImages(db))
  await sweepFiles(join(storageDir, FOLDER), (file) => current.has(parseImageFile(file)?.image ?? ''), now)
}
