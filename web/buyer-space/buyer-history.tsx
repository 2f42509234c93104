import type { HistoryEntry } from '#features/buyer-space/contract.ts'
import type { HistoryKind } from '#features/buyer-space/model.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import type { ApiAnswer } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { useShownPage } from '#web/list-kit/paged-list.tsx'
import { type Listed, rangeOf } from '#web/list-kit/range-of.ts'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { DECISION_LOOKS, type StateLook } from '#web/list-kit/states.ts'
import { amountColumn } from '#web/list-kit/table/columns.tsx'
import { type Column, DataTable } from '#web/list-kit/table/data-table.tsx'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import style from './buyer.module.css'

const KINDS: Readonly<Record<HistoryKind, { name: string; icon: IconName }>> = {
  purchase: { name: 'Achat de stock', icon: 'box' },
  declaration: { name: 'Vente déclarée', icon: 'receipt' },
  sale: { name: 'Vente', icon: 'receipt' },
  withdrawal: { name: 'Retrait', icon: 'coins' },
}

/** Nobody decides on a sale: it is there once it is recorded. */
const RECORDED: StateLook = { name: 'Enregistrée', tone: 'info', icon: 'check-circle' }

const CARD = ['kind amount', 'date status', 'detail']

const COLUMNS: readonly Column<HistoryEntry>[] = [
  {
    id: 'kind',
    head: 'Opération',
    cell: ({ kind }) => (
      <span className={classes(common.strong, style.kind)}>
        <Icon name={KINDS[kind].icon} />
        {KINDS[kind].name}
      </span>
    ),
  },
  {
    id: 'date',
    head: 'Date',
    cell: ({ at }) => (
      <time className={classes(common.digits, style.date)} dateTime={at.toISOString()}>
        {formatMinute(at)}
      </time>
    ),
  },
  amountColumn('amount', 'Montant', ({ amount }) => amount),
  {
    id: 'status',
    head: 'Statut',
    cell: ({ status }) => <StateBadge look={status === null ? RECORDED : DECISION_LOOKS[status]} />,
  },
  { id: 'detail', head: 'Détail', cell: detailOf },
]

function detailOf({ reason, reference, note }: HistoryEntry): string | null {
  if (reason) return `Motif\u00A0: ${reason}`
  if (note) return note
  return reference && `Référence du virement\u00A0: ${reference}`
}

interface BuyerHistoryProps {
  answer: ApiAnswer<Listed<HistoryEntry>>
  address: ListAddress
}

const HEADING = 'historique'

/** Purchases, sales and withdrawals, the newest first; it comes with its first answer. */
export function BuyerHistory({ answer, address }: BuyerHistoryProps) {
  const { data: page, error, isLoading, reload } = answer
  useShownPage(page, isLoading, address, HEADING)
  return (
    <section className={common.stack} aria-labelledby={HEADING}>
      <div className={classes(common.wrap, style.historyHead)}>
        <h2 id={HEADING} tabIndex={-1}>
          Historique
        </h2>
        <p className={classes(common.hint, common.digits)} role="status">
          {statusOf(answer)}
        </p>
      </div>
      {error !== null && (
        <LoadFailed
          title="Votre historique n’a pas pu être chargé"
          error={error}
          isLoading={isLoading}
          onRetry={reload}
        />
      )}
      {page?.total === 0 ? (
        <EmptyState icon="receipt" title="Aucune opération pour le moment">
          <p>Vos achats de stock, vos ventes et vos retraits apparaîtront ici.</p>
        </EmptyState>
      ) : (
        page && (
          <DataTable
            label="Historique de vos opérations"
            columns={COLUMNS}
            rows={page.data}
            rowKey={({ kind, id }) => `${kind} ${id}`}
            card={CARD}
            isCardJustified
            rowClassName={style.row}
            isBusy={isLoading}
          />
        )
      )}
      {page && (
        <Pagination
          label="Pages de l’historique"
          current={page.current_page}
          last={page.last_page}
          linkTo={address.pageLink}
          shouldRevalidate={false}
        />
      )}
    </section>
  )
}

function statusOf({ data: page }: BuyerHistoryProps['answer']): string {
  if (!page || page.total === 0) return ''
  return page.last_page > 1 ? rangeOf(page) : `${page.total} au total`
}
