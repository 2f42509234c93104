import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { MAX_BATCH, ORDER_STATUSES, type OrderStatus, STATUS_NAMES } from '#features/orders/names.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { addresses } from '#web/addresses.ts'
import { ExportButton } from '#web/dashboard/export-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './order-bulk.module.css'
import { type BulkMoves, HELD_SECONDS, type HeldMove, outcomeInWords } from './order-bulk.ts'
import { ordersInWords } from './order-words.ts'

interface OrderBulkBarProps {
  selected: readonly OrderId[]
  onClear: () => void
  moves: BulkMoves
  onMove: (status: OrderStatus) => void
}

/** What can be done to the selected orders, at the foot of the screen; then what is about to be done, and its way back. */
export function OrderBulkBar({ selected, onClear, moves, onMove }: OrderBulkBarProps) {
  if (moves.held) return <HeldBar key={moves.held.ids.join()} move={moves.held} moves={moves} />
  if (moves.isSending)
    return (
      <div className={style.bar}>
        <p className={style.count}>Enregistrement…</p>
      </div>
    )
  if (selected.length === 0) return null
  return <SelectionBar selected={selected} onClear={onClear} onMove={onMove} />
}

function SelectionBar({ selected, onClear, onMove }: Omit<OrderBulkBarProps, 'moves'>) {
  const [status, setStatus] = useState('')
  return (
    <section className={style.bar} aria-label="Commandes sélectionnées">
      <p className={style.count} role="status">
        {ordersInWords(selected.length)} {selected.length > 1 ? 'sélectionnées' : 'sélectionnée'}
      </p>
      <form
        className={style.move}
        onSubmit={(event) => {
          event.preventDefault()
          if (status !== '') onMove(status as OrderStatus)
        }}
      >
        <Select
          size="small"
          aria-label="Nouveau statut des commandes sélectionnées"
          required
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        >
          <option value="">Nouveau statut…</option>
          {ORDER_STATUSES.map((each) => (
            <option key={each} value={each}>
              {STATUS_NAMES[each]}
            </option>
          ))}
        </Select>
        <Button type="submit" size="small" aria-disabled={status === ''}>
          Appliquer
        </Button>
      </form>
      <ExportButton
        path="/api/admin/orders/bons-de-livraison.pdf"
        file="bons-de-livraison.pdf"
        label="Bons de livraison (PDF)"
        icon="receipt"
        call={{ method: 'POST', body: { ids: selected.slice(0, MAX_BATCH) }, timeoutSeconds: 60 }}
      />
      <IconButton icon="close" label="Tout désélectionner" className={style.clear} onClick={onClear} />
    </section>
  )
}

function HeldBar({ move, moves }: { move: HeldMove; moves: BulkMoves }) {
  const undo = useRef<HTMLButtonElement>(null)
  const [seconds, setSeconds] = useState(HELD_SECONDS)
  useEffect(() => {
    undo.current?.focus({ preventScroll: true })
    const begin = performance.now()
    const clock = setInterval(() => {
      setSeconds(Math.max(0, HELD_SECONDS - Math.floor((performance.now() - begin) / 1000)))
    }, 200)
    return () => clearInterval(clock)
  }, [])
  const goes = move.ids.length > 1 ? 'passent' : 'passe'
  return (
    <section className={style.bar} aria-label="Changement en attente">
      <p className={style.count}>
        {ordersInWords(move.ids.length)} {goes} à «&nbsp;{STATUS_NAMES[move.status]}&nbsp;»{' '}
        <span className={style.seconds} aria-hidden="true">
          dans {seconds}&nbsp;s
        </span>
      </p>
      <div className={style.move}>
        <Button ref={undo} size="small" onClick={moves.undo}>
          Annuler
        </Button>
        <Button look="secondary" size="small" onClick={moves.sendNow}>
          Appliquer maintenant
        </Button>
      </div>
      <span className={style.clock} aria-hidden="true" />
    </section>
  )
}

/** What came of it: how many were moved, and why the others were not. */
export function OrderBulkOutcome({ moves }: { moves: BulkMoves }) {
  const { outcome, forgetOutcome } = moves
  if (!outcome) return null
  const isWhole = outcome.trouble === null && outcome.failures.length === 0
  return (
    <div className={style.outcome}>
      <Notice tone={isWhole ? 'ok' : 'danger'} title={outcomeInWords(outcome)}>
        {outcome.failures.length > 0 && (
          <ul className={style.failures}>
            {outcome.failures.map(({ id, message }) => (
              <li key={id}>
                <Link to={addresses.adminOrder(id)}>Commande {id}</Link>&nbsp;: {message}
              </li>
            ))}
          </ul>
        )}
      </Notice>
      <IconButton icon="close" label="Fermer" className={style.close} onClick={forgetOutcome} />
    </div>
  )
}
