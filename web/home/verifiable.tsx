import type { ReactNode } from 'react'
import type { ShopFigures } from '#features/orders/model.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import sections from './sections.module.css'
import style from './verifiable.module.css'

interface VerifiableProps {
  /** Null while they cannot be had. */
  figures: ShopFigures | null
  /** The seller's identity on one line; empty when none is entered. */
  seller: string
  /** The number of the declaration of personal data; empty when none is entered. */
  cndpNumber: string
}

/** Only what a visitor can check at the door, in the shop's own orders or in a public register. */
export function Verifiable({ figures, seller, cndpNumber }: VerifiableProps) {
  const { delivered = null, cities = null, years = null } = figures ?? {}
  const counted = [
    { value: delivered, label: 'commandes livrées' },
    { value: cities, label: 'villes servies' },
    { value: years, label: years === 1 ? 'an de livraisons' : 'ans de livraisons' },
  ].filter(({ value }) => value !== null)
  return (
    <section className={sections.sage} aria-labelledby="verifier">
      <div className={classes(sections.inside, sections.section)}>
        <div className={classes(common.stack, sections.head)}>
          <h2 id="verifier">Ce que vous pouvez vérifier</h2>
        </div>
        {counted.length > 0 && (
          <dl className={style.figures}>
            {counted.map(({ value, label }) => (
              <div key={label} className={style.figure}>
                <dt>{label}</dt>
                <dd>{formatInteger(value!)}</dd>
              </div>
            ))}
          </dl>
        )}
        <ul className={style.facts}>
          <Fact icon="box" title="Le colis, avant de payer">
            Ouvrez-le devant le livreur et regardez ce qu’il contient.
          </Fact>
          <Fact icon="cash" title="Le prix, au dirham près">
            Le total de votre commande est ce que le livreur demande, en espèces, à la réception. Rien avant.
          </Fact>
          {seller !== '' && (
            <Fact icon="shield" title="Qui vous vend">
              {seller}
            </Fact>
          )}
          {cndpNumber !== '' && (
            <Fact icon="user-check" title="Vos données personnelles">
              Déclaration à la CNDP n°&nbsp;{cndpNumber}.
            </Fact>
          )}
        </ul>
      </div>
    </section>
  )
}

function Fact({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li className={style.fact}>
      <span className={style.arch}>
        <Icon name={icon} size={28} />
      </span>
      <h3>{title}</h3>
      <p>{children}</p>
    </li>
  )
}
