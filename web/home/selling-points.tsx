import { Link } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { classes } from '#web/ui/class-names.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import sections from './sections.module.css'
import style from './selling-points.module.css'

interface Point {
  icon: IconName
  title: string
  text: string
  /** The page that proves it. */
  to: string
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
    to: `${addresses.terms}#livraison`,
  },
  {
    icon: 'shield',
    title: 'Produits autorisés',
    text: 'Enregistrés auprès de la DMP et de l’ONSSA.',
    to: `${addresses.about}#certification`,
  },
  {
    icon: 'leaf',
    title: 'Ingrédients d’exception',
    text: hasOrigins
      ? 'Rose de Kelâat M’Gouna, argan, ghassoul de l’Atlas.'
      : 'Des actifs choisis à la source, pour leur qualité.',
    to: addresses.about,
  },
  {
    icon: 'smile',
    title: 'Satisfaction prouvée',
    text: 'Vous vérifiez le colis avant de payer, nous restons joignables ensuite.',
    to: `${addresses.terms}#changer-d-avis`,
  },
]

export function SellingPoints(texts: SellingPointsProps) {
  return (
    <section className={sections.sage} aria-label="Nos engagements">
      <ul className={classes(sections.inside, style.points)}>
        {pointsOf(texts).map(({ icon, title, text, to }) => (
          <li key={title} className={style.point}>
            <Icon name={icon} size={24} />
            <h2>
              <Link to={to}>{title}</Link>
            </h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
