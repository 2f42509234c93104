import type { ReactNode } from 'react'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './figure-table.module.css'

interface FigureTableProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The column that names each row. */
  head: string
  nameOf: (row: Row) => ReactNode
  columns: readonly { head: string; cell: (row: Row) => ReactNode }[]
  caption: string
  none: string
}

/** The figures behind a drawing, folded away. */
export function FigureTable<Row>({ label, rows, keyOf, head, nameOf, columns, caption, none }: FigureTableProps<Row>) {
  return (
    <details className={style.details}>
      <summary>
        Voir les chiffres
        <Icon name="chevron-down" size={18} />
      </summary>
      {rows.length === 0 ? (
        <p className={common.note}>{none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a pointer it is scrolled with the arrow keys
        <section className={style.scroll} tabIndex={0} aria-label={label}>
          <table className={style.table}>
            <caption className={style.caption}>{caption}</caption>
            <thead>
              <tr>
                <th scope="col">{head}</th>
                {columns.map((column) => (
                  <th key={column.head} scope="col">
                    {column.head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)}>
                  <th scope="row">{nameOf(row)}</th>
                  {columns.map((column) => (
                    <td key={column.head}>{column.cell(row)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}
