import { join } from 'node:path'
import { WorkerProcess } from '#platform/workers/worker-process.ts'
import type { ImageFormat } from '../model.ts'
import type { EncodedMaster } from './encode.ts'

export type ResizeJob = { upload: Uint8Array } | { master: Uint8Array; width: number; format: ImageFormat }
export type ResizeAnswer =
  | { master: EncodedMaster }
  | { bytes: Uint8Array }
  | { refused: 'no picture' | 'too large' | 'broken' }

const WORKER = join(import.meta.dirname, 'resize-worker.ts')

/** Process that decodes uploads and draws sizes (`resize-worker.ts`). */
export class ResizeProcess extends WorkerProcess<ResizeJob, ResizeAnswer> {
  constructor() {
    super(WORKER)
  }
}
