import { type Centimes, formatShortDirhams } from '#platform/kernel/money.ts'
import { type AllSettings, type Rates, ratesOf, type SellerFact, type SellerFacts } from './model.ts'

/** Stands for today's fees in the words about delivery. */
const FEES = '{frais}'

/** More cities than these are not named one by one. */
const MOST_NAMED = 4

/** The cheapest and the dearest delivery of today, whatever the city. */
export function feeSpan({ fees, otherFee }: Rates): { least: Centimes; most: Centimes } {
  const all = [otherFee, ...Object.values(fees)]
  return { least: Math.min(...all) as Centimes, most: Math.max(...all) as Centimes }
}

/** All fees in a few words: `20 DH à Casablanca, 35 DH ailleurs`, or `de 20 à 45 DH selon la ville`. */
export function feesInWords(rates: Rates): string {
  const { fees, otherFee } = rates
  const others = Object.entries(fees).filter(([, fee]) => fee !== otherFee)
  if (others.length === 0) return `${price(otherFee)} partout`
  if (others.length > MOST_NAMED || others.some(([city]) => city === 'autre')) {
    const { least, most } = feeSpan(rates)
    return `de ${formatShortDirhams(least).replace('\u00A0DH', '')} à ${formatShortDirhams(most)} selon la ville`
  }
  const byFee = new Map<Centimes, string[]>()
  for (const [city, fee] of others) byFee.set(fee, [...(byFee.get(fee) ?? []), city])
  return [
    ...[...byFee].map(([fee, cities]) => `${price(fee)} à ${listed(cities)}`),
    `${price(otherFee)} ailleurs`,
  ].join(', ')
}

const price = (fee: Centimes): string => (fee === 0 ? 'offerte' : formatShortDirhams(fee))

const listed = (cities: readonly string[]): string => cities.join(', ').replace(/, ([^,]+)$/, ' et $1')

/** The words about delivery with today's fees in them. */
export const deliveryInWords = (
  settings: Pick<AllSettings, 'deliveryText' | 'deliveryFee' | 'cityFees' | 'discountPercent'>,
): string => settings.deliveryText.replaceAll(FEES, feesInWords(ratesOf(settings)))

/** The seller's identity on one line, without what is not entered. */
export const sellerInWords = (settings: AllSettings): string =>
  [
    settings.sellerCompany,
    settings.sellerRc && `RC\u00A0${settings.sellerRc}`,
    settings.sellerIce && `ICE\u00A0${settings.sellerIce}`,
    settings.sellerIf && `IF\u00A0${settings.sellerIf}`,
    settings.sellerAddress,
  ]
    .filter((part) => part !== '')
    .join('\u00A0· ')

/** The seller's identity and licences, each with its name, without what is not entered. */
export const sellerFacts = (settings: AllSettings): SellerFacts => ({
  company: settings.sellerCompany,
  address: settings.sellerAddress,
  identity: entered([
    ['Raison sociale', settings.sellerCompany],
    ['Registre du commerce', settings.sellerRc],
    ['ICE', settings.sellerIce],
    ['Identifiant fiscal', settings.sellerIf],
    ['Siège', settings.sellerAddress],
  ]),
  licences: entered([
    ['Cosmétiques, DMP', settings.dmpNumber],
    ['Compléments alimentaires, ONSSA', settings.onssaNumber],
  ]),
})

const entered = (facts: readonly (readonly [name: string, value: string])[]): SellerFact[] =>
  facts.flatMap(([name, value]) => (value === '' ? [] : [{ name, value }]))
