import type { OrderId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import { CellLink } from './cells.tsx'
import type { Column } from './data-table.tsx'

/** Amounts below each other, their decimals in line. */
export const amountColumn = <Row,>(
  id: string,
  head: string,
  amountOf: (row: Row) => Centimes,
  className: string | undefined = common.bold,
): Column<Row> => ({
  id,
  head,
  isNumber: true,
  cell: (row) => <Price amount={amountOf(row)} className={className} />,
})

/** Numbers of orders, which lead to them. */
export const orderColumn = <Row extends { id: OrderId }>(): Column<Row> => ({
  id: 'id',
  head: 'Commande',
  isPinned: true,
  cell: ({ id }) => (
    <CellLink to={addresses.adminOrder(id)}>
      <span className="visually-hidden">Commande </span>
      <span className={classes(common.strong, common.digits)}>{id}</span>
    </CellLink>
  ),
})
