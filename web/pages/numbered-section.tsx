import type { ReactNode } from 'react'
import style from './prose.module.css'

interface NumberedSectionProps {
  id: string
  number: number
  title: string
  children: ReactNode
}

/** A section of a long text, with its number in a niche. */
export const NumberedSection = ({ id, number, title, children }: NumberedSectionProps) => (
  <section id={id}>
    <h2 className={style.name}>
      <span className={style.number}>{number}</span> {title}
    </h2>
    {children}
  </section>
)
