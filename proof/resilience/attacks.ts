import { tryProven } from './attacks/delegated.ts'
import { tryGenerated } from './attacks/generated.ts'
import { tryHeaders } from './attacks/headers.ts'
import { tryOverload } from './attacks/overload.ts'
import { trySlow } from './attacks/slow.ts'
import { trySpam } from './attacks/spam.ts'
import { tryTelling } from './attacks/user-enumeration.ts'
import type { Part, Promised } from './promised.ts'

const PARTS: readonly Part[] = [tryGenerated, trySlow, tryOverload, trySpam, tryTelling, tryHeaders, tryProven]

/** What strangers do to a shop, one after the other. */
export const tryAttacks: Part = async (folder) => {
  const rows: Promised[] = []
  for (const part of PARTS) rows.push(...(await part(folder)))
  return rows
}
