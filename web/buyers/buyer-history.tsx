import { useState } from 'react'
import type { HistoryEntry } from '#features/dashboards/contract.ts'
import type { HistoryKind } from '#features/dashboards/names.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { type Column, DataTable } from '#web/dashboard/data-table.tsx'
import { LoadFailed } from '#web/dashboard/load-failed.tsx'
import { StateBadge } from '#web/dashboard/state-badge.tsx'
import { DECISION_LOOKS, type StateLook } from '#web/dashboard/states.ts'
import type { Answer } from '#web/dashboard/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import style from './buyer.module.css'

const SHOWN_AT_ONCE = 20

const KINDS: Readonly<Record<HistoryKind, { name: string; icon: IconName }>> = {
  purchase: { name: 'Achat de stock', icon: 'box' },
  sale: { name: 'Vente', icon: 'receipt' },
  withdrawal: { name: 'Retrait', icon: 'coins' },
}

/** Nobody decides on a sale: it is there once it is recorded. */
const RECORDED: StateLook = { name: 'Enregistrée', tone: 'info', icon: 'check-circle' }

const COLUMNS: readonly Column<HistoryEntry>[] = [
  {
    id: 'kind',
    head: 'Opération',
    cell: ({ kind }) => (
      <span className={style.kind}>
        <Icon name={KINDS[kind].icon} />
        {KINDS[kind].name}
      </span>
    ),
  },
  {
    id: 'date',
    head: 'Date',
    cell: ({ at }) => (
      <time className={style.date} dateTime={at.toISOString()}>
        {formatMinute(at)}
      </time>
    ),
  },
  {
    id: 'amount',
    head: 'Montant',
    isNumber: true,
    cell: ({ amount }) => <Price amount={amount} className={style.sum} />,
  },
  {
    id: 'status',
    head: 'Statut',
    cell: ({ status }) => <StateBadge look={status === null ? RECORDED : DECISION_LOOKS[status]} />,
  },
  { id: 'detail', head: 'Détail', cell: detailOf },
]

function detailOf({ reason, reference }: HistoryEntry): string | null {
  if (reason) return `Motif\u00A0: ${reason}`
  return reference && `Référence du virement\u00A0: ${reference}`
}

/** Purchases, sales and withdrawals, the newest first. */
export function BuyerHistory({ answer }: { answer: Answer<HistoryEntry[]> }) {
  const { data: history, error, isLoading, reload } = answer
  const [limit, setLimit] = useState(SHOWN_AT_ONCE)
  const shown = history?.slice(0, limit) ?? null
  const more = history ? history.length - limit : 0
  return (
    <section className={style.history} aria-labelledby="historique">
      <div className={style.historyHead}>
        <h2 id="historique">Historique</h2>
        <p role="status">{statusOf(answer, shown?.length ?? 0)}</p>
      </div>
      {error !== null && (
        <LoadFailed
          title="Votre historique n’a pas pu être chargé"
          error={error}
          isLoading={isLoading}
          onRetry={reload}
        />
      )}
      {history?.length === 0 ? (
        <EmptyState icon="receipt" title="Aucune opération pour le moment">
          <p>Vos achats de stock, vos ventes et vos retraits apparaîtront ici.</p>
        </EmptyState>
      ) : (
        (history || error === null) && (
          <DataTable
            label="Historique de vos opérations"
            columns={COLUMNS}
            rows={shown}
            rowKey={({ kind, id }) => `${kind} ${id}`}
            rowClassName={style.row}
            isBusy={isLoading}
          />
        )
      )}
      {more > 0 && (
        <Button look="secondary" className={style.more} onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
          {`Afficher ${Math.min(more, SHOWN_AT_ONCE)} de plus`}
        </Button>
      )}
    </section>
  )
}

function statusOf({ data, error }: Answer<HistoryEntry[]>, shown: number): string {
  if (!data) return error === null ? 'Chargement de l’historique…' : ''
  return data.length === 0 ? '' : shown < data.length ? `1–${shown} sur ${data.length}` : `${data.length} au total`
}
