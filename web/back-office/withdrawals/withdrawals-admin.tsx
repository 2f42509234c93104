import { useMemo, useState } from 'react'
import { waiting as waitingWithdrawals } from '#features/back-office/contract.ts'
import { type WithdrawalResult, type WithdrawalRow, withdrawalPage } from '#features/earnings/contract.ts'
import type { WithdrawalId } from '#platform/kernel/ids.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { callApi } from '#web/api/api.ts'
import { DecisionDialog, type Verdict } from '#web/back-office/decision-dialog.tsx'
import { useDecisions } from '#web/back-office/use-decisions.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { type ApiAnswer, useApi } from '#web/forms/use-api.ts'
import { clearing, pageIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ListPage } from '#web/list-kit/list-page.tsx'
import { PagedList, reloadList } from '#web/list-kit/paged-list.tsx'
import { RequestFilters, requestFiltersIn, requestSortIn } from '#web/list-kit/request-filters.tsx'
import { useRowsPerPage } from '#web/list-kit/rows-per-page.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { RecentRibNotice } from '#web/rib/recent-rib.tsx'
import { WholeRib } from '#web/rib/rib.tsx'
import { SelectAllCheckbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  ApproveSelectionDialog,
  BankFileButton,
  type FailedApproval,
  FailedApprovals,
  SelectionBar,
  useSelection,
  withdrawalsInWords,
} from './withdrawal-selection.tsx'
import style from './withdrawals-admin.module.css'
import { ROLE_WORDS, withdrawalColumns } from './withdrawals-admin-columns.tsx'

export const handle: AdminPage = { title: 'Tableau de bord - Retraits' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Liste des retraits',
  pages: 'Pages des retraits',
  loading: 'Chargement des retraits…',
  failed: 'Les retraits n’ont pas pu être chargés',
  nothingYet: {
    title: 'Aucun retrait pour le moment',
    text: 'Les demandes des fournisseurs et des acheteurs apparaîtront ici.',
  },
  nothingMatches: {
    title: 'Aucun retrait ne correspond',
    text: 'Choisissez un autre statut ou vérifiez le nom, l’identifiant ou le téléphone cherché.',
  },
}

/** Buyers' withdrawals are approved by a call of their own. */
async function decide({ id, account }: WithdrawalRow, verdict: Verdict, words: string): Promise<void> {
  if (verdict === 'refused')
    return callApi(`/api/admin/withdrawals/${id}/reject`, { method: 'POST', body: { reason: words } })
  const body = { reference: words || null }
  return account.role === 'buyer'
    ? callApi(`/api/admin/buyer/approve-withdrawal/${id}`, { method: 'PUT', body })
    : callApi(`/api/admin/withdrawals/${id}/approve`, { method: 'POST', body })
}

const CARD = ['customId status', 'name amount', 'date rib', 'actions']

export default function WithdrawalsAdmin() {
  const address = useListAddress()
  const filters = requestFiltersIn(address)
  const sort = requestSortIn(address)
  const rowsPerPage = useRowsPerPage()
  const { rows } = rowsPerPage
  const list = useWithdrawals(withQuery('/api/withdrawals', { ...pageIn(address, rows), sort, ...filters }), rows)
  const summary = useApi('/api/admin/withdrawals/summary', waitingWithdrawals)
  const reload = () => reloadList(async () => void (await Promise.all([list.reload(), summary.reload()])))
  const decisions = useDecisions<WithdrawalRow>({
    decide,
    toastOf: ({ account, amount }, verdict) => ({
      title: verdict === 'approved' ? 'Retrait approuvé' : 'Retrait refusé',
      text: `${account.name}, ${formatDirhams(amount)}`,
    }),
    onSettled: reload,
  })
  const waiting = (list.data?.data ?? []).filter((row) => decisions.statusOf(row) === 'pending')
  const selection = useSelection(waiting)
  const [isApproving, setApproving] = useState(false)
  const [failed, setFailed] = useState<readonly FailedApproval[]>([])

  const settleSelection = (results: readonly WithdrawalResult[]) => {
    const rowOf = (id: WithdrawalId) => selection.rows.find((row) => row.id === id)
    const approved = results.filter(({ ok }) => ok)
    for (const { id } of approved) decisions.settle(rowOf(id)!, 'approved')
    setFailed(
      results.filter(({ ok }) => !ok).map(({ id, message = '' }) => ({ id, name: rowOf(id)!.account.name, message })),
    )
    setApproving(false)
    selection.clear()
    if (approved.length > 0)
      toast({ title: `${withdrawalsInWords(approved.length)} ${approved.length > 1 ? 'approuvés' : 'approuvé'}` })
  }

  return (
    <ListPage>
      <Summary answer={summary} />
      <RequestFilters
        address={address}
        label="Filtrer les retraits"
        searchLabel="Recherche par nom"
        exported={{ path: withQuery('/api/admin/withdrawals.csv', { ...filters }), file: 'retraits.csv' }}
      />
      <FailedApprovals failed={failed} onClose={() => setFailed([])} />
      <PagedList
        density="compact"
        rowsPerPage={rowsPerPage}
        tools={
          waiting.length > 0 && (
            <SelectAllCheckbox
              checked={selection.isWhole}
              isPartial={selection.rows.length > 0 && !selection.isWhole}
              onChange={selection.toggleAll}
            >
              Tout sélectionner
            </SelectAllCheckbox>
          )
        }
        answer={list}
        address={address}
        columns={withdrawalColumns(decisions, selection)}
        rowKey={(row) => row.id}
        card={CARD}
        sorting={{ current: sort, linkTo: address.sortLink }}
        icon="coins"
        clearFilters={clearing(address, filters)}
        texts={TEXTS}
      />
      <DecisionDialog {...decisions.dialog} what="ce retrait" hasReference>
        {decisions.open && <Facts {...decisions.open} />}
      </DecisionDialog>
      <ApproveSelectionDialog
        rows={selection.rows}
        isOpen={isApproving}
        onClose={() => setApproving(false)}
        onDone={settleSelection}
        onSettled={reload}
      />
      <SelectionBar selection={selection} onApprove={() => setApproving(true)} />
    </ListPage>
  )
}

/** The wire names a page of withdrawals in its own way. */
function useWithdrawals(path: `/api/${string}`, rows: number) {
  const answer = useApi(path, withdrawalPage)
  const data = useMemo(
    () => answer.data && { ...answer.data, last_page: answer.data.total_pages, per_page: rows },
    [answer.data, rows],
  )
  return { ...answer, data }
}

function Summary({
  answer: { data },
}: {
  answer: ApiAnswer<{ count: number; amount: Parameters<typeof formatDirhams>[0] }>
}) {
  if (!data) return null
  return (
    <div className={classes(common.wrap, style.summary)}>
      <p>
        {data.count === 0 ? (
          'Aucun retrait en attente'
        ) : (
          <>
            {withdrawalsInWords(data.count)} en attente&nbsp;:{' '}
            <strong className={common.digits}>{formatDirhams(data.amount)}</strong>
          </>
        )}
      </p>
      {data.count > 0 && <BankFileButton />}
    </div>
  )
}

/** Recipient, amount and account of the transfer. */
function Facts({ row: { account, amount, rib, ribChangedAt }, verdict }: { row: WithdrawalRow; verdict: Verdict }) {
  return (
    <>
      <dl className={classes(common.tile, common.terms, style.facts)}>
        <div>
          <dt>{ROLE_WORDS[account.role]}</dt>
          <dd>
            {account.name}{' '}
            <span className={classes(common.quiet, common.nowrap, style.customId)}>{account.customId}</span>
          </dd>
        </div>
        <div>
          <dt>Montant</dt>
          <dd>{formatDirhams(amount)}</dd>
        </div>
        {rib !== null && verdict === 'approved' && (
          <div className={style.rib}>
            <dt>RIB</dt>
            <dd>
              <WholeRib rib={rib} owner={account.name} />
            </dd>
          </div>
        )}
      </dl>
      {verdict === 'approved' && <RecentRibNotice changedAt={ribChangedAt} />}
      {rib === null && verdict === 'approved' && (
        <Notice tone="warn">Aucun RIB n’est enregistré&nbsp;: convenez du versement avec la personne.</Notice>
      )}
      <p>
        {verdict === 'approved'
          ? `C’est définitif, et ${account.name} reçoit un e-mail qui lui annonce le virement.`
          : `La somme redevient disponible, et ${account.name} reçoit un e-mail avec le motif.`}
      </p>
    </>
  )
}
