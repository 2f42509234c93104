import { useState } from 'react'
import { type WithdrawalResult, type WithdrawalRow, withdrawalResults } from '#features/earnings/contract.ts'
import { MAX_WITHDRAWALS } from '#features/earnings/model.ts'
import { isRibRecent } from '#features/earnings/rules.ts'
import type { WithdrawalId } from '#platform/kernel/ids.ts'
import { formatDirhams, plus } from '#platform/kernel/money.ts'
import { callApi } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { ExportButton } from '#web/list-kit/export/export-button.tsx'
import { StickyNotices } from '#web/list-kit/problem-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './withdrawals-admin.module.css'

export interface Selection {
  rows: readonly WithdrawalRow[]
  isWhole: boolean
  has: (row: WithdrawalRow) => boolean
  toggle: (row: WithdrawalRow) => void
  toggleAll: () => void
  clear: () => void
}

/** The selected withdrawals of the page. One that is decided or no longer shown is no longer selected. */
export function useSelection(selectable: readonly WithdrawalRow[]): Selection {
  const [marked, setMarked] = useState<ReadonlySet<WithdrawalId>>(new Set())
  const rows = selectable.filter(({ id }) => marked.has(id)).slice(0, MAX_WITHDRAWALS)
  const isWhole = rows.length > 0 && rows.length === selectable.length
  const mark = (chosen: readonly WithdrawalRow[]) => setMarked(new Set(chosen.map(({ id }) => id)))
  return {
    rows,
    isWhole,
    has: ({ id }) => marked.has(id),
    toggle: (row) => mark(marked.has(row.id) ? rows.filter(({ id }) => id !== row.id) : [...rows, row]),
    toggleAll: () => mark(isWhole ? [] : selectable),
    clear: () => mark([]),
  }
}

export const withdrawalsInWords = (count: number): string => (count === 1 ? '1 retrait' : `${count} retraits`)

const sumOf = (rows: readonly WithdrawalRow[]): string => formatDirhams(plus(...rows.map(({ amount }) => amount)))

const BANK_FILE = {
  path: '/api/admin/withdrawals/bank-file',
  file: 'virements.csv',
  label: 'Fichier pour la banque',
} as const

/** Saves the file from which the bank pays: the given withdrawals, or all that wait. */
export const BankFileButton = ({ ids }: { ids?: readonly WithdrawalId[] }) => (
  <ExportButton {...BANK_FILE} call={{ method: 'POST', body: ids ? { ids } : {} }} />
)

/** The actions for all selected withdrawals, at the foot of the screen; nothing while none is selected. */
export function SelectionBar({ selection, onApprove }: { selection: Selection; onApprove: () => void }) {
  const { rows, clear } = selection
  if (rows.length === 0) return null
  return (
    <section className={style.bar} aria-label="Retraits sélectionnés">
      <p className={style.chosen} role="status">
        {withdrawalsInWords(rows.length)}&nbsp;: <strong className={common.digits}>{sumOf(rows)}</strong>
      </p>
      <BankFileButton ids={rows.map(({ id }) => id)} />
      <Button size="small" onClick={onApprove}>
        Approuver la sélection
      </Button>
      <IconButton icon="close" label="Tout désélectionner" onClick={clear} />
    </section>
  )
}

interface ApproveSelectionProps {
  rows: readonly WithdrawalRow[]
  isOpen: boolean
  onClose: () => void
  /** Each row's result. */
  onDone: (results: readonly WithdrawalResult[]) => void
  onSettled: () => void
}

const MAX_REFERENCE = 100

/** Approves all selected withdrawals with one reference. */
export function ApproveSelectionDialog({ rows, isOpen, onClose, onDone, onSettled }: ApproveSelectionProps) {
  const form = useApiForm({
    fields: { reference: () => null },
    send: async ({ reference }) => {
      const body = { ids: rows.map(({ id }) => id), reference: reference || null }
      const { results } = await callApi('/api/admin/withdrawals/approve', {
        method: 'POST',
        body,
        answer: withdrawalResults,
      })
      onDone(results)
    },
    onSettled,
  })
  const now = new Date()
  const changed = rows.filter(({ ribChangedAt }) => isRibRecent(ribChangedAt, now))
  const missing = rows.filter(({ rib }) => rib === null)
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={`Approuver ${withdrawalsInWords(rows.length)}\u00A0?`}
      confirm="Approuver"
      failed="Les décisions n’ont pas été enregistrées"
    >
      <dl className={classes(common.tile, common.terms, style.facts)}>
        <div>
          <dt>Retraits</dt>
          <dd>{rows.length}</dd>
        </div>
        <div>
          <dt>Somme</dt>
          <dd className={common.digits}>{sumOf(rows)}</dd>
        </div>
      </dl>
      {changed.length > 0 && (
        <Notice tone="warn" title="RIB changé il y a moins d’une semaine">
          Appelez avant de payer&nbsp;: {namesOf(changed)}.
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice tone="warn">Sans RIB&nbsp;: {namesOf(missing)}. Convenez du versement avec chaque personne.</Notice>
      )}
      <p>C’est définitif, et chaque personne reçoit un e-mail qui lui annonce le virement.</p>
      <Field
        label="Référence du virement"
        hint="La même pour tous. Elle figure dans l’e-mail qui annonce le virement."
        optional
        {...form.field('reference')}
        data-autofocus
        autoComplete="off"
        enterKeyHint="done"
        maxLength={MAX_REFERENCE}
      />
    </FormDialog>
  )
}

const namesOf = (rows: readonly WithdrawalRow[]): string => rows.map(({ account }) => account.name).join(', ')

export interface FailedApproval {
  id: WithdrawalId
  name: string
  message: string
}

/** Lists the withdrawals of a selection that were not approved, each with its reason. */
export function FailedApprovals({ failed, onClose }: { failed: readonly FailedApproval[]; onClose: () => void }) {
  if (failed.length === 0) return null
  return (
    <StickyNotices onClose={onClose}>
      <Notice
        tone="danger"
        role="alert"
        title={`${withdrawalsInWords(failed.length)} ${failed.length > 1 ? 'n’ont pas été approuvés' : 'n’a pas été approuvé'}`}
      >
        <ul className={classes(common.stack, common.gap1)}>
          {failed.map(({ id, name, message }) => (
            <li key={id}>
              {name}&nbsp;: {message}
            </li>
          ))}
        </ul>
      </Notice>
    </StickyNotices>
  )
}
