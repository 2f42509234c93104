import { type ReactNode, useRef } from 'react'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import style from './prose.module.css'

/** Titles of the terms, in their order, by the end of the address that leads to each. */
const TITLES = {
  commander: 'Qui peut commander',
  prix: 'Produits et prix',
  livraison: 'Livraison et paiement',
  'ouvrir-le-colis': 'Ouvrir le colis',
  'changer-d-avis': 'Changer d’avis, sous sept jours',
  'codes-promo': 'Codes promo',
  comptes: 'Comptes fournisseur et acheteur',
  donnees: 'Vos données',
  responsabilite: 'Responsabilité',
  modifications: 'Modifications et préavis',
  reclamations: 'Réclamations',
  'mentions-legales': 'Mentions légales',
} as const

type SectionId = keyof typeof TITLES

const IDS = Object.keys(TITLES) as SectionId[]

const numberOf = (id: SectionId): number => IDS.indexOf(id) + 1

/** The end of the address of the Arabic words: going there unfolds them. */
export const ARABIC_ID = 'bil-arabiya'

export const Section = ({ id, children }: { id: SectionId; children: ReactNode }) => (
  <section id={id}>
    <h2 className={style.name}>
      <span className={style.number}>{numberOf(id)}</span> {TITLES[id]}
    </h2>
    {children}
  </section>
)

const GIST: readonly { to: SectionId; icon: IconName; words: string; more: string }[] = [
  { to: 'livraison', icon: 'cash', words: 'Vous payez à la réception', more: 'En espèces, au livreur.' },
  {
    to: 'ouvrir-le-colis',
    icon: 'box',
    words: 'Vous ouvrez avant de payer',
    more: 'Devant le livreur.',
  },
  {
    to: 'changer-d-avis',
    icon: 'refresh',
    words: '7\u00A0jours pour changer d’avis',
    more: 'À compter de la réception.',
  },
]

/** What most people come for, before the whole. */
export const Gist = () => (
  <ul className={style.gist} aria-label="L’essentiel">
    {GIST.map(({ to, icon, words, more }) => (
      <li key={to}>
        <a href={`#${to}`}>
          <span className={style.sign}>
            <Icon name={icon} />
          </span>
          <span>
            <strong>{words}</strong>
            <span className={common.note}>{more}</span>
          </span>
          <Icon name="chevron-right" size={16} />
        </a>
      </li>
    ))}
    <li lang="ar" dir="rtl">
      <a href={`#${ARABIC_ID}`}>
        <span className={style.sign} aria-hidden="true">
          ع
        </span>
        <span>
          <strong>سبعة أيام للتراجع</strong>
          <span className={common.note}>اقرأ بالعربية</span>
        </span>
        <Icon name="chevron-right" size={16} />
      </a>
    </li>
  </ul>
)

/**
 * The list of the sections, beside them or, on phones, folded in a bar that stays in sight; the last one stands there
 * once the seller is entered.
 */
export function Contents({ hasSeller }: { hasSeller: boolean }) {
  const list = useRef<HTMLDetailsElement>(null)
  const fold = () => list.current?.removeAttribute('open')
  return (
    <nav className={style.contents} aria-label="Sommaire">
      <p className={classes(common.strong, style.title)}>Sommaire</p>
      <details ref={list}>
        <summary className={common.strong}>
          Sommaire
          <Icon name="chevron-down" />
        </summary>
        <ul className={classes(common.targets, style.list)}>
          {IDS.filter((id) => hasSeller || id !== 'mentions-legales').map((id) => (
            <li key={id}>
              <a href={`#${id}`} onClick={fold}>
                {numberOf(id)}. {TITLES[id]}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}
