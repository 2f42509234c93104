import { Link } from 'react-router'
import type { OrderToPrepare } from '#features/parcels/handovers/contract.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { formatDay } from '#platform/kernel/time.ts'
import { addresses } from '#web/addresses.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './shipping.module.css'

interface OrderRowProps {
  order: OrderToPrepare
  courier: string
  isTicked: boolean
  onTick: (isOn: boolean) => void
}

/** An order to prepare, with what somebody should look at before it leaves. */
export function OrderRow({ order, courier, isTicked, onTick }: OrderRowProps) {
  const { id, recipient, collected, products, contact, light, wishDay, cover } = order
  return (
    <li className={style.row}>
      <Checkbox
        aria-label={`Commande ${id}, ${recipient.name}, ${recipient.city}`}
        checked={isTicked}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      <div className={style.rowBody}>
        <p className={style.rowHead}>
          <Link to={addresses.adminOrder(id)} className={common.digits}>
            n°&nbsp;{id}
          </Link>
          <span className={classes(common.medium, style.cut)}>{recipient.name}</span>
          <span className={classes(common.digits, common.nowrap, style.amount)}>{formatDirhams(collected)}</span>
        </p>
        <p className={classes(common.small, common.quiet, style.cut)}>
          {recipient.city} · {products}
        </p>
        <p className={style.marks}>
          {cover === 'unknown' && <Badge tone="warn">Ville sans nom chez {courier}</Badge>}
          {cover === 'without_fee' && <Badge tone="warn">Tarif inconnu</Badge>}
          {light === 'red' && <Badge tone="danger">Rouge</Badge>}
          {contact === 'unreachable' && <Badge tone="warn">Injoignable</Badge>}
          {contact === 'wrong_number' && <Badge tone="danger">Faux numéro</Badge>}
          {contact === 'postponed' && <Badge tone="warn">Rappel promis</Badge>}
          {wishDay !== null && <Badge tone="info">Pas avant le {formatDay(wishDay)}</Badge>}
        </p>
      </div>
    </li>
  )
}
