import type { ReactNode } from 'react'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import type { Sources } from '../pictures.ts'
import sections from '../sections.module.css'
import style from './band.module.css'

/** A phone shows the half of the picture that has the products, 288 pixels high. */
const SIZES = '(min-width: 768px) 100vw, 720px'

interface BandProps {
  id: string
  title: string
  pictures: Sources
  /** The picture is dark, and its empty half is the right one. */
  isDark?: boolean
  children: ReactNode
}

/** Words on the empty wall of a picture that reaches from edge to edge. */
export function Band({ id, title, pictures: { avif, webp, fallback }, isDark = false, children }: BandProps) {
  return (
    <section className={classes(style.band, isDark && style.dark)} aria-labelledby={id}>
      <picture>
        <source type="image/avif" srcSet={avif} sizes={SIZES} />
        <source type="image/webp" srcSet={webp} sizes={SIZES} />
        <img src={fallback} alt="" width={2000} height={800} loading="lazy" decoding="async" />
      </picture>
      <div className={classes(sections.inside, style.inside)}>
        <div className={classes(common.stack, style.words)}>
          <h2 id={id}>{title}</h2>
          {children}
        </div>
      </div>
    </section>
  )
}

/** Links below the words. */
export const BandLinks = ({ children }: { children: ReactNode }) => (
  <ul className={classes(common.wrap, common.targets, style.links)}>{children}</ul>
)
