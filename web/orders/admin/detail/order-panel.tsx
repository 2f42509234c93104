import { type ReactNode, useId } from 'react'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './order-detail.module.css'

interface PanelProps {
  title: string
  /** Makes the title a place for a focus that was lost (`focusIfLost`). */
  id?: string
  /** Stands beside the title. */
  tool?: ReactNode
  children: ReactNode
}

/** A section of an order's page under its title. */
export function Panel({ title, id, tool, children }: PanelProps) {
  const own = useId()
  const heading = id ?? own
  return (
    <section className={classes(common.stack, common.gap3, style.panel)} aria-labelledby={heading}>
      <div className={style.title}>
        <h2 id={heading} tabIndex={id === undefined ? undefined : -1}>
          {title}
        </h2>
        {tool}
      </div>
      {children}
    </section>
  )
}
