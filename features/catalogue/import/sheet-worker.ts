// Process of its own, which `sheet-reader.ts` starts for each file and ends.

import { isRefusal } from '#platform/kernel/refusal.ts'
import { answerJobs } from '#platform/workers/answer-jobs.ts'
import { readProductSheet } from './parse-csv.ts'
import { readProductRows } from './read-rows.ts'
import type { SheetAnswer, SheetJob } from './sheet-reader.ts'

answerJobs(answer)

function answer({ file }: SheetJob): SheetAnswer {
  try {
    return { file: readProductRows(readProductSheet(file)) }
  } catch (error) {
    // Any other error ends this process; its parent takes that for an unreadable file.
    if (!isRefusal(error)) throw error
    return { refused: { code: error.code, message: error.message } }
  }
}
