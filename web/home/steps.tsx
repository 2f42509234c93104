import call from '#web/assets/scenes/call-320.webp'
import choose from '#web/assets/scenes/choose-320.webp'
import parcel from '#web/assets/scenes/parcel-320.webp'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import sections from './sections.module.css'
import style from './steps.module.css'

const STEPS = [
  {
    picture: choose,
    title: 'Vous choisissez',
    text: 'Ajoutez au panier, puis laissez un nom, un téléphone et une adresse. Sans compte ni carte bancaire.',
  },
  {
    picture: call,
    title: 'Nous vous appelons',
    text: 'Nous confirmons la commande avec vous avant d’envoyer le colis.',
  },
  {
    picture: parcel,
    title: 'Vous ouvrez et payez',
    text: 'Vérifiez le contenu du colis, puis payez le livreur en espèces\u00A0: le total affiché, au centime.',
  },
] as const

/** An order from its beginning to its end. */
export function Steps() {
  return (
    <section className={sections.sand} aria-labelledby="etapes">
      <div className={classes(sections.inside, sections.section)}>
        <div className={classes(common.stack, sections.head)}>
          <h2 id="etapes">Comment ça marche</h2>
        </div>
        <ol className={style.steps}>
          {STEPS.map(({ picture, title, text }) => (
            <li key={title} className={style.step}>
              <img src={picture} alt="" width={320} height={320} loading="lazy" decoding="async" />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
