import { Link } from 'react-router'
import type { CardProduct } from '#features/catalogue/model.ts'
import { addresses } from '#web/addresses.ts'
import { Saving } from '#web/catalogue/shop/saving.tsx'
import { shopAddress } from '#web/catalogue/shop/shop-query.ts'
import type { Wish } from '../on-sale.ts'
import type { Sources } from '../pictures.ts'
import style from './band.module.css'
import { Band, BandLinks } from './band.tsx'

/** The pack of the picture, by its name. */
export const SHOWN_PACK = { category: 'pack', search: 'Pack Soirée calme' } as const satisfies Wish

interface RoutinesProps {
  pictures: Sources
  pack: Pick<CardProduct, 'id' | 'name' | 'separately' | 'userPrice'>
  /** Packs on sale. */
  count: number
}

/** One pack of the shop, and the way to the others. */
export const Routines = ({ pictures, pack, count }: RoutinesProps) => (
  <Band id="routines" title="Des routines toutes prêtes" pictures={pictures} isDark>
    <p>
      Une tisane, du magnésium et un beurre corporel pour ralentir le soir
      {pack.separately !== null && (
        <span className={style.saving}>
          &nbsp;: en pack, vous économisez{' '}
          <b>
            <Saving separately={pack.separately} price={pack.userPrice} />
          </b>
        </span>
      )}
      .
    </p>
    <BandLinks>
      <li>
        <Link to={addresses.product(pack.id)} prefetch="intent">
          {pack.name}
        </Link>
      </li>
      {count > 1 && (
        <li>
          <Link to={shopAddress({ category: 'pack' })} prefetch="intent">
            Voir les {count}&nbsp;packs
          </Link>
        </li>
      )}
    </BandLinks>
  </Band>
)
