import { Link } from 'react-router'
import { classes } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import style from './pagination.module.css'

interface PaginationProps {
  /** The name of the navigation: `Pages des commandes`. */
  label: string
  current: number
  last: number
  linkTo: (page: number) => string
  /** The words of the links to the previous page and to the next. */
  steps?: readonly [string, string]
  /** `false` when the data of the route's loader does not depend on the page. */
  shouldRevalidate?: boolean
}

/** Links to a list's pages; renders nothing when there is only one. */
export function Pagination({
  label,
  current,
  last,
  linkTo,
  steps: [previous, next] = ['Précédent', 'Suivant'],
  shouldRevalidate = true,
}: PaginationProps) {
  if (last <= 1) return null
  return (
    <nav className={style.pagination} aria-label={label}>
      <Step
        to={current > 1 ? linkTo(current - 1) : null}
        className={style.previous!}
        shouldRevalidate={shouldRevalidate}
      >
        <Icon name="chevron-left" size={18} />
        <span>{previous}</span>
      </Step>
      <ol className={style.pages}>
        {pagesShown(current, last).map((page, index, shown) => (
          <li key={page} className={index > 0 && page - shown[index - 1]! > 1 ? style.afterGap : undefined}>
            <Link
              className={style.page}
              to={linkTo(page)}
              defaultShouldRevalidate={shouldRevalidate}
              aria-current={page === current ? 'page' : undefined}
            >
              <span className="visually-hidden">Page </span>
              {page}
            </Link>
          </li>
        ))}
      </ol>
      <Step to={current < last ? linkTo(current + 1) : null} shouldRevalidate={shouldRevalidate}>
        <span>{next}</span>
        <Icon name="chevron-right" size={18} />
      </Step>
    </nav>
  )
}

interface StepProps {
  to: string | null
  className?: string
  shouldRevalidate: boolean
  children: React.ReactNode
}

function Step({ to, className, shouldRevalidate, children }: StepProps) {
  const look = classes(style.step, className)
  if (to === null)
    return (
      // biome-ignore lint/a11y/useValidAnchor: an anchor without an address is a disabled link for screen readers
      <a className={look} role="link" aria-disabled="true">
        {children}
      </a>
    )
  return (
    <Link className={look} to={to} defaultShouldRevalidate={shouldRevalidate}>
      {children}
    </Link>
  )
}

/** The first page, the last one, and those around the current one: five at most, so that they fit a phone. */
function pagesShown(current: number, last: number): number[] {
  const around = [current - 1, current, current + 1]
  const wanted =
    current <= 2 ? [1, 2, 3, last] : current >= last - 1 ? [1, last - 2, last - 1, last] : [1, ...around, last]
  return [...new Set(wanted)].filter((page) => page >= 1 && page <= last)
}
