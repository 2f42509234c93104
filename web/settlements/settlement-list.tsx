import { Link } from 'react-router'
import { dueAnswer, type StatementHead, statementPage } from '#features/settlements/contract.ts'
import { atLeastZero, formatDirhams, minus, ZERO } from '#platform/kernel/money.ts'
import { formatDay } from '#platform/kernel/time.ts'
import { addresses } from '#web/addresses.ts'
import { useApi } from '#web/forms/use-api.ts'
import { pageIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ListPage } from '#web/list-kit/list-page.tsx'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { PagedList } from '#web/list-kit/paged-list.tsx'
import { CellLink, Strong, WithNote } from '#web/list-kit/table/cells.tsx'
import { amountColumn } from '#web/list-kit/table/columns.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import common from '#web/ui/common.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Due } from './due.tsx'
import { OpenClaims } from './open-claims.tsx'
import style from './settlements.module.css'

const TEXTS = {
  list: 'Relevés',
  pages: 'Pages des relevés',
  loading: 'Chargement des relevés…',
  failed: 'Les relevés n’ont pas pu être chargés',
  nothingYet: {
    title: 'Aucun relevé pour le moment',
    text: 'Quand un livreur vous paie, saisissez son relevé\u00A0: chaque ligne est vérifiée, puis les commandes sont payées ensemble.',
  },
  nothingMatches: { title: 'Aucun relevé', text: 'Aucun relevé ne correspond.' },
}

const COLUMNS: readonly Column<StatementHead>[] = [
  {
    id: 'reference',
    head: 'Relevé',
    isPinned: true,
    lines: 2,
    cell: ({ id, reference, courier }) => (
      <WithNote note={courier.name}>
        <CellLink to={`${addresses.admin.settlements}/${id}`}>
          <Strong>{reference}</Strong>
        </CellLink>
      </WithNote>
    ),
  },
  { id: 'paid', head: 'Versé le', cell: ({ paidOn }) => formatDay(paidOn) },
  { id: 'lines', head: 'Lignes', isNumber: true, cell: ({ lines }) => lines },
  amountColumn('received', 'Reçu', ({ received }) => received),
  { id: 'gap', head: 'Écart', isNumber: true, cell: gapInWords },
  {
    id: 'state',
    head: 'État',
    cell: ({ closedAt }) =>
      closedAt ? (
        <Badge tone="ok" icon="check">
          clos
        </Badge>
      ) : (
        <Badge tone="warn" icon="clock">
          ouvert
        </Badge>
      ),
  },
]

/** `418,00 DH en moins`, *aucun*. */
function gapInWords({ net, received, acceptedGap }: StatementHead) {
  const gap = acceptedGap ?? minus(net, received)
  if (gap === ZERO) return <span className={common.faint}>aucun</span>
  return gap > ZERO ? `${formatDirhams(gap)} en moins` : `${formatDirhams(atLeastZero(minus(ZERO, gap)))} en trop`
}

const CARD = ['reference state', 'paid lines', 'received gap']

/**
 * Statements that somebody has begun to check, before anything else: the list of all stands below a courier's money, and an old
 * one on a later page of it.
 */
function OpenStatements() {
  const { data } = useApi('/api/admin/statements?open=1&per_page=100', statementPage)
  if (!data || data.total === 0) return null
  return (
    <Notice tone="warn" title={data.total > 1 ? `${data.total} relevés à clore` : '1 relevé à clore'}>
      <ul className={style.open} aria-label="Relevés à clore">
        {data.data.map(({ id, reference, courier, lines }) => (
          <li key={id}>
            <Link to={`${addresses.admin.settlements}/${id}`}>{reference}</Link>, {courier.name}, {lines}{' '}
            {lines > 1 ? 'lignes' : 'ligne'}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Money that couriers have, what they are asked for, and their statements. */
export function SettlementList() {
  const address = useListAddress()
  const due = useApi('/api/admin/settlements/due', dueAnswer)
  const statements = useApi(withQuery('/api/admin/statements', pageIn(address)), statementPage)
  return (
    <ListPage>
      <OpenStatements />
      <section className={common.stack} aria-labelledby="dehors">
        <div className={style.head}>
          <h2 id="dehors">L’argent dehors</h2>
          <ButtonLink to={`${addresses.admin.settlements}/nouveau`} icon="plus" size="small">
            Nouveau relevé
          </ButtonLink>
        </div>
        {due.error !== null && (
          <LoadFailed
            title="L’argent dehors n’a pas pu être chargé"
            error={due.error}
            isLoading={due.isLoading}
            onRetry={due.reload}
          />
        )}
        {!due.data && due.error === null && <Skeleton shape="block" className={style.waiting} />}
        {due.data && <Due couriers={due.data.couriers} />}
      </section>
      <OpenClaims onSettled={due.reload} />
      <div className={common.stack}>
        <h2>Relevés</h2>
        <PagedList
          answer={statements}
          address={address}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          card={CARD}
          icon="receipt"
          clearFilters={null}
          texts={TEXTS}
        />
      </div>
    </ListPage>
  )
}
