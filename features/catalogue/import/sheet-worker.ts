// Runs as a process of its own, which `sheet-reader.ts` starts for each file and ends.

import { setPriority } from 'node:os'
import { isRefusal } from '#platform/kernel/refusal.ts'
import { readSheet } from './parse-csv.ts'
import { readWishes } from './read-rows.ts'
import type { SheetAnswer, SheetJob } from './sheet-reader.ts'

const ORDERS_COME_FIRST = 10

setPriority(ORDERS_COME_FIRST)

process.on('message', (job: SheetJob) => process.send!(answer(job)))

function answer({ file }: SheetJob): SheetAnswer {
  try {
    return { wishes: readWishes(readSheet(file)) }
  } catch (error) {
    // Anything else ends this process, and is told as what cannot be read.
    if (!isRefusal(error)) throw error
    return { refused: { code: error.code, message: error.message } }
  }
}
