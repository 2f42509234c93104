import { type ReactNode, useId } from 'react'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'

/** A section of an order's page under its title. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={classes(common.panel, common.gap3)} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}
