import type { ShopFigures } from '#features/orders/model.ts'
import { formatInteger } from '#platform/kernel/text.ts'

export interface FigureInWords {
  figure: string
  words: string
}

/** The proof of the shop's satisfied customers: how many parcels arrived in how many cities, unless either says little. */
export const proofInWords = (figures: ShopFigures | null): string =>
  figures === null || figures.delivered === null || figures.cities === null
    ? 'Une équipe qui répond, avant et après la commande.'
    : `${formatInteger(figures.delivered)}\u00A0commandes livrées dans ${figures.cities}\u00A0villes, une équipe qui répond.`

/** The figures of the shop that are worth showing, each with its words. */
export const figuresInWords = ({ delivered, cities, years }: ShopFigures): FigureInWords[] => [
  ...(delivered === null ? [] : [{ figure: formatInteger(delivered), words: 'commandes livrées' }]),
  ...(cities === null ? [] : [{ figure: `${cities}`, words: 'villes desservies' }]),
  ...(years === null
    ? []
    : [{ figure: years === 1 ? '1\u00A0an' : `${years}\u00A0ans`, words: 'depuis la première commande' }]),
]
