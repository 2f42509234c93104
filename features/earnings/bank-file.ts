import { groupRib } from '#features/accounts/model.ts'
import type { Tx } from '#platform/db/database.ts'
import type { CsvCell } from '#platform/http/csv.ts'
import type { AccountId, WithdrawalId } from '#platform/kernel/ids.ts'
import { plus } from '#platform/kernel/money.ts'
import { findInvariantCheck, listTransfers, storeBankFile, type Transfer } from './queries.ts'
import { mustAllWait, mustHaveSoundBooks } from './rules.ts'

const HEAD = ['Nom', 'RIB', 'Montant (DH)', 'Motif']

/** A RIB behind a word: spreadsheets take 24 digits for a number, grouped or not, and round them to fifteen. */
export const ribCell = (digits: string | null): string => (digits === null ? '' : `RIB ${groupRib(digits)}`)

const cellsOf = ({ id, customId, name, rib, amount }: Transfer): CsvCell[] => [
  name,
  ribCell(rib),
  { amount },
  `Retrait ${id} ${customId}`,
]

/**
 * Makes the file from which the bank pays withdrawals that wait, the named ones or all (null), and logs who took it away.
 * Refuses (409) when one of the named ones is decided already, when nothing waits, and while a broken invariant of the books
 * names one of the accounts: what may not be approved may not be paid either.
 */
export async function makeBankFile(
  tx: Tx,
  ids: readonly WithdrawalId[] | null,
  by: AccountId,
  now: Date,
): Promise<CsvCell[][]> {
  const transfers = await listTransfers(tx, ids)
  mustAllWait(ids?.length ?? null, transfers.length)
  const broken = (await findInvariantCheck(tx))?.broken ?? []
  for (const { accountId } of transfers) mustHaveSoundBooks(accountId, broken)
  const amount = plus(...transfers.map((transfer) => transfer.amount))
  await storeBankFile(tx, { withdrawals: transfers.length, amount, madeAt: now, madeBy: by })
  return [HEAD, ...transfers.map(cellsOf)]
}
