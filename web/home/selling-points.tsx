import { classes } from '#web/ui/class-names.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import sections from './sections.module.css'
import style from './selling-points.module.css'

interface Point {
  icon: IconName
  title: string
  text: string
}

interface SellingPointsProps {
  deliveryText: string
  /** Such as `24 à 72 h`; empty when none is set. */
  deliveryDelay: string
  /** Those of Morocco are on sale. */
  hasOrigins: boolean
}

const pointsOf = ({ deliveryText, deliveryDelay, hasOrigins }: SellingPointsProps): readonly Point[] => [
  {
    icon: 'truck',
    title: deliveryDelay ? `Livraison rapide, en\u00A0${deliveryDelay.replaceAll(' ', '\u00A0')}` : 'Livraison rapide',
    text: deliveryText || 'Partout au Maroc, jusqu’à votre porte.',
  },
  { icon: 'shield', title: 'Produits autorisés', text: 'Enregistrés auprès de la DMP et de l’ONSSA.' },
  {
    icon: 'leaf',
    title: 'Ingrédients d’exception',
    text: hasOrigins
      ? 'Rose de Kelâat M’Gouna, argan, ghassoul de l’Atlas.'
      : 'Des actifs choisis à la source, pour leur qualité.',
  },
  {
    icon: 'smile',
    title: 'Satisfaction prouvée',
    text: 'Vous vérifiez le colis avant de payer, et nous répondons après.',
  },
]

export function SellingPoints(texts: SellingPointsProps) {
  return (
    <section className={sections.sage} aria-label="Nos engagements">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls sideways must scroll with the keyboard too */}
      <ul className={classes(sections.inside, style.points)} tabIndex={0} aria-label="Nos engagements, à faire défiler">
        {pointsOf(texts).map(({ icon, title, text }) => (
          <li key={title} className={style.point}>
            <Icon name={icon} size={24} />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
