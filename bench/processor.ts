import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second, whatever its kernel ticks in. */
const TICK_MS = 10

/**
 * Milliseconds on the processor, since their starts, of a process and all that it started, PostgreSQL left out. Linux
 * alone tells. What ended before the question is not in it.
 */
export function processorOfTree(root: number): number {
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
  const own = new Set([root])
  // Children are younger than their parents, but numbers begin again at 300: look until nothing is added.
  for (let before = 0; before !== own.size; ) {
    before = own.size
    for (const each of processes) if (own.has(each.parent) && each.program !== 'postgres') own.add(each.pid)
  }
  return processes.reduce((sum, each) => sum + (own.has(each.pid) ? each.ticks * TICK_MS : 0), 0)
}

interface RunningProcess {
  pid: number
  parent: number
  program: string
  ticks: number
}

function readProcess(pid: number): RunningProcess[] {
  try {
    return [{ pid, ...parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8')) }]
  } catch {
    // It ended while we looked.
    return []
  }
}

/** The program's name stands in brackets and may hold anything, brackets as well. */
export function parseStat(line: string): Omit<RunningProcess, 'pid'> {
  const program = line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'))
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return { program, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
}
