import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { classes } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import compactStyle from './compact-table.module.css'
import roomyStyle from './data-table.module.css'

export interface Column<Row> {
  /** Also the value of `data-column` on its cells, by which a page places them in a card. */
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** How high a cell usually is, for the skeleton that comes before it; 1 unless given. */
  lines?: number
  isNumber?: boolean
  /** Room that its words need in a table. */
  width?: 'date' | 'text' | 'long'
  /** The names that the address gives to the list in this column's order. */
  sort?: { ascending: string; descending: string }
  /** Said elsewhere too: a compact table shows it only where it has room for it. */
  isExtra?: boolean
  /** Stays in view while the others are scrolled sideways: the first and the last column only. */
  isPinned?: boolean
}

export interface Sorting {
  current: string
  linkTo: (sort: string) => string
}

/** `roomy` rows are as high as their words, and cards on phones; `compact` ones are as high as their buttons. */
export type Density = 'roomy' | 'compact'

const STYLES = { roomy: roomyStyle, compact: compactStyle }

interface DataTableProps<Row> {
  /** Names its contents for those who cannot see it. */
  label: string
  columns: readonly Column<Row>[]
  /** Null while the first ones are on their way. */
  rows: readonly Row[] | null
  rowKey: (row: Row) => React.Key
  /**
   * Columns of each line of a phone's card, by their ids: `'id status'` side by side, `'products'` alone. A compact row
   * shows no others.
   */
  card: readonly string[]
  /** Cells at the end of a card's lines are aligned with its edge. */
  isCardJustified?: boolean | undefined
  rowClassName?: string | undefined
  /** The value of `data-state` on its row, by which a page styles it. */
  rowState?: ((row: Row) => string | undefined) | undefined
  /** The row at which the person is. */
  isCurrentRow?: ((row: Row) => boolean) | undefined
  density?: Density | undefined
  sorting?: Sorting | undefined
  /** More is on its way: what is shown stays until then. */
  isBusy: boolean
}

const SKELETON_ROWS = 10

/** A table whose head stays in view, and whose rows become cards on phones. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  card,
  isCardJustified,
  rowClassName,
  rowState,
  isCurrentRow,
  density = 'roomy',
  sorting,
  isBusy,
}: DataTableProps<Row>) {
  const style = STYLES[density]
  const { box, fits, more } = useFits()
  const places = placesOf(card)
  return (
    <div className={style.frame}>
      <div className={roomyStyle.progress} aria-hidden="true">
        {isBusy && rows !== null && <div className={roomyStyle.run} />}
      </div>
      <section
        ref={box}
        className={style.scroll}
        aria-label={label}
        aria-busy={isBusy || undefined}
        data-fits={fits}
        data-more={more}
        // Without a pointer it is scrolled with the arrow keys, for which it must take the focus.
        tabIndex={fits ? undefined : 0}
      >
        <table className={style.table} data-justified={isCardJustified}>
          <caption className="visually-hidden">{label}</caption>
          <thead className={style.head}>
            <tr>
              {columns.map((column) => (
                <Head key={column.id} column={column} sorting={sorting} style={style} />
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
                        className={cellClass(style, column)}
                        data-column={column.id}
                        data-label={column.head}
                        data-width={column.width}
                        {...places.get(column.id)}
                      >
                        {Array.from({ length: column.lines ?? 1 }, (_, line) => (
                          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
                          <Skeleton key={line} />
                        ))}
                      </td>
                    ))}
                  </tr>
                ))
              : rows.map((row) => (
                  <tr
                    key={rowKey(row)}
                    className={classes(style.row, rowClassName)}
                    data-state={rowState?.(row)}
                    aria-current={isCurrentRow?.(row) || undefined}
                  >
                    {columns.map((column) => (
                      <td
                        key={column.id}
                        className={cellClass(style, column)}
                        data-column={column.id}
                        data-label={column.head}
                        data-width={column.width}
                        {...places.get(column.id)}
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

interface HeadProps<Row> {
  column: Column<Row>
  sorting: Sorting | undefined
  style: CSSModuleClasses
}

function Head<Row>({ column, sorting, style }: HeadProps<Row>) {
  const { head, sort } = column
  if (!sort || !sorting)
    return (
      <th scope="col" className={cellClass(style, column)} data-column={column.id}>
        {head}
      </th>
    )
  const isAscending = sorting.current === sort.ascending
  const isDescending = sorting.current === sort.descending
  return (
    <th
      scope="col"
      className={cellClass(style, column)}
      data-column={column.id}
      aria-sort={isAscending ? 'ascending' : isDescending ? 'descending' : undefined}
    >
      <Link
        className={roomyStyle.sort}
        to={sorting.linkTo(isDescending ? sort.ascending : sort.descending)}
        defaultShouldRevalidate={false}
        preventScrollReset
      >
        {head}
        <Icon
          name="chevron-down"
          size={16}
          className={classes(isAscending && roomyStyle.up, !isAscending && !isDescending && roomyStyle.unsorted)}
        />
      </Link>
    </th>
  )
}

const cellClass = <Row,>(style: CSSModuleClasses, { isNumber, isPinned, isExtra }: Column<Row>): string =>
  classes(style.cell, isNumber && style.number, isPinned && style.pinned, isExtra && style.extra)

/**
 * Order of the cells in a card, and whether they take a line of their own or stand at the end of one. `--column` is the
 * name of a cell for pages that draw a card by `grid-template-areas`.
 */
const placesOf = (card: readonly string[]) =>
  new Map(
    card
      .flatMap((line) => {
        const ids = line.split(' ')
        return ids.map((id) => ({ id, at: ids.length === 1 ? 'whole' : id === ids.at(-1) ? 'end' : undefined }))
      })
      .map(({ id, at }, index) => [
        id,
        { 'data-place': index + 1, 'data-at': at, style: { '--column': id } as CSSProperties },
      ]),
  )

/** Measures whether the table has room in its box; else the box scrolls, and `more` names the sides that hide something. */
function useFits() {
  const box = useRef<HTMLElement>(null)
  const [fits, setFits] = useState(true)
  const [more, setMore] = useState('')
  useEffect(() => {
    const outer = box.current
    const table = outer?.firstElementChild
    if (!outer || !table) return
    const measure = () => setMore(sidesWithMore(outer))
    const observer = new ResizeObserver(() => {
      // In the same frame, so that nobody sees the other way.
      flushSync(() => setFits(table.scrollWidth <= outer.offsetWidth))
      flushSync(measure)
    })
    observer.observe(outer)
    observer.observe(table)
    outer.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      outer.removeEventListener('scroll', measure)
    }
  }, [])
  return { box, fits, more }
}

function sidesWithMore({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const isMoreBefore = scrollLeft > 1
  const isMoreAfter = scrollLeft < scrollWidth - clientWidth - 1
  return `${isMoreBefore ? 'before' : ''} ${isMoreAfter ? 'after' : ''}`.trim()
}
