import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import style from './chips.module.css'
import { classes } from './class-names.ts'

interface Chip {
  label: string
  /** The number of things behind the chip, as people read it. */
  count?: string
  to: string
  isCurrent: boolean
}

/**
 * A choice of one among a few, as links, so that it works without a script; with one, the page does not scroll. On phones
 * the chips are a row that scrolls sideways, moved to show the current one.
 */
export function Chips({ label, chips }: { label: string; chips: readonly Chip[] }) {
  const list = useRef<HTMLUListElement>(null)
  const current = chips.findIndex(({ isCurrent }) => isCurrent)

  useEffect(() => {
    const row = list.current
    const chip = row?.children[current] as HTMLElement | undefined
    if (row && chip) row.scrollLeft = chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2
  }, [current])

  return (
    <nav aria-label={label}>
      <ul className={style.chips} ref={list}>
        {chips.map((chip) => (
          <li key={chip.to}>
            <Link
              className={classes(style.chip, chip.count === '0' && style.none)}
              to={chip.to}
              aria-current={chip.isCurrent ? 'true' : undefined}
              preventScrollReset
              replace
            >
              {chip.label}
              {chip.count !== undefined && <span className={style.count}>{chip.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
