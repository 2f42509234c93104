// Loaded before the program of every measured process (`--import`), so that the programs themselves stay as they are.

export interface Usage {
  /** Time on the processor since the start, of all threads. */
  cpuMs: number
  rssBytes: number
  /** What is alive after a collection. */
  heapBytes: number
}

export const ASK_USAGE = 'usage'

process.on('message', (message) => {
  if (message !== ASK_USAGE) return
  const { user, system } = process.cpuUsage()
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ cpuMs: (user + system) / 1000, rssBytes: rss, heapBytes: heapUsed } satisfies Usage)
})

// Nothing that is measured outlives the one who measures, however that one ended.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
