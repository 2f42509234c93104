import type { ReactNode } from 'react'
import type { SellerFact } from '#features/settings/model.ts'
import type { FigureInWords } from '#web/shell/shop-figures.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import sections from './sections.module.css'
import style from './verifiable.module.css'

/** Stands between the facts of the seller where they are one line. */
const SELLER_JOIN = '\u00A0· '

interface VerifiableProps {
  figures: readonly FigureInWords[]
  /** The seller's identity on one line; empty when none is entered. */
  seller: string
  licences: readonly SellerFact[]
  /** The number of the declaration of personal data; empty when none is entered. */
  cndpNumber: string
}

export function Verifiable({ figures, seller, licences, cndpNumber }: VerifiableProps) {
  return (
    <section className={sections.sage} aria-labelledby="verifier">
      <div className={classes(sections.inside, sections.section)}>
        <div className={classes(common.stack, sections.head)}>
          <h2 id="verifier">Ce que vous pouvez attendre de nous</h2>
        </div>
        <div className={figures.length > 0 ? style.both : undefined}>
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
            <Fact icon="box" title="Vous ouvrez avant de payer">
              Ouvrez le colis devant le livreur et regardez ce qu’il contient.
            </Fact>
            <Fact icon="cash" title="Le prix exact, au centime">
              Le total de votre commande est ce que le livreur demande, en espèces, à la réception. Rien avant.
            </Fact>
            {seller !== '' && (
              <Fact icon="shield" title="Qui vous vend">
                {seller.split(SELLER_JOIN).map((part) => (
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
              <Fact icon="user-check" title="Vos données personnelles">
                Déclaration à la CNDP n°&nbsp;{cndpNumber}.
              </Fact>
            )}
          </ul>
        </div>
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
