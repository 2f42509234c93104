import type { FollowedParcel } from '#features/parcels/follow/contract.ts'
import { FOLLOW_SORTS, type FollowUp } from '#features/parcels/follow/rules.ts'
import { PARCEL_STATE_NAMES } from '#features/parcels/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { formatDay, formatMinute } from '#platform/kernel/time.ts'
import { whatsappNumber } from '#platform/kernel/whatsapp.ts'
import { addresses } from '#web/addresses.ts'
import { CellLink, Phone, RowButtons, Since, Strong } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { rowStatusId } from '#web/orders/admin/order-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChatLink } from '#web/ui/chat-link.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { disagreement, isRefused, trackingPage, wordsToCustomer } from './parcel-words.ts'
import style from './parcels.module.css'

const [USUAL, OLDEST, NEWEST] = FOLLOW_SORTS

export const SORT_CHOICES = [
  { value: USUAL, label: 'À revoir' },
  { value: OLDEST, label: 'Anciens' },
  { value: NEWEST, label: 'Récents' },
]

export type Ask = (what: FollowUp | 'cancel', parcel: FollowedParcel) => void

interface RowTools {
  ask: Ask
  isAdmin: boolean
  /** Null where nothing can be done to several at once. */
  selection: { has: (id: OrderId) => boolean; toggle: (id: OrderId) => void } | null
  /** True while a move of the order waits. */
  isHeld: (id: OrderId) => boolean
}

export const parcelColumns = ({ ask, isAdmin, selection, isHeld }: RowTools): readonly Column<FollowedParcel>[] => [
  {
    id: 'id',
    head: 'Commande',
    isPinned: true,
    lines: 2,
    cell: (parcel) => (
      <div className={style.pick}>
        {selection && isRefused(parcel) && !isHeld(parcel.id) && (
          <Checkbox
            className={style.box}
            aria-label={`Sélectionner la commande ${parcel.id}`}
            checked={selection.has(parcel.id)}
            onChange={() => selection.toggle(parcel.id)}
          />
        )}
        <div>
          {isAdmin ? (
            <CellLink to={addresses.adminOrder(parcel.id)}>
              <Strong>n°&nbsp;{parcel.id}</Strong>
            </CellLink>
          ) : (
            <Strong>n°&nbsp;{parcel.id}</Strong>
          )}
          <TrackingNumber parcel={parcel} />
        </div>
      </div>
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
  {
    id: 'state',
    head: 'État',
    width: 'text',
    lines: 3,
    sort: { ascending: OLDEST, descending: NEWEST },
    cell: (parcel) => <State parcel={parcel} isAdmin={isAdmin} />,
  },
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
    cell: (parcel) =>
      isHeld(parcel.id) ? (
        <span className={common.note}>Annulation en attente</span>
      ) : (
        <Acts parcel={parcel} ask={ask} isAdmin={isAdmin} />
      ),
  },
]

export const CARD = ['id', 'customer courier', 'state', 'actions']

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
  return (
    <RowButtons areMany>
      {number && (
        <ChatLink number={number} words={wordsToCustomer(parcel)}>
          WhatsApp
        </ChatLink>
      )}
      {isRefused(parcel) && isAdmin && (
        // An undone cancellation gives the focus back to where it began.
        <Button id={rowStatusId(parcel.id)} look="secondary" size="small" onClick={() => ask('cancel', parcel)}>
          Annuler, refusée{of}
        </Button>
      )}
      {!isRefused(parcel) && (
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
          <Button look="secondary" size="small" onClick={() => ask('returned', parcel)}>
            Rendue{of}
          </Button>
        </>
      )}
      <Button look="secondary" size="small" onClick={() => ask('note', parcel)}>
        Noter{of}
      </Button>
    </RowButtons>
  )
}
