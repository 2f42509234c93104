import { useState } from 'react'
import * as z from 'zod/mini'
import { changedOrder, trackingRequest } from '#features/orders/contract.ts'
import { REASON_NAMES } from '#features/orders/model.ts'
import { type FollowedParcel, followPage } from '#features/parcels/follow/contract.ts'
import { FOLLOW_TAB_NAMES, FOLLOW_TABS, type FollowUp } from '#features/parcels/follow/rules.ts'
import { PARCEL_STATE_NAMES } from '#features/parcels/model.ts'
import { formatDay, formatMinute } from '#platform/kernel/time.ts'
import { whatsappNumber } from '#platform/kernel/whatsapp.ts'
import { addresses } from '#web/addresses.ts'
import { callApi } from '#web/api/api.ts'
import { ConfirmDialog } from '#web/forms/form-dialog.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { clearing, pageIn, searchIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ChoiceFilter, ListFilters, ListPage, SearchFilter } from '#web/list-kit/list-page.tsx'
import { ListTabs } from '#web/list-kit/list-tabs.tsx'
import { PagedList, reloadList } from '#web/list-kit/paged-list.tsx'
import { CellLink, Phone, RowButtons, Since, Strong } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { useSession } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChatLink } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { toast } from '#web/ui/toast.tsx'
import { FollowDialog } from './follow-dialog.tsx'
import { ImportStatuses } from './import-statuses.tsx'
import { disagreement, trackingPage, wordsToCustomer } from './parcel-words.ts'

const TEXTS = {
  list: 'Colis en route',
  pages: 'Pages des colis',
  loading: 'Chargement des colis…',
  failed: 'Les colis n’ont pas pu être chargés',
  nothingYet: {
    title: 'Rien dans cette liste',
    text: 'Les colis remis à un livreur arrivent ici d’eux-mêmes, avec ce que disent ses fichiers.',
  },
  nothingMatches: {
    title: 'Aucun colis ne correspond',
    text: 'Vérifiez le numéro, le nom, le téléphone, la ville ou le numéro de suivi cherché.',
  },
}

type Ask = (what: FollowUp | 'cancel', parcel: FollowedParcel) => void

const columns = (ask: Ask, isAdmin: boolean): readonly Column<FollowedParcel>[] => [
  {
    id: 'id',
    head: 'Commande',
    isPinned: true,
    lines: 2,
    cell: (parcel) => (
      <>
        {isAdmin ? (
          <CellLink to={addresses.adminOrder(parcel.id)}>
            <Strong>n°&nbsp;{parcel.id}</Strong>
          </CellLink>
        ) : (
          <Strong>n°&nbsp;{parcel.id}</Strong>
        )}
        <TrackingNumber parcel={parcel} />
      </>
    ),
  },
  {
    id: 'customer',
    head: 'Client',
    lines: 3,
    cell: ({ recipient }) => (
      <>
        <p className={common.strong!}>
          <bdi>{recipient.name}</bdi>
        </p>
        <Phone digits={recipient.phone} />
        <p className={common.quiet}>{recipient.city}</p>
      </>
    ),
  },
  { id: 'state', head: 'État', width: 'text', lines: 3, cell: (parcel) => <State parcel={parcel} isAdmin={isAdmin} /> },
  {
    id: 'courier',
    head: 'Livreur',
    lines: 2,
    cell: ({ courier }) =>
      courier === null ? (
        <span className={common.quiet}>Sans livreur</span>
      ) : (
        <>
          <p>{courier.name}</p>
          {courier.phone && <Phone digits={courier.phone} />}
        </>
      ),
  },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (parcel) => <Acts parcel={parcel} ask={ask} isAdmin={isAdmin} />,
  },
]

const CARD = ['id', 'customer courier', 'state', 'actions']

function TrackingNumber({ parcel }: { parcel: FollowedParcel }) {
  const page = trackingPage(parcel)
  if (parcel.tracking === null) return null
  const number = <span className={classes(common.note, common.anywhere)}>{parcel.tracking}</span>
  if (page === null) return <p>{number}</p>
  return (
    <p className={common.targets}>
      <a href={page} target="_blank" rel="noopener noreferrer">
        {number}
        <span className="visually-hidden"> chez le livreur, dans un autre onglet</span>
      </a>
    </p>
  )
}

function State({ parcel, isAdmin }: { parcel: FollowedParcel; isAdmin: boolean }) {
  const { state, stateAt, tries, followUpAt, wishDay, unknownWord, lastNote, courier } = parcel
  const wrong = disagreement(parcel)
  return (
    <div className={common.lines}>
      <p>
        <Strong>{PARCEL_STATE_NAMES[state]}</Strong>{' '}
        <span className={common.note}>
          <Since at={stateAt} />
        </span>
      </p>
      {tries > 0 && (
        <p className={common.note}>{tries > 1 ? `${tries} essais sans réponse` : '1 essai sans réponse'}</p>
      )}
      {followUpAt && <p className={common.note}>À revoir le {formatMinute(followUpAt).slice(0, 10)}</p>}
      {wishDay && <p>Elle souhaite le {formatDay(wishDay)}</p>}
      {wrong && <p>{wrong}</p>}
      {unknownWord !== null && (
        <p>
          <Badge tone="warn">Mot inconnu</Badge> «&nbsp;{unknownWord}&nbsp;»{' '}
          {isAdmin && courier && (
            <CellLink to={`${addresses.admin.couriers}/${courier.id}?onglet=libelles`}>Choisir son sens</CellLink>
          )}
        </p>
      )}
      {lastNote && <p className={classes(common.note, common.anywhere)}>{lastNote}</p>}
    </div>
  )
}

function Acts({ parcel, ask, isAdmin }: { parcel: FollowedParcel; ask: Ask; isAdmin: boolean }) {
  const number = whatsappNumber(parcel.recipient.phone)
  const of = <span className="visually-hidden"> la commande {parcel.id}</span>
  if (parcel.status !== 'in_transit') return null
  const isRefused = parcel.state === 'refused' || parcel.state === 'returning'
  return (
    <RowButtons areMany>
      {number && (
        <ChatLink number={number} words={wordsToCustomer(parcel)}>
          WhatsApp
        </ChatLink>
      )}
      {isRefused && isAdmin && (
        <Button look="secondary" size="small" onClick={() => ask('cancel', parcel)}>
          Annuler, refusée{of}
        </Button>
      )}
      {!isRefused && (
        <>
          <Button look="secondary" size="small" onClick={() => ask('called', parcel)}>
            Rappelée{of}
          </Button>
          <Button look="secondary" size="small" onClick={() => ask('new_day', parcel)}>
            Reporter au…{of}
          </Button>
          <Button look="secondary" size="small" onClick={() => ask('new_address', parcel)}>
            Nouvelle adresse{of}
          </Button>
        </>
      )}
      <Button look="secondary" size="small" onClick={() => ask('note', parcel)}>
        Noter{of}
      </Button>
    </RowButtons>
  )
}

/** Lists of parcels by what is to be done about them. */
export default function ParcelList() {
  const isAdmin = useSession()?.role === 'admin'
  const address = useListAddress()
  const tab = address.choice('tab', FOLLOW_TAB_NAMES) ?? 'chase'
  const isImporting = isAdmin && address.text('vue') === 'import'
  const filters = { search: searchIn(address), courier: address.text('courier').replace(/\D/g, '') }
  const parcels = useApi(withQuery('/api/parcels', { ...pageIn(address), tab, ...filters }), followPage)
  const [open, setOpen] = useState<{ what: FollowUp | 'cancel'; parcel: FollowedParcel } | null>(null)
  const close = () => setOpen(null)
  const reload = () => reloadList(parcels.reload)
  const refused = open?.what === 'cancel' ? open.parcel : null
  return (
    <ListPage>
      {isImporting && <ImportStatuses onApplied={parcels.reload} />}
      <ListTabs
        label="Colis"
        tabs={FOLLOW_TAB_NAMES.map((name) => ({
          label: FOLLOW_TABS[name],
          to: address.filterLink({ tab: name === 'chase' ? null : name }),
          isCurrent: name === tab,
          count: parcels.data?.counts[name] ?? null,
        }))}
      />
      <ListFilters
        label="Filtrer les colis"
        action={
          isAdmin && (
            <Button
              size="small"
              look={isImporting ? 'secondary' : 'primary'}
              icon={isImporting ? 'close' : 'upload'}
              onClick={() => address.filter({ vue: isImporting ? null : 'import' })}
            >
              {isImporting ? 'Fermer l’import' : 'Importer les statuts'}
            </Button>
          )
        }
      >
        <SearchFilter address={address} label="Recherche" placeholder="N°, nom, téléphone, ville ou suivi" />
        <ChoiceFilter
          address={address}
          name="courier"
          label="Livreur"
          all="Tous"
          choices={(parcels.data?.couriers ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </ListFilters>
      <PagedList
        answer={parcels}
        address={address}
        columns={columns((what, parcel) => setOpen({ what, parcel }), isAdmin)}
        rowKey={({ id }) => id}
        card={CARD}
        icon="truck"
        clearFilters={clearing(address, filters)}
        texts={TEXTS}
      />
      <FollowDialog
        open={open && open.what !== 'cancel' ? { kind: open.what, parcel: open.parcel } : null}
        onClose={close}
        onSettled={reload}
      />
      <ConfirmDialog
        isOpen={refused !== null}
        onClose={close}
        title={`Annuler la commande ${refused?.id}\u00A0?`}
        confirm="Annuler la commande"
        look="danger"
        failed="La commande n’a pas été annulée"
        act={async () => {
          if (!refused) return
          await callApi(`/api/admin/orders/${refused.id}/tracking`, {
            method: 'PUT',
            body: z.encode(trackingRequest, { status: 'cancelled', reason: 'refused' }),
            answer: changedOrder,
          })
          close()
          toast({ title: `Commande ${refused.id} annulée\u00A0: ${REASON_NAMES.refused}` })
        }}
        onSettled={reload}
      >
        <p>
          C’est définitif, avec le motif «&nbsp;{REASON_NAMES.refused}&nbsp;». Ses produits reviennent en stock quand
          vous avez le colis en main.
        </p>
      </ConfirmDialog>
    </ListPage>
  )
}
