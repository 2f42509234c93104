import { type DeclarationRow, declarationPage } from '#features/buyers/contract.ts'
import { DECISION_NAMES } from '#features/buyers/model.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { callApi } from '#web/api/api.ts'
import { DecisionButtons, DecisionDialog, type Verdict } from '#web/back-office/decision-dialog.tsx'
import { type Decisions, useDecisions } from '#web/back-office/use-decisions.ts'
import { useApi } from '#web/forms/use-api.ts'
import { withQuery } from '#web/list-kit/list-api-query.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { reloadList } from '#web/list-kit/paged-list.tsx'
import { Moment, Strong } from '#web/list-kit/table/cells.tsx'
import { amountColumn } from '#web/list-kit/table/columns.tsx'
import { type Column, DataTable } from '#web/list-kit/table/data-table.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './buyer-admin.module.css'

const WAITING = withQuery('/api/admin/sale-declarations', { status: DECISION_NAMES.pending, per_page: '100' })

const columns = (decisions: Decisions<DeclarationRow>): readonly Column<DeclarationRow>[] => [
  { id: 'buyer', head: 'Acheteur', width: 'text', cell: ({ buyer }) => <Strong>{buyer.name}</Strong> },
  { id: 'customId', head: 'Identifiant', cell: ({ buyer }) => buyer.customId },
  amountColumn('amount', 'Montant vendu', ({ amount }) => amount),
  { id: 'note', head: 'Note', width: 'long', cell: ({ note }) => <span dir="auto">{note}</span> },
  { id: 'date', head: 'Déclarée le', cell: ({ declaredAt }) => <Moment at={declaredAt} /> },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (row) => (
      <DecisionButtons what={`la vente de ${row.buyer.name}`} onAsk={(verdict) => decisions.ask(row, verdict)} />
    ),
  },
]

const CARD = ['buyer amount', 'customId date', 'note', 'actions']

const decide = ({ id }: DeclarationRow, verdict: Verdict, reason: string): Promise<void> =>
  verdict === 'approved'
    ? callApi(`/api/admin/sale-declarations/${id}/approve`, { method: 'PUT' })
    : callApi(`/api/admin/sale-declarations/${id}/reject`, { method: 'PUT', body: { reason } })

/** The sales that buyers declared and nobody has decided; nothing while there are none. */
export function DeclaredSales({ onDecided }: { onDecided: () => void }) {
  const { data, error, isLoading, reload } = useApi(WAITING, declarationPage)
  const decisions = useDecisions<DeclarationRow>({
    decide: async (...decision) => {
      await decide(...decision)
      onDecided()
    },
    toastOf: ({ buyer, amount }, verdict) => ({
      title: verdict === 'approved' ? 'Vente enregistrée' : 'Vente refusée',
      text: `${buyer.name}, ${formatDirhams(amount)}`,
    }),
    onSettled: () => reloadList(reload),
  })
  const { open } = decisions

  if (!data && error !== null)
    return (
      <LoadFailed
        title="Les ventes déclarées n’ont pas pu être chargées"
        error={error}
        isLoading={isLoading}
        onRetry={reload}
      />
    )
  const waiting = (data?.data ?? []).filter((row) => decisions.statusOf(row) === 'pending')
  return (
    <>
      {data && waiting.length > 0 && (
        <section className={classes(common.stack, common.gap3)} aria-labelledby="ventes-declarees">
          <h2 id="ventes-declarees" className={style.declared}>
            Ventes déclarées à traiter <span className={classes(common.quiet, common.digits)}>{data.total}</span>
          </h2>
          <DataTable
            label="Ventes déclarées à traiter"
            columns={columns(decisions)}
            rows={waiting}
            rowKey={({ id }) => id}
            card={CARD}
            density="compact"
            isBusy={isLoading}
          />
        </section>
      )}
      <DecisionDialog {...decisions.dialog} what="cette vente déclarée">
        {open && (
          <>
            <p>
              <strong>{formatDirhams(open.row.amount)}</strong> vendus par {open.row.buyer.name}.
            </p>
            {open.row.note && <p dir="auto">{open.row.note}</p>}
            <p>
              {open.verdict === 'approved'
                ? 'C’est définitif\u00A0: la vente est enregistrée aussitôt, et un e-mail l’annonce.'
                : `Rien n’est enregistré, et ${open.row.buyer.name} reçoit un e-mail avec le motif.`}
            </p>
          </>
        )}
      </DecisionDialog>
    </>
  )
}
