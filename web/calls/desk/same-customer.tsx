import type { OrderId } from '#platform/kernel/ids.ts'
import { momentInWords } from '#platform/kernel/time.ts'
import { KeyCaps } from '#web/keys/key-caps.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Price } from '#web/ui/price.tsx'
import style from './same-customer.module.css'
import { MERGE_ID } from './use-bar.ts'
import type { Card } from './use-desk.ts'

interface SameCustomerProps {
  card: Card
  onMerge: (other: OrderId) => void
}

/** Other orders of the same phone that wait and are the same wish: each may become one with that of the card. */
export function SameCustomer({ card, onMerge }: SameCustomerProps) {
  const waiting = card.others.filter(({ isMergeable }) => isMergeable)
  return waiting.map(({ id, at, collected }, nth) => (
    <Notice key={id}>
      <div className={style.same}>
        <p>
          <strong>Ce numéro a une autre commande en attente&nbsp;:</strong> n°&nbsp;{id}, passée{' '}
          {momentInWords(at, new Date())}, <Price amount={collected} />.
        </p>
        <Button
          {...(nth === 0 && { id: MERGE_ID })}
          look="secondary"
          size="small"
          className={style.merge}
          onClick={() => onMerge(id)}
        >
          Réunir les deux commandes
          {waiting.length > 1 && <span className="visually-hidden">, avec la n°&nbsp;{id}</span>}
          {nth === 0 && (
            <>
              {' '}
              <KeyCaps of={{ key: 'M' }} />
            </>
          )}
        </Button>
      </div>
    </Notice>
  ))
}
