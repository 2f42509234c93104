import { CITIES, findCity } from '#platform/kernel/cities.ts'
import { type Centimes, ZERO } from '#platform/kernel/money.ts'
import { readAmount } from '#platform/sheets/amounts.ts'
import { type ChosenColumns, chooseColumns, type SheetField } from '#platform/sheets/columns.ts'
import type { Sheet } from '#platform/sheets/read-sheet.ts'
import { foldWord } from '#platform/sheets/words.ts'
import { MAX_WORD } from '../model.ts'
import type { Tariff, TariffPreview, TariffRow } from './contract.ts'
import type { TariffField, TariffVerdict } from './rules.ts'

/** The whole names by which couriers' tariffs are known to call their columns. */
const COLUMNS: Readonly<Record<TariffField, SheetField>> = {
  city: { names: ['Ville', 'Villes', 'Nom de la ville', 'City'], isRequired: true },
  number: { names: ['Id ville', 'Code ville', 'Numéro de la ville', 'City ID'] },
  delivered: { names: ['Prix (DH)', 'Prix', 'Tarif', 'Frais de livraison', 'Frais livré', 'Delivered-Price'] },
  refused: { names: ['Frais de refus', 'Frais de refuse', 'Frais refusé', 'Refused-Price'] },
  returned: { names: ['Frais de retour', 'Returned-Price'] },
  delay: { names: ['Délai', 'Délais', 'Délai de livraison', 'Délais de livraison'] },
}

interface Pasted {
  sheet: Sheet
  columns: ChosenColumns | undefined
  /** Their names for cities of ours that are called otherwise, by our name. */
  cities: Readonly<Record<string, string>> | undefined
}

type Planned = Omit<TariffPreview, 'digest'>

/**
 * Says of each row of a tariff what it would change. Cities are compared whole; one of ours that they call otherwise is
 * chosen. What the table does not say stays as it is.
 */
export function planTariff({ sheet, columns: chosen, cities }: Pasted, known: readonly Tariff[]): Planned {
  const columns = chooseColumns(sheet, COLUMNS, chosen)
  const chosenCities = new Map(Object.entries(cities ?? {}).map(([ours, theirs]) => [foldWord(theirs), ours]))
  const before = new Map(known.map((tariff) => [tariff.city, tariff]))
  const cityOf = (name: string): string | null => findCity(chosenCities.get(foldWord(name)) ?? name)
  const named =
    columns.missing.length > 0 ? [] : sheet.rows.filter(({ cells }) => foldWord(columns.read(cells, 'city')) !== '')
  const count = new Map<string, number>()
  for (const { cells } of named) {
    const city = cityOf(columns.read(cells, 'city'))
    if (city !== null) count.set(city, (count.get(city) ?? 0) + 1)
  }
  const rows = named.map(({ rowNumber, cells }): TariffRow => {
    const read = (field: TariffField) => columns.read(cells, field)
    const theirName = read('city').slice(0, MAX_WORD)
    const city = cityOf(theirName)
    const old = city === null ? undefined : before.get(city)
    const fees = {
      delivered: feeIn(read('delivered')),
      refused: feeIn(read('refused')),
      returned: feeIn(read('returned')),
    }
    const row = {
      theirName,
      theirNumber: read('number').slice(0, MAX_WORD) || (old?.theirNumber ?? null),
      feeDelivered: fees.delivered.amount ?? old?.feeDelivered ?? null,
      feeRefused: fees.refused.amount ?? old?.feeRefused ?? null,
      feeReturned: fees.returned.amount ?? old?.feeReturned ?? null,
      delay: read('delay').slice(0, MAX_WORD) || (old?.delay ?? null),
    }
    const isUnreadable = Object.values(fees).some(({ isReadable }) => !isReadable)
    return { row: rowNumber, city, ...row, verdict: verdictOf() }

    function verdictOf(): TariffVerdict {
      if (city === null) return 'other_city'
      if (count.get(city)! > 1) return 'twice'
      if (isUnreadable) return 'amount'
      if (!old) return 'added'
      return (Object.keys(row) as (keyof typeof row)[]).every((name) => row[name] === old[name]) ? 'same' : 'changed'
    }
  })
  const after = new Map(known.map(({ city, feeDelivered }) => [city, feeDelivered]))
  for (const row of changesOf(rows)) after.set(row.city, row.feeDelivered)
  return {
    headings: [...sheet.headings],
    columns: { ...columns.headings },
    missing: [...columns.missing],
    rows,
    changes: changesOf(rows).length,
    cities_without_fee: CITIES.filter((city) => (after.get(city) ?? null) === null),
  }
}

/** Rows that a tariff stores, of one of our cities each. */
export const changesOf = (rows: readonly TariffRow[]): (TariffRow & { city: string })[] =>
  rows.flatMap((row) => (row.verdict === 'added' || row.verdict === 'changed' ? [{ ...row, city: row.city! }] : []))

function feeIn(cell: string): { amount: Centimes | null; isReadable: boolean } {
  const amount = readAmount(cell)
  if (amount === 'unknown') return { amount: null, isReadable: true }
  return amount === 'unreadable' || amount < ZERO ? { amount: null, isReadable: false } : { amount, isReadable: true }
}
