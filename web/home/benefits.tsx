import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import style from './benefits.module.css'
import sections from './sections.module.css'

const BENEFITS: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: 'drop', title: 'Hydrater', text: 'Laits, beurres et sérums qui gardent la peau souple du matin au soir.' },
  { icon: 'sun', title: 'Protéger', text: 'Des soins solaires légers, à porter chaque jour de l’année.' },
  { icon: 'star', title: 'Unifier', text: 'Crèmes éclaircissantes et anti-taches, pour un teint plus égal.' },
  { icon: 'heart', title: 'Fortifier', text: 'Des compléments pour la forme, la peau et les cheveux.' },
]

export function Benefits() {
  return (
    <section className={classes(sections.inside, sections.section)} aria-labelledby="bienfaits">
      <div className={classes(common.stack, sections.head)}>
        <h2 id="bienfaits">Ce que nos soins font pour vous</h2>
      </div>
      <ul className={classes(common.stack, common.gap3, style.benefits)}>
        {BENEFITS.map(({ icon, title, text }) => (
          <li key={title} className={style.benefit}>
            <Icon name={icon} size={28} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
