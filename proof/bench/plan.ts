import { parseArgs } from 'node:util'
import { GROUPS, type Group } from './report/figures.ts'
import { SIZES, type Size } from './shops/shop-sizes.ts'

/** The scope and duration of one run. */
export interface Plan {
  groups: readonly Group[]
  rounds: number
  sizes: readonly Size[]
  /** Restricts growth to requests whose names contain this text. */
  screens: string
  memoryMinutes: number
  /** Beyond this the run gives up. */
  longestMinutes: number
}

/** Reads the command line. By default two sizes and three rounds. Throws on an unknown option or part. */
export function planOf(words: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...words],
    options: {
      full: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      only: { type: 'string' },
      screens: { type: 'string', default: '' },
    },
  })
  const { full, long, only } = values
  return {
    groups: only === undefined ? GROUPS : groupsOf(only),
    rounds: full ? 5 : 3,
    sizes: full ? SIZES : SIZES.slice(0, 2),
    screens: values.screens,
    memoryMinutes: long ? 10 : 1,
    longestMinutes: (full ? 40 : 20) + (long ? 10 : 0),
  }
}

function groupsOf(only: string): Group[] {
  const named = only.split(',')
  const unknown = named.find((name) => !GROUPS.some((group) => group === name))
  if (unknown !== undefined) throw new Error(`--only ${unknown}: there are ${GROUPS.join(', ')}`)
  return GROUPS.filter((group) => named.includes(group))
}
