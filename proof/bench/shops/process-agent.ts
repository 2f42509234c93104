// Loaded before the program of every measured process (`--import`), so that the programs themselves stay as they are.

export interface Memory {
  rssBytes: number
  /** Live memory after a collection, in the heap and outside of it. */
  liveBytes: number
}

const ANSWERS = {
  /** Milliseconds on the processor since the start, of all threads. */
  processor: (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
  memory: (): Memory => {
    globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    return { rssBytes: rss, liveBytes: heapUsed + external }
  },
}

export type Question = keyof typeof ANSWERS

process.on('message', (message) => {
  if (typeof message === 'string') process.send?.(ANSWERS[message as Question]())
})
// Nothing that is measured outlives the one who measures, however that one ended.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
