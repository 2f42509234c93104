import { Link } from 'react-router'
import type { AdminOrderDetail } from '#features/back-office/contract.ts'
import type { OrderStatus, PaymentStatus } from '#features/orders/model.ts'
import { REASON_NAMES } from '#features/orders/model.ts'
import { isOutside } from '#features/orders/rules.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { addresses } from '#web/addresses.ts'
import { useRoomBeside } from '#web/closed-area/room-beside.ts'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { lookOfStatus, PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Notice } from '#web/ui/notice.tsx'
import style from './order-detail.module.css'

interface OrderHeadProps {
  order: AdminOrderDetail
  status: OrderStatus
  payment: PaymentStatus
}

export function OrderHead({ order, status, payment }: OrderHeadProps) {
  // Beside the list a cross closes it.
  const isBeside = useRoomBeside()
  return (
    <div className={classes(common.wrap, style.head)}>
      {!isBeside && (
        <ButtonLink look="secondary" size="small" icon="arrow-left" to={addresses.admin.orders}>
          Commandes
        </ButtonLink>
      )}
      <span className={classes(common.wrap, common.gap2)}>
        <StateBadge look={lookOfStatus(status)} />
        {status === 'delivered' && <StateBadge look={PAYMENT_LOOKS[payment]} />}
      </span>
      <p className={classes(common.quiet, common.digits)}>Passée le {formatMinute(order.createdAt)}</p>
    </div>
  )
}

/** The warnings that an admin must read before anything else. */
export function OrderNotices({ order }: { order: AdminOrderDetail }) {
  const { deletedAt, status, reason, mergedInto, isFlagged } = order
  return (
    <>
      {deletedAt !== null && (
        <Notice tone="danger" title="Cette commande est supprimée">
          Supprimée le {formatMinute(deletedAt)}. Elle ne figure plus dans aucune liste
          {order.leftAt === null ? ', et ses produits sont retournés en stock.' : '.'}
        </Notice>
      )}
      {status === 'cancelled' && (
        <Notice title="Cette commande est annulée">
          {reason === null ? 'Aucun motif n’a été donné.' : `Motif\u00A0: ${REASON_NAMES[reason]}.`}
          {mergedInto !== null && (
            <>
              {' '}
              Ses produits sont dans la <Link to={addresses.adminOrder(mergedInto)}>commande n°&nbsp;{mergedInto}</Link>
              .
            </>
          )}
        </Notice>
      )}
      <ReturnNotice order={order} />
      {isFlagged && (
        <Notice tone="warn" title="À vérifier avant l’envoi">
          Plusieurs commandes de ce téléphone en une heure, une commande importante, ou un produit commandé très souvent
          en dix minutes.
        </Notice>
      )}
    </>
  )
}

/** Says how the parcel came back, or that it is still expected, once an order was cancelled or deleted on its way. */
function ReturnNotice({ order }: { order: AdminOrderDetail }) {
  const { id, status, deletedAt, returned, piecesBackAt, lines } = order
  if (returned && piecesBackAt)
    return (
      <Notice tone={returned.how === 'lost' ? 'warn' : 'ok'} title={returnedTitle(returned)}>
        Le {formatMinute(piecesBackAt)}
        {returned.by && `, par ${returned.by.name}`}.{returned.note && ` ${returned.note}`}
      </Notice>
    )
  if (!isOutside(order) || (status !== 'cancelled' && deletedAt === null)) return null
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Notice tone="warn" title={`${piecesInWords(pieces)} ${pieces > 1 ? 'reviennent' : 'revient'} avec le colis`}>
      {pieces > 1 ? 'Elles seront' : 'Elle sera'} de nouveau en vente quand vous aurez reçu le retour.{' '}
      <Link to={`${addresses.admin.returns}?${new URLSearchParams({ search: String(id) })}`}>
        Voir dans les retours attendus
      </Link>
    </Notice>
  )
}

const piecesInWords = (count: number): string => (count > 1 ? `${count} pièces` : `${count} pièce`)

/** `Retour reçu : 2 pièces intactes, 1 abîmée`. */
function returnedTitle({ how, intact, damaged, missing }: NonNullable<AdminOrderDetail['returned']>): string {
  if (how === 'lost') return 'Colis déclaré perdu'
  const some = (count: number, word: string) => (count === 0 ? [] : [`${count} ${word}${count > 1 ? 's' : ''}`])
  const counts = [...some(intact, 'intacte'), ...some(damaged, 'abîmée'), ...some(missing, 'manquante')]
  return `Retour reçu\u00A0: ${counts.join(', ')}`
}
