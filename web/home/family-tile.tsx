import { Link } from 'react-router'
import { type Category, countedProducts } from '#features/catalogue/model.ts'
import care from '#web/assets/scenes/care-640.webp'
import food from '#web/assets/scenes/food-640.webp'
import both from '#web/assets/scenes/hair-640.webp'
import { FAMILY_WORDS } from '#web/catalogue/shop/family-words.ts'
import { shopAddress } from '#web/catalogue/shop/shop-query.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './family-tile.module.css'

/** One of each family. */
export const FAMILY_PICTURES = { supplement: food, cosmetic: care, pack: both } as const satisfies Record<
  Category,
  string
>

const TITLES = {
  supplement: 'Prendre soin de sa forme',
  cosmetic: 'Prendre soin de sa beauté',
  pack: 'Des routines toutes prêtes',
} as const satisfies Record<Category, string>

interface FamilyTileProps {
  family: Category
  /** Its products on sale; undefined while they cannot be counted. */
  count: number | undefined
}

/** Leads from the cards of one family to another one, whose pictures have another ground. */
export function FamilyTile({ family, count }: FamilyTileProps) {
  return (
    <div className={style.tile}>
      <div className={classes(common.stack, common.targets, style.words)}>
        <h3>{TITLES[family]}</h3>
        <p>{FAMILY_WORDS[family]}.</p>
        <Link to={shopAddress({ category: family })} prefetch="intent">
          {count === undefined || count < 2 ? 'Voir tout' : `Voir les ${countedProducts(count)}`}
        </Link>
      </div>
      <img src={FAMILY_PICTURES[family]} alt="" width={640} height={640} loading="lazy" decoding="async" />
    </div>
  )
}
