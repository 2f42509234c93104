import type { ReactNode } from 'react'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Gist, type GistEntry } from './gist.tsx'
import { NumberedSection } from './numbered-section.tsx'
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
  <NumberedSection id={id} number={numberOf(id)} title={TITLES[id]}>
    {children}
  </NumberedSection>
)

const GIST: readonly GistEntry[] = [
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

/** The essential of the terms, and the way to their Arabic words. */
export const TermsGist = () => (
  <Gist entries={GIST}>
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
  </Gist>
)

/** The sections of the list of contents; the last one stands there once the seller is entered. */
export const contentsOf = (hasSeller: boolean) =>
  IDS.filter((id) => hasSeller || id !== 'mentions-legales').map((id) => ({ id, title: TITLES[id] }))
