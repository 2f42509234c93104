import type { Trial, Verdict } from '../verdict.ts'
import { tryByTests } from './by-tests.ts'
import { tryGenerated } from './generated.ts'
import { tryHeaders } from './headers.ts'
import { tryOverload } from './overload.ts'
import { trySlow } from './slow.ts'
import { trySpam } from './spam.ts'
import { tryUserEnumeration } from './user-enumeration.ts'

const ATTACKS: readonly Trial[] = [
  tryGenerated,
  trySlow,
  tryOverload,
  trySpam,
  tryUserEnumeration,
  tryHeaders,
  tryByTests,
]

/** All attacks of strangers on a shop, one after the other. */
export const tryAttacks: Trial = async (folder) => {
  const rows: Verdict[] = []
  for (const part of ATTACKS) rows.push(...(await part(folder)))
  return rows
}
