import type { FigureInWords } from '#web/shell/shop-figures.ts'
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
  /** The shop's, such as `130 commandes livrées`. */
  figures: readonly FigureInWords[]
}

const pointsOf = ({ deliveryText, deliveryDelay, hasOrigins, figures }: SellingPointsProps): readonly Point[] => [
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
    text:
      figures.length > 0
        ? `${figures.map(({ figure, words }) => `${figure}\u00A0${words}`).join(', ')}.`
        : 'Une équipe qui répond, avant et après la commande.',
  },
]

export function SellingPoints(texts: SellingPointsProps) {
  return (
    <section className={sections.sage} aria-label="Nos engagements">
      <ul className={classes(sections.inside, style.points)}>
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
