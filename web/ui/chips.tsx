import { Link } from 'react-router'
import style from './chips.module.css'

interface Chip {
  label: string
  /** How many there are behind it. */
  count?: number
  to: string
  isCurrent: boolean
}

/** A choice of one among a few, as links: it works without script, and the page stays where it is with one. */
export function Chips({ label, chips, className }: { label: string; chips: readonly Chip[]; className?: string }) {
  return (
    <nav aria-label={label} className={className}>
      <ul className={style.chips}>
        {chips.map((chip) => (
          <li key={chip.to}>
            <Link
              className={style.chip}
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
