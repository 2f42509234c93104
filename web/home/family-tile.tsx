import { Link } from 'react-router'
import { type Category, countedProducts } from '#features/catalogue/model.ts'
import capsules from '#web/assets/scenes/capsules-640.webp'
import cream from '#web/assets/scenes/even-640.webp'
import petals from '#web/assets/scenes/lost-640.webp'
import { FAMILY_WORDS } from '#web/catalogue/shop/family-words.ts'
import { shopAddress } from '#web/catalogue/shop/shop-query.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './family-tile.module.css'

/** A texture for each family, whatever its products are. */
const PICTURES = { supplement: capsules, cosmetic: petals, pack: cream } as const satisfies Record<Category, string>

const TITLES = {
  supplement: 'Prendre soin de sa forme',
  cosmetic: 'Prendre soin de sa peau',
  pack: 'Des routines toutes prêtes',
} as const satisfies Record<Category, string>

interface FamilyTileProps {
  family: Category
  /** Its products on sale; undefined while they cannot be counted. */
  count: number | undefined
}

/** Parts two rows of cards whose pictures have one ground, and leads to another family, which has another. */
export function FamilyTile({ family, count }: FamilyTileProps) {
  return (
    <div className={style.tile}>
      <div className={classes(common.stack, common.targets, style.words)}>
        <h3>{TITLES[family]}</h3>
        <p>{FAMILY_WORDS[family]}.</p>
        <Link to={shopAddress({ category: family })} prefetch="intent">
          {count === undefined ? 'Voir tout' : `Voir les ${countedProducts(count)}`}
        </Link>
      </div>
      <img src={PICTURES[family]} alt="" width={640} height={640} loading="lazy" decoding="async" />
    </div>
  )
}
