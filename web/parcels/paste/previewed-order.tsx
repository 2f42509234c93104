import type { ReactNode } from 'react'
import type { OrderId } from '#platform/kernel/ids.ts'
import { addresses } from '#web/addresses.ts'

/** Links to an order of a table that is not stored yet. It opens in another tab: whoever leaves this page loses what was pasted. */
export const PreviewedOrder = ({ id, children }: { id: OrderId; children: ReactNode }) => (
  <a href={addresses.adminOrder(id)} target="_blank" rel="noopener noreferrer">
    {children}
    <span className="visually-hidden">, dans un autre onglet</span>
  </a>
)
