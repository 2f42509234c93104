import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { OrderId } from '#platform/kernel/ids.ts'
import { useKeys } from '#web/keys/keys.ts'
import { Icon } from '#web/ui/icon.tsx'
import style from './order-beside.module.css'

interface OrderBesideProps {
  id: number
  /** The rows of the list, among which it has neighbours. */
  shown: readonly OrderId[]
  linkTo: (id: OrderId) => string
  closeTo: string
  onClose: () => void
  isBeside: boolean
  /** The link that led here wants the focus in the panel. */
  takesFocus: boolean
  children: ReactNode
}

/** The frame of an order: a panel beside the list, or a page of its own where there is no room. */
export function OrderBeside({ id, shown, linkTo, closeTo, onClose, isBeside, takesFocus, children }: OrderBesideProps) {
  const frame = useRef<HTMLElement>(null)
  const place = shown.indexOf(id as OrderId)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each order takes the focus once
  useEffect(() => {
    if (takesFocus) frame.current?.focus({ preventScroll: true })
    if (frame.current) frame.current.scrollTop = 0
  }, [id])

  useKeys('Commande', [{ key: 'Escape', does: 'Fermer la commande', run: onClose }])

  return (
    <section
      ref={frame}
      className={isBeside ? style.panel : style.page}
      tabIndex={-1}
      aria-label={`Commande n°\u00A0${id}`}
    >
      {(isBeside || place !== -1) && (
        <div className={style.bar}>
          {isBeside && <h2 className={style.title}>Commande n°&nbsp;{id}</h2>}
          {place !== -1 && (
            <nav className={style.neighbours} aria-label="Commandes voisines">
              <Neighbour to={shown[place - 1]} linkTo={linkTo} label="Commande précédente" icon="chevron-left" />
              <Neighbour to={shown[place + 1]} linkTo={linkTo} label="Commande suivante" icon="chevron-right" />
            </nav>
          )}
          {isBeside && (
            <Link
              className={style.step}
              to={closeTo}
              state={{ focus: 'list' }}
              preventScrollReset
              defaultShouldRevalidate={false}
              aria-label="Fermer la commande"
              title="Fermer (Échap)"
              onClick={(event) => {
                event.preventDefault()
                onClose()
              }}
            >
              <Icon name="close" />
            </Link>
          )}
        </div>
      )}
      <div className={style.inside}>{children}</div>
    </section>
  )
}

interface NeighbourProps {
  to: OrderId | undefined
  linkTo: (id: OrderId) => string
  label: string
  icon: 'chevron-left' | 'chevron-right'
}

function Neighbour({ to, linkTo, label, icon }: NeighbourProps) {
  if (to === undefined)
    return (
      // biome-ignore lint/a11y/useValidAnchor: an anchor without an address is a disabled link for screen readers
      <a className={style.step} role="link" aria-disabled="true" aria-label={label}>
        <Icon name={icon} />
      </a>
    )
  return (
    <Link
      className={style.step}
      to={linkTo(to)}
      state={{ focus: 'panel' }}
      replace
      preventScrollReset
      defaultShouldRevalidate={false}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </Link>
  )
}
