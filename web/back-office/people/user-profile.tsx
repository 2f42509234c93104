import { type ReactNode, useId } from 'react'
import { useParams } from 'react-router'
import { type SupplierProfile, supplierOrderPage, supplierProfile } from '#features/back-office/people/contract.ts'
import type { SupplierOrder } from '#features/supplier-space/contract.ts'
import { isAnonymised } from '#platform/kernel/anonymised.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { ApiError } from '#web/api/api.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { pageIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { PagedList } from '#web/list-kit/paged-list.tsx'
import { useRowsPerPage } from '#web/list-kit/rows-per-page.tsx'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { DECISION_LOOKS, lookOfStatus, PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import { CellLink, Email, Moment, Nothing, Phone } from '#web/list-kit/table/cells.tsx'
import { type Column, DataTable } from '#web/list-kit/table/data-table.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './client-person.module.css'
import { UserButtons, UserDialogs, UserProblem, useUserActs } from './user-acts.tsx'
import profile from './user-profile.module.css'

export const handle: AdminPage = { title: 'Fournisseur' }

export const meta = () => adminMeta(handle)

/** Number 0 is nobody's: it stands for an address without a number. */
const pathOf = (id = ''): `/api/${string}` => `/api/admin/suppliers/${/^\d+$/.test(id) ? id : '0'}`

/** A supplier as it sees itself, and what an admin does about it. */
export default function UserProfile() {
  const path = pathOf(useParams().id)
  return <ProfileAt key={path} path={path} />
}

function ProfileAt({ path }: { path: `/api/${string}` }) {
  const { data, error, isLoading, reload } = useApi(path, supplierProfile)
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        icon="search"
        title="Ce fournisseur n’existe pas"
        action={
          <ButtonLink look="secondary" icon="arrow-left" to={addresses.admin.users}>
            Voir tous les fournisseurs
          </ButtonLink>
        }
      >
        <p>Vérifiez l’adresse, ou cherchez-le dans la liste.</p>
      </EmptyState>
    )
  return (
    <div className={classes(common.stack, common.gap5)}>
      {error !== null && (
        <LoadFailed title="Le profil n’a pas pu être chargé" error={error} isLoading={isLoading} onRetry={reload} />
      )}
      {data ? <Loaded found={data} reload={reload} /> : error === null && <Loading />}
    </div>
  )
}

function Loaded({ found, reload }: { found: SupplierProfile; reload: () => Promise<void> }) {
  const acts = useUserActs(() => void reload())
  return (
    <>
      <UserProblem acts={acts} />
      <div className={style.head}>
        <Person found={found} />
        <UserButtons supplier={found.supplier} acts={acts} />
      </div>
      <Figures found={found} />
      <Orders id={found.supplier.id} />
      <Withdrawals found={found} />
      <UserDialogs acts={acts} />
    </>
  )
}

function Person({ found: { supplier, promoCode, rib } }: { found: SupplierProfile }) {
  const { name, customId, phone, email, address, grade, createdAt, isBanned } = supplier
  return (
    <div className={classes(common.stack, common.gap2)}>
      <h2 className={style.name}>
        <bdi>{name}</bdi> <span className={classes(common.quiet, profile.customId)}>{customId}</span>{' '}
        {isBanned && (
          <Badge tone="danger" icon="lock">
            Banni
          </Badge>
        )}
      </h2>
      {!isAnonymised(supplier) && (
        <p className={profile.contact}>
          <Phone digits={phone} /> <Email address={email} /> <bdi>{address}</bdi>
        </p>
      )}
      <dl className={classes(common.terms, profile.facts)}>
        <Fact name="Grade">{grade}</Fact>
        <Fact name="Code promo">{promoCode ?? <Nothing />}</Fact>
        <Fact name="RIB">{rib ?? 'Non renseigné'}</Fact>
        <Fact name="Inscription">
          <Moment at={createdAt} />
        </Fact>
      </dl>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className={common.digits}>{children}</dd>
  </div>
)

function Figures({ found: { supplier, stats } }: { found: SupplierProfile }) {
  const { orders, deliveryRate, lastOrderAt } = supplier
  return (
    <dl className={classes(common.terms, profile.figures)}>
      <Fact name="Commandes">{formatInteger(orders)}</Fact>
      <Fact name="En attente">{formatInteger(stats.pending)}</Fact>
      <Fact name="Livrées">
        {formatInteger(stats.delivered)}
        {deliveryRate !== null && <span className={common.quiet}> · {deliveryRate}&nbsp;%</span>}
      </Fact>
      <Fact name="Annulées">{formatInteger(stats.cancelled)}</Fact>
      <Fact name="Dernière commande">{lastOrderAt ? <Moment at={lastOrderAt} /> : <Nothing />}</Fact>
      <Fact name="Chiffre d’affaires">{formatDirhams(stats.revenue)}</Fact>
      <Fact name="Gains">{formatDirhams(stats.gains)}</Fact>
      <Fact name="Gains livrés">{formatDirhams(stats.deliveredGains)}</Fact>
      <Fact name="Disponible">{formatDirhams(stats.withdrawable)}</Fact>
      <Fact name="Retiré">{formatDirhams(stats.withdrawn)}</Fact>
    </dl>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={classes(common.stack, common.gap2)} aria-labelledby={heading}>
      <h3 id={heading} className={style.title}>
        {title}
      </h3>
      {children}
    </section>
  )
}

const ORDER_COLUMNS: readonly Column<SupplierOrder>[] = [
  {
    id: 'id',
    head: 'Commande',
    isPinned: true,
    cell: ({ id }) => (
      <CellLink to={addresses.adminOrder(id)}>
        <span className="visually-hidden">Commande </span>
        <span className={classes(common.strong, common.digits)}>{id}</span>
      </CellLink>
    ),
  },
  { id: 'date', head: 'Date', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { id: 'client', head: 'Client', width: 'text', cell: ({ recipient }) => <bdi>{recipient.name}</bdi> },
  { id: 'city', head: 'Ville', width: 'text', cell: ({ recipient }) => recipient.city },
  { id: 'total', head: 'Total', isNumber: true, cell: ({ collected }) => <Price amount={collected} /> },
  { id: 'gain', head: 'Gain', isNumber: true, cell: ({ gain }) => <Price amount={gain} className={common.strong} /> },
  { id: 'payment', head: 'Paiement', cell: ({ payment }) => <StateBadge look={PAYMENT_LOOKS[payment]} /> },
  { id: 'status', head: 'Statut', cell: ({ status }) => <StateBadge look={lookOfStatus(status)} /> },
]

const ORDER_TEXTS = {
  list: 'Commandes du fournisseur',
  pages: 'Pages des commandes',
  loading: 'Chargement des commandes…',
  failed: 'Les commandes n’ont pas pu être chargées',
  nothingYet: { title: 'Aucune commande pour le moment', text: 'Sa première commande apparaîtra ici.' },
  nothingMatches: { title: 'Aucune commande', text: 'Sa première commande apparaîtra ici.' },
}

function Orders({ id }: { id: AccountId }) {
  const address = useListAddress()
  const rowsPerPage = useRowsPerPage()
  const path = withQuery(`/api/admin/suppliers/${id}/orders`, pageIn(address, rowsPerPage.rows))
  const orders = useApi(path, supplierOrderPage)
  return (
    <Section title="Commandes, comme le fournisseur les voit">
      <PagedList
        answer={orders}
        address={address}
        columns={ORDER_COLUMNS}
        rowKey={(order) => order.id}
        card={['id gain', 'client date', 'city status']}
        density="compact"
        rowsPerPage={rowsPerPage}
        icon="bag"
        clearFilters={null}
        texts={ORDER_TEXTS}
      />
    </Section>
  )
}

type Withdrawal = SupplierProfile['withdrawals'][number]

const WITHDRAWAL_COLUMNS: readonly Column<Withdrawal>[] = [
  { id: 'date', head: 'Demandé le', cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
  {
    id: 'amount',
    head: 'Montant',
    isNumber: true,
    cell: ({ amount }) => <Price amount={amount} className={common.strong} />,
  },
  { id: 'status', head: 'Statut', cell: ({ status }) => <StateBadge look={DECISION_LOOKS[status]} /> },
  { id: 'detail', head: 'Détail', width: 'long', cell: ({ reason, reference }) => reason ?? reference },
]

function Withdrawals({ found: { withdrawals } }: { found: SupplierProfile }) {
  return (
    <Section title="Derniers retraits">
      {withdrawals.length === 0 ? (
        <p className={common.note}>Aucun retrait demandé.</p>
      ) : (
        <DataTable
          label="Liste des derniers retraits"
          columns={WITHDRAWAL_COLUMNS}
          rows={withdrawals}
          rowKey={({ id }) => id}
          card={['date amount', 'detail status']}
          density="compact"
          isBusy={false}
        />
      )}
    </Section>
  )
}

const Loading = () => (
  <div className={classes(common.stack, common.gap5)}>
    <p className="visually-hidden" role="status">
      Chargement du profil…
    </p>
    <Skeleton shape="block" className={style.low} />
    <Skeleton shape="block" className={style.tall} />
  </div>
)
