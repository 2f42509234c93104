import { Link } from 'react-router'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import type { Sources } from '../pictures.ts'
import sections from '../sections.module.css'
import style from './benefits.module.css'

export interface Benefit extends Sources {
  title: string
  text: string
  to: string
}

/** On a phone that of the height, which fills the arch. */
const SIZES = '(min-width: 1280px) 286px, (min-width: 768px) 24vw, 43vw'

export function Benefits({ benefits }: { benefits: readonly Benefit[] }) {
  return (
    <section className={classes(sections.inside, sections.section, style.section)} aria-labelledby="bienfaits">
      <div className={classes(common.stack, sections.head)}>
        <h2 id="bienfaits">Ce que nos produits font pour vous</h2>
      </div>
      <ul className={style.benefits}>
        {benefits.map(({ avif, webp, fallback, title, text, to }) => (
          <li key={title} className={style.benefit}>
            <picture>
              <source type="image/avif" srcSet={avif} sizes={SIZES} />
              <source type="image/webp" srcSet={webp} sizes={SIZES} />
              <img src={fallback} alt="" width={640} height={640} loading="lazy" decoding="async" />
            </picture>
            <h3>
              <Link to={to} prefetch="intent">
                {title}
                <Icon name="chevron-right" size={18} />
              </Link>
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
