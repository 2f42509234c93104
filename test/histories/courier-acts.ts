import { type Answer, type AsAdmin, pick } from './acts.ts'
import type { LineFault } from './courier-steps.ts'

/** Sends a table twice, as a page does: looked at, then applied with the digest of what was shown. */
async function sendTable(ask: AsAdmin, path: string, table: string, fields: Record<string, string> = {}) {
  const form = { ...fields, file: new Blob([table]) }
  const preview = await ask('POST', `${path}?preview=1`, undefined, form)
  if (preview.status !== 200) return { preview, applied: preview }
  return { preview, applied: await ask('POST', path, undefined, { ...form, digest: preview.json.digest }) }
}

let count = 0

/** A courier with a tariff. */
export async function addCourier(ask: AsAdmin, rows: readonly string[]): Promise<number> {
  const { courier } = (await ask('POST', '/api/admin/couriers', { name: `Livreur H${++count}` })).json
  const table = ['Ville;Prix (DH);Frais de refus;Frais de retour', ...rows].join('\n')
  const { applied } = await sendTable(ask, `/api/admin/couriers/${courier.id}/cities`, table)
  if (applied.status !== 200) throw new Error(`The tariff was refused: ${JSON.stringify(applied.json)}`)
  return courier.id
}

/** A file of a courier's words for orders. No two are the same file: a note makes the difference. */
export const sendWords = (ask: AsAdmin, courier: number, rows: readonly (readonly [number, string])[]) =>
  sendTable(
    ask,
    '/api/admin/parcels/statuses',
    ['Référence;Statut;Note', ...rows.map(([id, word]) => `${id};${word};${++count}`)].join('\n'),
    { courier_id: String(courier) },
  )

/** An order as a line of a statement needs it, in centimes. */
interface Payable {
  id: number
  amount: number
  fee: number
}

/** The amount and the fee of a line, in centimes. */
export function lineOf({ amount, fee }: Payable, fault: LineFault): { collected: number; fee: number } {
  switch (fault) {
    case 'none':
      return { collected: amount, fee }
    case 'short':
      return { collected: amount - 1_800, fee }
    case 'dear':
      return { collected: amount, fee: fee + 500 }
    case 'cost':
      return { collected: 0, fee: 500 }
    case 'taken back':
      return { collected: -amount, fee: -fee }
  }
}

/** The first line of every statement here belongs to no order: no two lists are the same. */
export const STRANGE_LINE = { collected: 500, fee: 100 }

export async function sendStatement(
  ask: AsAdmin,
  courier: number,
  lines: readonly (readonly [Payable, LineFault])[],
  lacks: number,
) {
  const reference = `R-${++count}`
  const written = lines.map(([order, fault]) => ({ id: order.id, ...lineOf(order, fault) }))
  const sum = [STRANGE_LINE, ...written].reduce((net, { collected, fee }) => net + collected - fee, 0)
  const received = Math.max(1, sum - lacks)
  const table = [
    'Suivi;N°;Montant;Frais',
    `X-${count};;${STRANGE_LINE.collected / 100};${STRANGE_LINE.fee / 100}`,
    ...written.map(({ id, collected, fee }) => `;${id};${collected / 100};${fee / 100}`),
  ].join('\n')
  const head = { courier_id: String(courier), reference, paid_on: '2026-11-14', received: (received / 100).toFixed(2) }
  return { ...(await sendTable(ask, '/api/admin/statements', table, head)), reference, received }
}

/** Decides about the lines that wait, first to last, until none waits or the choices are used up. */
export async function decideLines(ask: AsAdmin, id: number, choices: readonly number[]) {
  let { rows } = (await ask('GET', `/api/admin/statements/${id}`)).json
  const made: { row: number; decision: string; answer: Answer }[] = []
  for (const choice of choices) {
    const waiting = rows?.find((line: { decision: string | null }) => line.decision === null)
    if (!waiting) break
    const decision: string = pick(waiting.options as string[], choice)!
    const answer = await ask('PUT', `/api/admin/statements/${id}/lines/${waiting.row}`, { decision })
    made.push({ row: waiting.row, decision, answer })
    rows = answer.json?.rows
  }
  return made
}

/** Closes a statement, with its gap accepted where there is one. */
export async function closeStatement(ask: AsAdmin, id: number, claim_gap: boolean): Promise<Answer> {
  const { json } = await ask('GET', `/api/admin/statements/${id}`)
  const accept_gap = json?.totals?.gap ?? 0
  return ask('POST', `/api/admin/statements/${id}/close`, { accept_gap, reason: 'Le livreur arrondit', claim_gap })
}
