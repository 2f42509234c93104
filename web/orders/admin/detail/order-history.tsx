import type { ReactNode } from 'react'
import type { Role } from '#features/accounts/model.ts'
import type { OrderEvent } from '#features/back-office/contract.ts'
import { OUTCOME_NAMES } from '#features/calls/model.ts'
import { PAYMENT_NAMES } from '#features/orders/model.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import { Moment } from '#web/list-kit/table/cells.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import style from './order-detail.module.css'
import { Panel } from './order-panel.tsx'

type EventChange = OrderEvent['changes'][number]

const EVENT_LOOKS: Readonly<Record<OrderEvent['what'], { words: string; icon: IconName }>> = {
  placed: { words: 'Commande passée', icon: 'bag' },
  moved: { words: 'Statut changé', icon: 'truck' },
  settled: { words: 'Paiement changé', icon: 'coins' },
  readdressed: { words: 'Livraison modifiée', icon: 'pin' },
  corrected: { words: 'Commande corrigée', icon: 'edit' },
  called: { words: 'Appel', icon: 'phone' },
  parcel: { words: 'Suivi du colis', icon: 'box' },
  noted: { words: 'Note ajoutée', icon: 'chat' },
  deleted: { words: 'Commande supprimée', icon: 'trash' },
  returned: { words: 'Retour reçu', icon: 'box' },
  lost: { words: 'Colis déclaré perdu', icon: 'alert' },
}

const FIELDS: Readonly<Record<Exclude<EventChange['field'], 'pieces'>, string>> = {
  status: 'Statut',
  reason: 'Motif',
  payment: 'Paiement',
  name: 'Nom',
  phone: 'Téléphone',
  address: 'Adresse',
  city: 'Ville',
  note: 'Note pour le livreur',
  outcome: 'Résultat',
  delivery: 'Livraison',
  collected: 'À encaisser',
  parcel_state: 'État du colis',
  parcel_note: 'Note',
}

/** What a customer did on her own page, by the outcome that was written down. */
const HER_WORDS: Readonly<Record<string, string>> = {
  [OUTCOME_NAMES.confirmed]: 'Confirmée par la cliente',
  [OUTCOME_NAMES.corrected]: 'Corrigée par la cliente',
  [OUTCOME_NAMES.cancelled]: 'Annulée par la cliente',
}

const isHers = ({ what, by }: OrderEvent): boolean => (what === 'called' || what === 'parcel') && by === null

/** Roles beside an author's number; nothing for an admin. */
const ROLES_SAID: Readonly<Partial<Record<Role, string>>> = { supplier: ', fournisseur', agent: ', agent' }

function wordsOf(event: OrderEvent): string {
  const [outcome] = isHers(event)
    ? event.changes.flatMap((change) => (change.field === 'outcome' ? [change.to] : []))
    : []
  return HER_WORDS[outcome ?? ''] ?? EVENT_LOOKS[event.what].words
}

/** The order's events with their authors, newest first. */
export function OrderHistory({ history }: { history: readonly OrderEvent[] }) {
  // What her answer changed was written down at its moment, and nobody else's name stands beside it.
  const hers = new Set(history.filter(isHers).map(({ at }) => at.getTime()))
  return (
    <Panel title="Historique">
      <ol className={classes(common.stack, style.history)}>
        {history.map((event, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an event stays at its place, counted from the end
          <li key={history.length - nth} className={style.event}>
            <Icon name={EVENT_LOOKS[event.what].icon} size={18} />
            <div>
              <p className={common.strong}>{wordsOf(event)}</p>
              {event.changes.length > 0 && (event.what === 'parcel' || !isHers(event)) && (
                <ul className={classes(common.small, style.changes)}>
                  {event.changes.map((change) => (
                    <li key={change.field === 'pieces' ? change.product : change.field}>
                      {change.field === 'pieces' ? change.product : FIELDS[change.field]}&nbsp;: {changeInWords(change)}
                    </li>
                  ))}
                </ul>
              )}
              <p className={common.hint}>
                <Moment at={event.at} />, par{' '}
                {event.by === null && hers.has(event.at.getTime()) ? 'la cliente' : actorOf(event)}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function changeInWords(change: EventChange): ReactNode {
  const [before, after] =
    change.field === 'pieces'
      ? [piecesInWords(change.from), piecesInWords(change.to)]
      : [shown(change.field, change.from), shown(change.field, change.to)]
  if (before === null) return <strong>{after}</strong>
  return (
    <>
      <span className={common.quiet}>{before}</span> <span aria-hidden="true">→</span>
      <span className="visually-hidden"> devient </span>{' '}
      <strong>{after ?? (change.field === 'pieces' ? 'retiré' : 'aucun')}</strong>
    </>
  )
}

/** `2 pièces`; null for none. */
function piecesInWords(count: number): string | null {
  if (count === 0) return null
  return count > 1 ? `${count} pièces` : `${count} pièce`
}

/** A value as the page writes it. A payment that the wire calls *annulé* is *No Payé* here. */
function shown(field: EventChange['field'], value: string | Centimes | null): string | null {
  if (typeof value === 'number') return formatDirhams(value)
  return field === 'payment' && value === PAYMENT_NAMES.void ? PAYMENT_LOOKS.void.name : value
}

function actorOf({ what, by }: OrderEvent): string {
  if (by) return `${by.name} (${by.custom_id}${ROLES_SAID[by.role] ?? ''})`
  return what === 'placed' ? 'un visiteur' : 'la boutique'
}
