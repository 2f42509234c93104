import { type ReactNode, useId } from 'react'
import style from './order-detail.module.css'

/** A part of an order's page, named. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={style.panel} aria-labelledby={heading}>
      <h2 id={heading} className={style.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}
