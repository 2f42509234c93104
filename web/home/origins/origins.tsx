import { Link } from 'react-router'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import type { Wish } from '../on-sale.ts'
import type { Sources } from '../pictures.ts'
import sections from '../sections.module.css'
import style from './origins.module.css'

/** The products of the picture, from its left to its right. */
export const ORIGINS: readonly { title: string; request: Wish }[] = [
  { title: 'Ghassoul', request: { search: 'ghassoul' } },
  { title: 'Eau de rose', request: { search: 'eau de rose' } },
  { title: 'Argan', request: { search: 'argan' } },
]

/** A phone shows the right half of the picture alone, 288 pixels high. */
const SIZES = '(min-width: 768px) 100vw, 720px'

interface OriginsProps extends Sources {
  links: readonly { title: string; to: string }[]
}

/** The land of the best known ingredients, before a picture that reaches from edge to edge. */
export function Origins({ avif, webp, fallback, links }: OriginsProps) {
  return (
    <section className={style.origins} aria-labelledby="terroir">
      <picture>
        <source type="image/avif" srcSet={avif} sizes={SIZES} />
        <source type="image/webp" srcSet={webp} sizes={SIZES} />
        <img src={fallback} alt="" width={2000} height={800} loading="lazy" decoding="async" />
      </picture>
      <div className={classes(sections.inside, style.inside)}>
        <div className={classes(common.stack, style.words)}>
          <h2 id="terroir">Le Maroc, dans vos soins</h2>
          <p>La rose de Kelâat M’Gouna, l’argan et le ghassoul de l’Atlas, pour des gestes de tous les jours.</p>
          <ul className={classes(common.wrap, common.targets)}>
            {links.map(({ title, to }) => (
              <li key={title}>
                <Link to={to} prefetch="intent">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
