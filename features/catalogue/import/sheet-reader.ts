import { join } from 'node:path'
import { invalidField, type Problem } from '#platform/kernel/refusal.ts'
import { WorkQueue } from '#platform/workers/work-queue.ts'
import { WorkerProcess } from '#platform/workers/worker-process.ts'
import { IMPORT_FIELDS } from '../model.ts'
import type { ImportRows } from './read-rows.ts'

export interface SheetJob {
  file: Uint8Array
}
export type SheetAnswer = { wishes: ImportRows } | { refused: Problem }

const WORKER = join(import.meta.dirname, 'sheet-worker.ts')
const MOST_WAITING = 5

/** Reads files to import, each in a process that it cannot outlive. */
export class SheetReader {
  readonly #queue = new WorkQueue(MOST_WAITING)

  /** What a file says of products. Refuses (422) one that cannot be read; 503 when too many are waiting. */
  async read(file: Uint8Array): Promise<ImportRows> {
    const answer = await this.#queue.run(async () => {
      const worker = new WorkerProcess<SheetJob, SheetAnswer>(WORKER)
      return worker.ask({ file }).finally(() => worker.end())
    })
    if (answer === null)
      throw invalidField(
        IMPORT_FIELDS.file,
        'file_takes_too_long',
        'Ce fichier est trop long à lire\u00A0: partagez-le en plusieurs, ou raccourcissez ses cellules.',
      )
    if ('wishes' in answer) return answer.wishes
    const { code, message } = answer.refused
    throw invalidField(IMPORT_FIELDS.file, code, message)
  }
}
