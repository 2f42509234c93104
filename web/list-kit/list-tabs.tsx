import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ROWS_COUNTED } from '#platform/kernel/list-limits.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import style from './list-tabs.module.css'

export interface ListTab {
  label: string
  /** The list's address with the filters of this part: `filterLink` of `useListAddress`. */
  to: string
  isCurrent: boolean
  /** Rows that wait in this part; null until they are counted. A part at which nobody works has none. */
  count?: number | null
}

/** The parts of a list, as links with their counts. Where there is no room they are a row that scrolls sideways. */
export function ListTabs({ label, tabs }: { label: string; tabs: readonly ListTab[] }) {
  const list = useRef<HTMLUListElement>(null)
  const current = tabs.findIndex(({ isCurrent }) => isCurrent)
  // Counts make the tabs wider.
  const isCounted = tabs.every(({ count }) => count !== null)

  useEffect(() => {
    const row = list.current
    const tab = row?.children[current] as HTMLElement | undefined
    if (isCounted && row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [current, isCounted])

  return (
    <nav aria-label={label} className={style.tabs}>
      <ul ref={list} className={style.row}>
        {tabs.map(({ label: name, to, isCurrent, count }) => (
          <li key={name}>
            <Link
              className={style.tab}
              to={to}
              aria-current={isCurrent ? 'page' : undefined}
              defaultShouldRevalidate={false}
              preventScrollReset
            >
              {name}
              {count !== undefined && <span className={style.count}>{count === null ? '' : countInWords(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** `12`; `10 000+` beyond what a list counts. */
export const countInWords = (count: number): string =>
  count > ROWS_COUNTED ? `${formatInteger(ROWS_COUNTED)}+` : formatInteger(count)
