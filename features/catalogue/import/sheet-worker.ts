// Process of its own, which `sheet-reader.ts` starts for each file and ends.

import { setPriority } from 'node:os'
import { isRefusal } from '#platform/kernel/refusal.ts'
import { readProductSheet } from './parse-csv.ts'
import { readProductRows } from './read-rows.ts'
import type { SheetAnswer, SheetJob } from './sheet-reader.ts'

const ORDERS_COME_FIRST = 10

setPriority(ORDERS_COME_FIRST)

process.on('message', (job: SheetJob) => process.send!(answer(job)))

function answer({ file }: SheetJob): SheetAnswer {
  try {
    return { file: readProductRows(readProductSheet(file)) }
  } catch (error) {
    // Any other error ends this process; its parent takes that for an unreadable file.
    if (!isRefusal(error)) throw error
    return { refused: { code: error.code, message: error.message } }
  }
}
