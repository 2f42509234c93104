import { Link } from 'react-router'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './benefits.module.css'
import sections from './sections.module.css'

export interface Benefit {
  picture: string
  title: string
  text: string
  to: string
}

export function Benefits({ benefits }: { benefits: readonly Benefit[] }) {
  return (
    <section className={classes(sections.inside, sections.section)} aria-labelledby="bienfaits">
      <div className={classes(common.stack, sections.head)}>
        <h2 id="bienfaits">Ce que nos soins font pour vous</h2>
      </div>
      <ul className={style.benefits}>
        {benefits.map(({ picture, title, text, to }) => (
          <li key={title} className={style.benefit}>
            <img src={picture} alt="" width={320} height={320} loading="lazy" decoding="async" />
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
