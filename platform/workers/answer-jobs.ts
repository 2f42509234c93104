import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'

const ORDERS_COME_FIRST = 10

/** Answers the jobs that a `WorkerProcess` gives this process, one after the other. A job that throws ends it. */
export function answerJobs<Job, Answer>(answer: (job: Job) => Answer | Promise<Answer>): void {
  setPriority(ORDERS_COME_FIRST)
  // The parent sends one job after the other and ends this process, which also ends with its parent.
  process.on('message', async (job: Job) => {
    const answered = await answer(job)
    // For the next such process: this one may be ended as soon as it has answered.
    flushCompileCache()
    process.send!(answered)
  })
}
