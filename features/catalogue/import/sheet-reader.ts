import { join } from 'node:path'
import { oneAtATime } from '#platform/http/semaphore.ts'
import { invalidField, type Problem } from '#platform/kernel/refusal.ts'
import { WorkerProcess } from '#platform/workers/worker-process.ts'
import { IMPORT_FIELDS } from '../model.ts'
import type { ImportFile } from './read-rows.ts'

export interface SheetJob {
  file: Uint8Array
}
export type SheetAnswer = { file: ImportFile } | { refused: Problem }

const WORKER = join(import.meta.dirname, 'sheet-worker.ts')
const MAX_UNDER_WAY = 5

/** Reads files to import, one at a time, each in a process of its own: a hostile file takes down no more than that. */
export class SheetReader {
  readonly #queue = oneAtATime(MAX_UNDER_WAY)

  /** The rows of a file. Refuses (422) a file that is no such CSV or takes too long, (503) when too many are waiting. */
  async read(file: Uint8Array): Promise<ImportFile> {
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
    if ('file' in answer) return answer.file
    const { code, message } = answer.refused
    throw invalidField(IMPORT_FIELDS.file, code, message)
  }
}
