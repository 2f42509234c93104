import { mustStayActive } from '#features/accounts/index.ts'
import { getHeldOrder, storePayment } from '#features/orders/index.ts'
import { MAX_BATCH } from '#features/orders/model.ts'
import { type Db, inTransaction, type Tx } from '#platform/db/database.ts'
import { type AccountId, idIn, type OrderId } from '#platform/kernel/ids.ts'
import { invalidField } from '#platform/kernel/refusal.ts'
import type { PastedResult } from './contract.ts'
import type { PastedVerdict } from './model.ts'
import { orderNumbersIn, pastedVerdict } from './pasted-numbers.ts'
import { findPayments } from './queries.ts'

interface Pasting {
  /** Changes nothing, and says what would be paid. */
  isPreview: boolean
  by: AccountId
  onError: (error: unknown) => void
}

/**
 * Pays the delivered orders that a pasted list names, each in a transaction of its own, and says of every number what became
 * of it. Refuses (422) a list of more than `MAX_BATCH` numbers.
 */
export async function payPasted(
  db: Db,
  pasted: string,
  { isPreview, by, onError }: Pasting,
  now: Date,
): Promise<PastedResult[]> {
  const numbers = orderNumbersIn(pasted)
  if (numbers.length > MAX_BATCH)
    throw invalidField('numbers', 'too_many_numbers', `Collez ${MAX_BATCH} numéros au plus à la fois.`)
  const ids = numbers.map((number) => idIn<OrderId>(number))
  const found = await findPayments(
    db,
    ids.filter((id) => id !== null),
  )
  const verdicts = new Map<OrderId, PastedVerdict>()
  for (const [id, order] of found) verdicts.set(id, pastedVerdict(order))
  if (!isPreview)
    for (const id of [...found.keys()].toSorted((a, b) => a - b))
      if (verdicts.get(id) === 'payable') verdicts.set(id, await tryPay(db, id, { by, onError }, now))
  return numbers.map((number, index) => {
    const id = ids[index]!
    const order = id === null ? undefined : found.get(id)
    const isTwice = id !== null && ids.indexOf(id) < index
    const verdict = isTwice ? 'twice' : order ? verdicts.get(id!)! : 'unknown'
    return {
      number,
      id: order ? id : null,
      ok: verdict === 'paid' || verdict === 'payable',
      verdict,
      amount: order?.collected ?? null,
    }
  })
}

async function tryPay(
  db: Db,
  id: OrderId,
  { by, onError }: Pick<Pasting, 'by' | 'onError'>,
  now: Date,
): Promise<PastedVerdict> {
  try {
    return await inTransaction(db, (tx) => pay(tx, id, by, now))
  } catch (error) {
    onError(error)
    return 'failed'
  }
}

/** Pays an order, unless it was settled since it was looked at. Refuses (403) a banned account. */
async function pay(tx: Tx, id: OrderId, by: AccountId, now: Date): Promise<PastedVerdict> {
  await mustStayActive(tx, by)
  const verdict = pastedVerdict(await getHeldOrder(tx, id))
  if (verdict !== 'payable') return verdict
  await storePayment(tx, id, 'paid', now)
  return 'paid'
}
