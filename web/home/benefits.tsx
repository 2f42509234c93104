import cream from '#web/assets/scenes/cream-320.webp'
import rose from '#web/assets/scenes/lost-320.webp'
import serum from '#web/assets/scenes/serum-320.webp'
import spirulina from '#web/assets/scenes/spirulina-320.webp'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './benefits.module.css'
import sections from './sections.module.css'

const BENEFITS = [
  { picture: rose, title: 'Hydrater', text: 'Laits, beurres et sérums qui gardent la peau souple du matin au soir.' },
  { picture: cream, title: 'Protéger', text: 'Des soins solaires légers, à porter chaque jour de l’année.' },
  { picture: serum, title: 'Unifier', text: 'Crèmes éclaircissantes et anti-taches, pour un teint plus égal.' },
  { picture: spirulina, title: 'Fortifier', text: 'Des compléments pour la forme, la peau et les cheveux.' },
]

export function Benefits() {
  return (
    <section className={classes(sections.inside, sections.section)} aria-labelledby="bienfaits">
      <div className={classes(common.stack, sections.head)}>
        <h2 id="bienfaits">Ce que nos soins font pour vous</h2>
      </div>
      <ul className={style.benefits}>
        {BENEFITS.map(({ picture, title, text }) => (
          <li key={title} className={style.benefit}>
            <img src={picture} alt="" width={320} height={320} loading="lazy" decoding="async" />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
