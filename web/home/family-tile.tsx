import { Link } from 'react-router'
import type { Category } from '#features/catalogue/model.ts'
import ghassoul from '#web/assets/scenes/ghassoul-640.webp'
import honey from '#web/assets/scenes/honey-640.webp'
import rose from '#web/assets/scenes/lost-640.webp'
import { shopAddress } from '#web/catalogue/shop/shop-query.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './family-tile.module.css'

const TILES = {
  supplement: {
    picture: honey,
    title: 'Des compléments, à côté de repas variés',
    text: 'Ils s’ajoutent à une alimentation équilibrée, sans la remplacer.',
    link: 'Voir tout l’alimentaire',
  },
  cosmetic: {
    picture: ghassoul,
    title: 'L’argan, la rose, le ghassoul',
    text: 'Des matières du Maroc, dans nos soins du visage, du corps et des cheveux.',
    link: 'Voir tous les soins',
  },
  pack: {
    picture: rose,
    title: 'Une routine entière, un seul colis',
    text: 'Plusieurs produits réunis, livrés ensemble et payés à la livraison.',
    link: 'Voir tous les packs',
  },
} as const satisfies Record<Category, unknown>

/** Parts two rows of cards whose pictures have one ground, and leads to the whole family. */
export function FamilyTile({ family }: { family: Category }) {
  const { picture, title, text, link } = TILES[family]
  return (
    <div className={style.tile}>
      <div className={classes(common.stack, common.targets, style.words)}>
        <h3>{title}</h3>
        <p>{text}</p>
        <Link to={shopAddress({ category: family })} prefetch="intent">
          {link}
        </Link>
      </div>
      <img src={picture} alt="" width={640} height={640} loading="lazy" decoding="async" />
    </div>
  )
}
