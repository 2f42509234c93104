import { useMemo } from 'react'
import { type WithdrawalRow, withdrawalPage, withdrawalsToDecide } from '#features/earnings/contract.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { callApi } from '#web/api/api.ts'
import { DecisionDialog, type Verdict } from '#web/back-office/decision-dialog.tsx'
import { useDecisions } from '#web/back-office/use-decisions.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { type ApiAnswer, useApi } from '#web/forms/use-api.ts'
import { PER_PAGE, pageIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ListPage } from '#web/list-kit/list-page.tsx'
import { PagedList, reloadList } from '#web/list-kit/paged-list.tsx'
import { RequestFilters, requestFiltersCleared, requestFiltersIn, requestSortIn } from '#web/list-kit/request-list.tsx'
import { DECISION_LOOKS } from '#web/list-kit/states.ts'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { RecentRibNotice } from '#web/rib/recent-rib.tsx'
import { WholeRib } from '#web/rib/rib.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import tones from '#web/ui/tones.module.css'
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

const CARD = ['customId status', 'name amount', 'phone date', 'role rib', 'actions']

export default function WithdrawalsAdmin() {
  const address = useListAddress()
  const filters = requestFiltersIn(address)
  const sort = requestSortIn(address)
  const list = useWithdrawals(withQuery('/api/withdrawals', { ...pageIn(address), sort, ...filters }))
  const summary = useApi('/api/admin/withdrawals/summary', withdrawalsToDecide)
  const decisions = useDecisions<WithdrawalRow>()
  const reload = () => reloadList(async () => void (await Promise.all([list.reload(), summary.reload()])))

  const settle = async (verdict: Verdict, words: string) => {
    const row = decisions.open!.row
    try {
      await decide(row, verdict, words)
      decisions.settle(row, verdict)
      toast({ title: `Retrait ${DECISION_LOOKS[verdict].name.toLowerCase()}`, text: whatOf(row) })
    } finally {
      reload()
    }
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
      <PagedList
        answer={list}
        address={address}
        columns={withdrawalColumns(decisions)}
        rowKey={(row) => row.id}
        card={CARD}
        rowClassName={style.row}
        sorting={{ current: sort, linkTo: address.sortLink }}
        icon="coins"
        clearFilters={requestFiltersCleared(address)}
        texts={TEXTS}
      />
      <DecisionDialog
        request={decisions.open && { id: decisions.open.row.id, verdict: decisions.open.verdict }}
        what="ce retrait"
        hasReference
        onClose={decisions.cancel}
        decide={settle}
      >
        {decisions.open && <Facts {...decisions.open} />}
      </DecisionDialog>
    </ListPage>
  )
}

const whatOf = ({ account, amount }: WithdrawalRow): string => `${account.name}, ${formatDirhams(amount)}`

/** The wire names a page of withdrawals in its own way. */
function useWithdrawals(path: `/api/${string}`) {
  const answer = useApi(path, withdrawalPage)
  const data = useMemo(
    () => answer.data && { ...answer.data, last_page: answer.data.total_pages, per_page: PER_PAGE },
    [answer.data],
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
    <p className={classes(common.wrap, data.count === 0 ? tones.neutral : tones.warn, style.summary)}>
      <Icon name={data.count === 0 ? 'check-circle' : 'clock'} />
      {data.count === 0 ? (
        'Aucun retrait en attente'
      ) : (
        <span>
          {data.count === 1 ? '1 retrait' : `${data.count} retraits`} en attente&nbsp;:{' '}
          <span className={common.bold}>{formatDirhams(data.amount)}</span>
        </span>
      )}
    </p>
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
          ? 'C’est définitif, et la personne reçoit un e-mail qui lui annonce le virement.'
          : 'La somme redevient disponible, et la personne reçoit un e-mail avec le motif.'}
      </p>
    </>
  )
}
