import type { ShopFigures } from '#features/orders/model.ts'
import { formatInteger } from '#platform/kernel/text.ts'

export interface FigureInWords {
  figure: string
  words: string
}

/** The figures of the shop that are worth showing, each with its words. */
export const figuresInWords = ({ delivered, cities, years }: ShopFigures): FigureInWords[] => [
  ...(delivered === null ? [] : [{ figure: formatInteger(delivered), words: 'commandes livrées' }]),
  ...(cities === null ? [] : [{ figure: `${cities}`, words: 'villes desservies' }]),
  ...(years === null
    ? []
    : [{ figure: years === 1 ? '1\u00A0an' : `${years}\u00A0ans`, words: 'depuis la première commande' }]),
]
