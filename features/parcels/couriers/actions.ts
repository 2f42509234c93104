import type { DbOrTx, Tx } from '#platform/db/database.ts'
import { constraintOf } from '#platform/db/errors.ts'
import type { CourierId } from '#platform/kernel/ids.ts'
import { ZERO } from '#platform/kernel/money.ts'
import { acceptPhone } from '#platform/kernel/phone.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import type { ChosenColumns } from '#platform/sheets/columns.ts'
import { digestOf, mustBeAsPreviewed, mustHaveColumns } from '#platform/sheets/preview.ts'
import { readSheet, type Sheet } from '#platform/sheets/read-sheet.ts'
import { foldWord } from '#platform/sheets/words.ts'
import { missingFields } from '../handovers/rules.ts'
import type { CourierState, FileColumn, FileField } from '../model.ts'
import type { CourierRequest, TariffPreview } from './contract.ts'
import { isAlwaysAsked } from './courier-words.ts'
import {
  findCourier,
  holdCourier,
  listTariffs,
  storeCourier,
  storeCourierChange,
  storeFile,
  storeTariffs,
  storeWord,
  type WholeCourier,
} from './queries.ts'
import { KNOWN_HEADINGS } from './rules.ts'
import { changesOf, planTariff } from './tariff.ts'

const unknownCourier = () => new Refusal('missing', 'unknown_courier', 'Ce livreur n’existe pas.')

/** Finds a courier. Refuses (404) an unknown one. */
export async function getCourier(db: DbOrTx, id: CourierId) {
  const found = await findCourier(db, id)
  if (!found) throw unknownCourier()
  return found
}

/** Locks a courier. Refuses (404) an unknown one. */
async function getHeldCourier(tx: Tx, id: CourierId): Promise<void> {
  if (!(await holdCourier(tx, id))) throw unknownCourier()
}

/** What a form leaves out is nothing; a courier is at work unless it says otherwise. */
const wholeCourier = ({ phone, ...courier }: CourierRequest): WholeCourier => ({
  ...courier,
  phone: phone === null ? null : acceptPhone(phone),
  tolerance: courier.tolerance ?? ZERO,
  isActive: courier.isActive ?? true,
})

/** Adds a courier. Refuses (422) a name that another one has. */
export const addCourier = (tx: Tx, courier: CourierRequest, now: Date): Promise<CourierId> =>
  underOneName(storeCourier(tx, wholeCourier(courier), now))

/** Changes a courier. Refuses (404) an unknown one and (422) a name that another one has. */
export async function changeCourier(tx: Tx, id: CourierId, courier: CourierRequest): Promise<void> {
  await getHeldCourier(tx, id)
  await underOneName(storeCourierChange(tx, id, wholeCourier(courier)))
}

async function underOneName<Stored>(storing: PromiseLike<Stored>): Promise<Stored> {
  try {
    return await storing
  } catch (error) {
    if (constraintOf(error) !== 'a_courier_has_its_own_name') throw error
    throw invalidField('name', 'courier_name_taken', 'Un autre livreur porte déjà ce nom.')
  }
}

export interface PastedTariff {
  sheet: Sheet
  columns: ChosenColumns | undefined
  cities: Readonly<Record<string, string>> | undefined
}

/** Says what a tariff would change. Refuses (404) an unknown courier. */
export async function previewTariff(db: DbOrTx, id: CourierId, pasted: PastedTariff): Promise<TariffPreview> {
  await getCourier(db, id)
  const planned = planTariff(pasted, await listTariffs(db, id))
  return { ...planned, digest: digestOf(changesOf(planned.rows)) }
}

/** Applies the tariff that was previewed. Refuses (404) an unknown courier and (409) changes that are others by now. */
export async function applyTariff(tx: Tx, id: CourierId, pasted: PastedTariff, digest: string | undefined) {
  await getHeldCourier(tx, id)
  const { rows, missing, cities_without_fee } = planTariff(pasted, await listTariffs(tx, id))
  mustHaveColumns(missing)
  const changes = changesOf(rows)
  mustBeAsPreviewed(digest, changes)
  await storeTariffs(
    tx,
    id,
    changes.map(({ row: _, verdict: __, ...tariff }) => tariff),
  )
  return { applied: changes.length, cities_without_fee }
}

/** Gives a word of a courier its meaning, from now on. Refuses (404) an unknown courier, (422) no word and one that is always asked. */
export async function nameWord(tx: Tx, id: CourierId, word: string, state: CourierState): Promise<void> {
  await getHeldCourier(tx, id)
  const folded = foldWord(word)
  if (folded === '') throw invalidField('label', 'label_empty', 'Écrivez le mot du livreur.')
  if (isAlwaysAsked(word))
    throw invalidField(
      'label',
      'label_always_asked',
      `«\u00A0${word}\u00A0» se vérifie chaque fois\u00A0: ce mot ne dit pas où est le colis entier.`,
    )
  await storeWord(tx, id, { folded, word, state })
}

/** The headings of a courier's template, each with the field that its whole name tells. */
export function readTemplate(line: string) {
  const { headings } = readSheet(line)
  const known = new Map(
    (Object.keys(KNOWN_HEADINGS) as FileField[]).flatMap((field) =>
      KNOWN_HEADINGS[field]!.map((heading) => [foldWord(heading), field] as const),
    ),
  )
  return headings
    .filter((heading) => heading !== '')
    .map((heading) => ({ heading, field: known.get(foldWord(heading)) ?? null }))
}

/** Stores the columns of a courier's file. Refuses (404) an unknown courier and (422) a file without what each delivery needs. */
export async function changeFile(
  tx: Tx,
  id: CourierId,
  { columns, isAccepted }: { columns: FileColumn[]; isAccepted: boolean },
  now: Date,
): Promise<void> {
  await getHeldCourier(tx, id)
  const missing = missingFields(columns)
  if (missing.length > 0)
    throw invalidField('columns', 'file_fields_missing', `Il manque une colonne pour\u00A0: ${missing.join(', ')}.`)
  const { formatAcceptedAt } = await getCourier(tx, id)
  await storeFile(tx, id, { fileColumns: columns, formatAcceptedAt: isAccepted ? (formatAcceptedAt ?? now) : null })
}
