import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import type { StateLook } from '#web/list-kit/states.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import style from './figure-card.module.css'

interface FigureCardProps {
  name: string
  icon?: IconName
  tone?: StateLook['tone'] | undefined
  /** One sentence of definition. */
  meaning: string
  /** The address of the list that it counts. */
  to?: To
  /** The figure. */
  children: ReactNode
}

/** A figure with its definition; with `to`, the whole card is a link to the list. */
export function FigureCard({ name, icon, tone, meaning, to, children }: FigureCardProps) {
  const words = (
    <>
      <span className={style.name}>
        {icon && <Icon name={icon} size={18} />}
        {name}
      </span>
      <span className={style.value}>{children}</span>
      <span className={style.meaning}>{meaning}</span>
    </>
  )
  return to === undefined ? (
    <div className={style.card}>{words}</div>
  ) : (
    <Link className={style.card} to={to} defaultShouldRevalidate={false} data-tone={tone}>
      {words}
    </Link>
  )
}
