import { type ReactNode, useId } from 'react'
import { useParams } from 'react-router'
import { ORDERS_OF_PERSON } from '#features/back-office/model.ts'
import { type PersonDetail, personDetail } from '#features/back-office/people/contract.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { ApiError } from '#web/api/api.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { lookOfStatus, PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import { CellLink, Moment, Nothing } from '#web/list-kit/table/cells.tsx'
import { type Column, DataTable } from '#web/list-kit/table/data-table.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Price } from '#web/ui/price.tsx'
import { readablePhone } from '#web/ui/readable-phone.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ClientNotes } from './client-notes.tsx'
import style from './client-person.module.css'
import { supplierLink } from './client-records.tsx'
import { PersonalDataDialog, usePersonalData } from './personal-data.tsx'

export const handle: AdminPage = { title: 'Client' }

export const meta = () => adminMeta(handle)

/** Number 0 is nobody's: it stands for an address without a number. */
const pathOf = (id = ''): `/api/${string}` => `/api/admin/people/${/^\d+$/.test(id) ? id : '0'}`

/** The person to whom an order of this number went. */
export default function ClientPerson() {
  const path = pathOf(useParams().id)
  return <PersonAt key={path} path={path} />
}

function PersonAt({ path }: { path: `/api/${string}` }) {
  const { data: person, error, isLoading, reload } = useApi(path, personDetail)
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        icon="search"
        title="Ce client n’existe pas"
        action={
          <ButtonLink look="secondary" icon="arrow-left" to={addresses.admin.customers}>
            Voir tous les clients
          </ButtonLink>
        }
      >
        <p>Sa commande a été supprimée, ou ses données ont été anonymisées.</p>
      </EmptyState>
    )
  return (
    <div className={classes(common.stack, common.gap5)}>
      {error !== null && (
        <LoadFailed title="Le client n’a pas pu être chargé" error={error} isLoading={isLoading} onRetry={reload} />
      )}
      {person ? <Loaded person={person} reload={reload} /> : error === null && <Loading />}
    </div>
  )
}

function Loaded({ person, reload }: { person: PersonDetail; reload: () => Promise<void> }) {
  return (
    <>
      <Head person={person} onSettled={reload} />
      <Figures person={person} />
      <div className={style.columns}>
        <div className={classes(common.stack, common.gap5)}>
          <ClientNotes person={person} onSettled={reload} />
          <Addresses person={person} />
          {person.suppliers.length > 0 && <Suppliers person={person} />}
        </div>
        <Orders person={person} />
      </div>
    </>
  )
}

const MOBILE = /^0[67]\d{8}$/

function Head({ person, onSettled }: { person: PersonDetail; onSettled: () => Promise<void> }) {
  const { name, names, phone, city } = person
  const data = usePersonalData()
  const otherNames = names.filter((each) => each !== name)
  return (
    <div className={style.head}>
      <div className={classes(common.stack, common.gap1)}>
        <h2 className={style.name}>
          <bdi>{name}</bdi>
        </h2>
        <p className={common.note}>
          <span className={classes(common.digits, common.nowrap)}>{readablePhone(phone)}</span> · {city}
        </p>
        {otherNames.length > 0 && (
          <p className={common.note}>
            Aussi sous le nom de{' '}
            {otherNames.map((each, index) => (
              <span key={each}>
                {index > 0 && ', '}
                <bdi>{each}</bdi>
              </span>
            ))}
          </p>
        )}
      </div>
      <div className={style.ways}>
        <ButtonLink look="secondary" size="small" icon="phone" to={`tel:${phone}`}>
          Appeler
        </ButtonLink>
        {MOBILE.test(phone) && (
          <ButtonLink
            look="secondary"
            size="small"
            icon="chat"
            to={`https://wa.me/212${phone.slice(1)}`}
            target="_blank"
            rel="noreferrer"
          >
            WhatsApp<span className="visually-hidden"> (nouvel onglet)</span>
          </ButtonLink>
        )}
        <Button look="secondary" size="small" onClick={() => data.ask({ kind: 'customer', name, phone })}>
          Données<span className="visually-hidden"> personnelles de {name}</span>
        </Button>
      </div>
      <PersonalDataDialog person={data.person} onClose={data.close} onSettled={onSettled} />
    </div>
  )
}

function Figures({ person: { orders, delivered, refused, spent, lastOrderAt } }: { person: PersonDetail }) {
  return (
    <dl className={classes(common.terms, style.figures)}>
      <Figure name="Commandes">{formatInteger(orders)}</Figure>
      <Figure name="Livrées">{formatInteger(delivered)}</Figure>
      <Figure name="Refusées">
        <span className={refused > 0 ? style.refused : undefined}>{formatInteger(refused)}</span>
      </Figure>
      <Figure name="Dépensé">{formatDirhams(spent)}</Figure>
      <Figure name="Dernière commande">
        <Moment at={lastOrderAt} />
      </Figure>
    </dl>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className={classes(common.strong, common.digits)}>{children}</dd>
  </div>
)

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

const countedOrders = (orders: number): string => `${formatInteger(orders)} ${orders > 1 ? 'commandes' : 'commande'}`

function Addresses({ person: { addresses: used } }: { person: PersonDetail }) {
  return (
    <Section title={used.length > 1 ? 'Adresses' : 'Adresse'}>
      <ul className={classes(common.stack, common.gap2, style.list)}>
        {used.map(({ address, city, orders }) => (
          <li key={`${address} ${city}`}>
            <bdi>{address}</bdi>, {city} <span className={common.hint}>· {countedOrders(orders)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Suppliers({ person: { suppliers } }: { person: PersonDetail }) {
  return (
    <Section title={suppliers.length > 1 ? 'Fournisseurs' : 'Fournisseur'}>
      <ul className={classes(common.stack, common.gap2, style.list)}>
        {suppliers.map(({ customId, name, orders }) => (
          <li key={customId}>
            {name} <CellLink to={supplierLink(customId)}>{customId}</CellLink>{' '}
            <span className={common.hint}>· {countedOrders(orders)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type Placed = PersonDetail['placed'][number]

const COLUMNS: readonly Column<Placed>[] = [
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
  { id: 'city', head: 'Ville', width: 'text', cell: ({ city }) => city },
  { id: 'supplier', head: 'Fournisseur', cell: ({ supplierCustomId }) => supplierCustomId ?? <Nothing /> },
  {
    id: 'amount',
    head: 'Montant',
    isNumber: true,
    cell: ({ collected }) => <Price amount={collected} className={common.strong} />,
  },
  { id: 'payment', head: 'Paiement', cell: ({ payment }) => <StateBadge look={PAYMENT_LOOKS[payment]} /> },
  { id: 'status', head: 'Statut', cell: ({ status }) => <StateBadge look={lookOfStatus(status)} /> },
]

const CARD = ['id amount', 'date status']

function Orders({ person: { orders, placed } }: { person: PersonDetail }) {
  return (
    <Section title="Commandes">
      {orders > ORDERS_OF_PERSON && (
        <p className={common.note}>
          Les {ORDERS_OF_PERSON} plus récentes sur {formatInteger(orders)}.
        </p>
      )}
      <DataTable
        label="Commandes du client"
        columns={COLUMNS}
        rows={placed}
        rowKey={({ id }) => id}
        card={CARD}
        density="compact"
        isBusy={false}
      />
    </Section>
  )
}

function Loading() {
  return (
    <div className={classes(common.stack, common.gap5)} role="status">
      <span className="visually-hidden">Chargement du client…</span>
      <Skeleton shape="block" className={style.low} />
      <Skeleton shape="block" className={style.tall} />
    </div>
  )
}
