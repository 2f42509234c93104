import type { ReactNode } from 'react'
import type { SellerFact } from '#features/settings/model.ts'
import type { FigureInWords } from '#web/shell/shop-figures.ts'
import common from '#web/ui/common.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
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
}

/** Says of the shop what its orders or a register prove; renders nothing of what is not entered. */
export function Verifiable({ figures, seller, licences, cndpNumber }: VerifiableProps) {
  const identity = seller.split(SELLER_JOIN).filter((part) => part !== '' && !PLACEHOLDER.test(part))
  if (figures.length + identity.length + licences.length === 0 && cndpNumber === '') return null
  return (
    <div className={style.verifiable}>
      {figures.length > 0 && (
        <dl className={style.figures}>
          {figures.map(({ figure, words }) => (
            <div key={words} className={style.figure}>
              <dt>{words}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className={style.facts}>
        {identity.length > 0 && (
          <Fact icon="shield" title="Votre vendeur">
            {identity.map((part) => (
              <span key={part} className={common.block}>
                {part}
              </span>
            ))}
          </Fact>
        )}
        {licences.length > 0 && (
          <Fact icon="leaf" title="Nos autorisations">
            {licences.map(({ name, value }) => `${name} n°\u00A0${value}`).join(' · ')}
          </Fact>
        )}
        {cndpNumber !== '' && (
          <Fact icon="user" title="Vos données personnelles">
            Déclaration à la CNDP n°&nbsp;{cndpNumber}.
          </Fact>
        )}
      </ul>
    </div>
  )
}

const Fact = ({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) => (
  <li className={style.fact}>
    <Icon name={icon} size={24} />
    <h3>{title}</h3>
    <p>{children}</p>
  </li>
)
