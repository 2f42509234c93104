import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './data-table.module.css'

export interface Column<Row> {
  /** Also the value of `data-column` on its cells, by which a page places them in a card. */
  id: string
  head: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** Stays in view while the others are scrolled sideways: the first and the last column only. */
  isPinned?: boolean
}

interface DataTableProps<Row> {
  /** What it lists, for those who cannot see it. */
  label: string
  columns: readonly Column<Row>[]
  /** Null while the first ones are on their way. */
  rows: readonly Row[] | null
  rowKey: (row: Row) => React.Key
  rowClassName?: string | undefined
  /** More is on its way: what is shown stays until then. */
  isBusy: boolean
}

const SKELETON_ROWS = 8

/** A table whose head stays in view, and whose rows become cards on phones. */
export function DataTable<Row>({ label, columns, rows, rowKey, rowClassName, isBusy }: DataTableProps<Row>) {
  const { box, scrolls } = useScrolls()
  return (
    <div className={style.frame}>
      <div className={style.progress} aria-hidden="true">
        {isBusy && rows !== null && <div className={style.run} />}
      </div>
      <section
        ref={box}
        className={style.scroll}
        aria-label={label}
        aria-busy={isBusy || undefined}
        // Without a pointer it is scrolled with the arrow keys, for which it must take the focus.
        tabIndex={scrolls ? 0 : undefined}
      >
        <table className={style.table}>
          <caption className="visually-hidden">{label}</caption>
          <thead className={style.head}>
            <tr>
              {columns.map((column) => (
                <th key={column.id} scope="col" className={cellClass(column)}>
                  {column.head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={style.body}>
            {rows === null
              ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
                  <tr key={index} className={classes(style.row, rowClassName)}>
                    {columns.map((column) => (
                      <td
                        key={column.id}
                        className={cellClass(column)}
                        data-column={column.id}
                        data-label={column.head}
                      >
                        <Skeleton />
                      </td>
                    ))}
                  </tr>
                ))
              : rows.map((row) => (
                  <tr key={rowKey(row)} className={classes(style.row, rowClassName)}>
                    {columns.map((column) => (
                      <td
                        key={column.id}
                        className={cellClass(column)}
                        data-column={column.id}
                        data-label={column.head}
                      >
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const cellClass = <Row,>({ isNumber, isPinned }: Column<Row>): string =>
  classes(style.cell, isNumber && style.number, isPinned && style.pinned)

/** Whether the box has more to show than its room. */
function useScrolls() {
  const box = useRef<HTMLElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () =>
      setScrolls(
        getComputedStyle(element).overflowX !== 'visible' &&
          (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
      )
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return { box, scrolls }
}
