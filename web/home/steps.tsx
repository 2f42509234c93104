import type { ReactNode } from 'react'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import sections from './sections.module.css'
import style from './steps.module.css'

const STEPS: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'bag',
    title: 'Vous choisissez',
    text: 'Ajoutez au panier, puis laissez un nom, un téléphone et une adresse. Sans compte ni carte bancaire.',
  },
  {
    icon: 'phone',
    title: 'Nous vous appelons',
    text: 'Nous confirmons la commande avec vous avant d’envoyer le colis.',
  },
  {
    icon: 'box',
    title: 'Vous ouvrez et payez',
    text: 'Vérifiez le contenu du colis, puis payez le livreur en espèces\u00A0: le total affiché, au centime.',
  },
]

/** An order from its beginning to its end; below it what a visitor can check. */
export function Steps({ children }: { children: ReactNode }) {
  return (
    <section className={sections.sand} aria-labelledby="etapes">
      <div className={classes(sections.inside, sections.section)}>
        <div className={classes(common.stack, sections.head)}>
          <h2 id="etapes">Comment ça marche</h2>
        </div>
        <ol className={style.steps}>
          {STEPS.map(({ icon, title, text }) => (
            <li key={title} className={style.step}>
              <span className={style.arch}>
                <Icon name={icon} size={56} />
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        {children}
      </div>
    </section>
  )
}
