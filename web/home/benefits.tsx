import { Link } from 'react-router'
import acerola from '#web/assets/scenes/acerola-320.webp'
import even from '#web/assets/scenes/even-320.webp'
import serum from '#web/assets/scenes/serum-320.webp'
import sun from '#web/assets/scenes/sun-320.webp'
import { shopAddress } from '#web/catalogue/shop/shop-query.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './benefits.module.css'
import sections from './sections.module.css'

const BENEFITS = [
  {
    picture: serum,
    title: 'Hydrater',
    text: 'Laits, beurres et sérums qui gardent la peau souple du matin au soir.',
    to: shopAddress({ search: 'hydratant' }),
  },
  {
    picture: sun,
    title: 'Protéger',
    text: 'Des soins solaires légers, à porter chaque jour de l’année.',
    to: shopAddress({ search: 'solaire' }),
  },
  {
    picture: even,
    title: 'Unifier',
    text: 'Crèmes éclaircissantes et anti-taches, pour un teint plus égal.',
    to: shopAddress({ search: 'teint' }),
  },
  {
    picture: acerola,
    title: 'Fortifier',
    text: 'Des compléments pour la forme, la peau et les cheveux.',
    to: shopAddress({ category: 'supplement' }),
  },
]

export function Benefits() {
  return (
    <section className={classes(sections.inside, sections.section)} aria-labelledby="bienfaits">
      <div className={classes(common.stack, sections.head)}>
        <h2 id="bienfaits">Ce que nos soins font pour vous</h2>
      </div>
      <ul className={style.benefits}>
        {BENEFITS.map(({ picture, title, text, to }) => (
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
