import type { SellerFact } from '#features/settings/model.ts'
import { ShopFigureList } from '#web/shell/shop-figure-list.tsx'
import type { FigureInWords } from '#web/shell/shop-figures.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Sources } from './pictures.ts'
import style from './verifiable.module.css'

/** Stands between the facts of the seller where they are one line. */
const SELLER_JOIN = '\u00A0· '
/** A number of zeros alone holds the place of one that is not known yet. */
const PLACEHOLDER = /\b0{3,}\b/

interface VerifiableProps {
  figures: readonly FigureInWords[]
  /** The seller's identity on one line; empty when none is entered. */
  seller: string
  licences: readonly SellerFact[]
  /** The number of the declaration of personal data; empty when none is entered. */
  cndpNumber: string
  /** An open parcel. */
  parcel: Sources
}

/** Says of the shop what its orders, a register or the open parcel prove; renders nothing of what is not entered. */
export function Verifiable({ figures, seller, licences, cndpNumber, parcel }: VerifiableProps) {
  const identity = seller.split(SELLER_JOIN).filter((part) => part !== '' && !PLACEHOLDER.test(part))
  const facts = [
    'Vous ouvrez le colis, puis vous payez.',
    identity.length > 0 ? `Votre vendeur\u00A0: ${identity.join(', ')}` : '',
    licences.length > 0
      ? `Autorisations\u00A0: ${licences.map(({ name, value }) => `${name} n°\u00A0${value}`).join(' · ')}`
      : '',
    cndpNumber !== '' ? `Données personnelles\u00A0: déclaration à la CNDP n°\u00A0${cndpNumber}` : '',
  ].filter((fact) => fact !== '')
  return (
    <div className={style.verifiable}>
      <h3>Ce que vous pouvez vérifier</h3>
      <ShopFigureList figures={figures} className={style.figures} />
      <ul>
        {facts.map((fact) => (
          <li key={fact}>
            <Icon name="check" size={18} />
            {fact}
          </li>
        ))}
      </ul>
      <picture>
        <source type="image/avif" srcSet={parcel.avif} sizes="16rem" />
        <img src={parcel.fallback} alt="" width={640} height={640} loading="lazy" decoding="async" />
      </picture>
    </div>
  )
}
