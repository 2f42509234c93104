import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { MAX_BATCH, ORDER_STATUSES, type OrderStatus, STATUS_NAMES } from '#features/orders/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { addresses } from '#web/addresses.ts'
import { ExportButton } from '#web/list-kit/export/export-button.tsx'
import { RunningOut, SecondsLeft } from '#web/list-kit/held/seconds-left.tsx'
import { StickyNotices } from '#web/list-kit/problem-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Select } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './order-bulk-bar.module.css'
import {
  type DelayedMove,
  type DelayedMoves,
  type MoveOutcome,
  moveInWords,
  outcomeInWords,
} from './order-delayed-moves.ts'
import { selectedInWords } from './order-words.ts'

interface OrderFootProps {
  moves: DelayedMoves
  /** The bar of the selected orders. */
  children?: ReactNode
}

/** The foot of the screen: moves that wait, each with its button to undo it. */
export function OrderFoot({ moves, children }: OrderFootProps) {
  return (
    <div className={style.foot}>
      {moves.waiting.length > 0 && (
        <section className={style.held} aria-label="Changement en attente">
          {moves.waiting.map((move) => (
            <DelayedMoveBar key={move.ids.join()} move={move} moves={moves} />
          ))}
        </section>
      )}
      {moves.isSending && (
        <div className={style.bar}>
          <p className={style.count}>Enregistrement…</p>
        </div>
      )}
      {children}
    </div>
  )
}

interface SelectionBarProps {
  selected: readonly OrderId[]
  onClear: () => void
  onMove: (status: OrderStatus) => void
}

/** The actions for all selected orders; renders nothing while none is selected. */
export function SelectionBar(props: SelectionBarProps) {
  return props.selected.length > 0 && <FilledSelectionBar {...props} />
}

function FilledSelectionBar({ selected, onClear, onMove }: SelectionBarProps) {
  const [status, setStatus] = useState('')
  return (
    <SelectedRows label="Commandes sélectionnées" count={selected.length} onClear={onClear}>
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
    </SelectedRows>
  )
}

interface SelectedRowsProps {
  label: string
  count: number
  onClear: () => void
  /** The acts on all that is selected. */
  children: ReactNode
}

/** The bar of selected orders: their count, the acts on all of them, the way out. */
export function SelectedRows({ label, count, onClear, children }: SelectedRowsProps) {
  return (
    <section className={style.bar} aria-label={label}>
      <p className={style.count} aria-live="polite">
        {selectedInWords(count)}
      </p>
      {children}
      <IconButton icon="close" label="Tout désélectionner" className={style.clear} onClick={onClear} />
    </section>
  )
}

function DelayedMoveBar({ move, moves }: { move: DelayedMove; moves: DelayedMoves }) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!move.leavesFocus) undo.current?.focus({ preventScroll: true })
  }, [move])
  return (
    <div className={style.bar}>
      <p className={style.count}>
        {moveInWords(move)} <SecondsLeft />
      </p>
      <div className={style.move}>
        <Button ref={undo} size="small" onClick={() => moves.undo(move)}>
          Annuler
        </Button>
        <Button look="secondary" size="small" onClick={() => moves.sendNow(move)}>
          Appliquer maintenant
        </Button>
      </div>
      <RunningOut />
    </div>
  )
}

/** Lists the moves that failed, with the reason for each order. */
export function MoveOutcomes({ moves: { outcomes, forgetOutcomes } }: { moves: DelayedMoves }) {
  if (outcomes.length === 0) return null
  return (
    <StickyNotices onClose={forgetOutcomes}>
      {outcomes.map((outcome) => (
        <Notice key={outcome.move.ids.join()} tone="danger" title={outcomeInWords(outcome)}>
          <Failures outcome={outcome} />
        </Notice>
      ))}
    </StickyNotices>
  )
}

function Failures({ outcome: { failures } }: { outcome: MoveOutcome }) {
  if (failures.length === 0) return null
  return (
    <ul className={classes(common.stack, common.gap1)}>
      {failures.map(({ id, message }) => (
        <li key={id}>
          <Link to={addresses.adminOrder(id)}>Commande {id}</Link>&nbsp;: {message}
        </li>
      ))}
    </ul>
  )
}
