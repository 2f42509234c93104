import type { ReactNode } from 'react'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './terms-sections.module.css'

/** Titles of the terms, in their order, by the end of the address that leads to each. */
const TITLES = {
  commander: 'Qui peut commander',
  prix: 'Produits et prix',
  livraison: 'Livraison et paiement',
  'ouvrir-le-colis': 'Ouvrir le colis',
  'changer-d-avis': 'Changer d’avis, sous sept jours',
  'codes-promo': 'Codes promo',
  comptes: 'Comptes des fournisseurs et des acheteurs',
  donnees: 'Vos données',
  responsabilite: 'Responsabilité',
  modifications: 'Modifications et préavis',
  reclamations: 'Réclamations',
  'mentions-legales': 'Mentions légales',
} as const

type SectionId = keyof typeof TITLES

const IDS = Object.keys(TITLES) as SectionId[]

const titleOf = (id: SectionId): string => `${IDS.indexOf(id) + 1}. ${TITLES[id]}`

export const Section = ({ id, children }: { id: SectionId; children: ReactNode }) => (
  <section id={id}>
    <h2>{titleOf(id)}</h2>
    {children}
  </section>
)

/** The list of the sections, folded on phones; the last one stands there once the seller is entered. */
export const Contents = ({ hasSeller }: { hasSeller: boolean }) => (
  <nav className={style.contents} aria-label="Sommaire">
    <p className={classes(common.strong, style.title)}>Sommaire</p>
    <details>
      <summary className={common.strong}>
        Sommaire
        <Icon name="chevron-down" />
      </summary>
      <ul className={classes(common.targets, style.list)}>
        {IDS.filter((id) => hasSeller || id !== 'mentions-legales').map((id) => (
          <li key={id}>
            <a href={`#${id}`}>{titleOf(id)}</a>
          </li>
        ))}
      </ul>
    </details>
  </nav>
)
