import { Link } from 'react-router'
import type { Wish } from '../on-sale.ts'
import type { Sources } from '../pictures.ts'
import { Band, BandLinks } from './band.tsx'

/** The products of the picture, from its left to its right. */
export const ORIGINS: readonly { title: string; request: Wish }[] = [
  { title: 'Ghassoul', request: { search: 'ghassoul' } },
  { title: 'Eau de rose', request: { search: 'eau de rose' } },
  { title: 'Argan', request: { search: 'argan' } },
]

interface OriginsProps {
  pictures: Sources
  links: readonly { title: string; to: string }[]
}

/** The land of the best known ingredients. */
export const Origins = ({ pictures, links }: OriginsProps) => (
  <Band id="terroir" title="Le Maroc, dans vos soins" pictures={pictures}>
    <p>La rose de Kelâat M’Gouna, l’argan et le ghassoul de l’Atlas, pour des gestes de tous les jours.</p>
    <BandLinks>
      {links.map(({ title, to }) => (
        <li key={title}>
          <Link to={to} prefetch="intent">
            {title}
          </Link>
        </li>
      ))}
    </BandLinks>
  </Band>
)
