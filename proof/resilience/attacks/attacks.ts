import { tryProven } from './by-tests.ts'
import { tryGenerated } from './generated.ts'
import { tryHeaders } from './headers.ts'
import { tryOverload } from './overload.ts'
import { trySlow } from './slow.ts'
import { trySpam } from './spam.ts'
import { tryTelling } from './user-enumeration.ts'
import type { Part, Promised } from '../verdict.ts'

const PARTS: readonly Part[] = [tryGenerated, trySlow, tryOverload, trySpam, tryTelling, tryHeaders, tryProven]

/** What strangers do to a shop, one after the other. */
export const tryAttacks: Part = async (folder) => {
  const rows: Promised[] = []
  for (const part of PARTS) rows.push(...(await part(folder)))
  return rows
}
