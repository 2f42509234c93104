import { type ReactNode, useId } from 'react'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './order-detail.module.css'

interface PanelProps {
  title: string
  /** Stands beside the title. */
  tool?: ReactNode
  children: ReactNode
}

/** A section of an order's page under its title. */
export function Panel({ title, tool, children }: PanelProps) {
  const heading = useId()
  return (
    <section className={classes(common.stack, common.gap3, style.panel)} aria-labelledby={heading}>
      <div className={style.title}>
        <h2 id={heading}>{title}</h2>
        {tool}
      </div>
      {children}
    </section>
  )
}
