import * as z from 'zod/mini'
import { as, dirhams, flag, id, instant, json, nameOf, oneLine, orNull, record, says } from '#platform/kernel/codecs.ts'
import type { CourierId } from '#platform/kernel/ids.ts'
import { acceptPhone } from '#platform/kernel/phone.ts'
import { sheetAnswer, sheetForm } from '#platform/kernel/sheets.ts'
import {
  COURIER_STATES,
  FILE_FIELDS,
  type FileField,
  MAX_COLUMNS,
  MAX_COURIER_NAME,
  MAX_WORD,
  TRACKING_PLACE,
} from '../model.ts'
import { TARIFF_VERDICTS } from './rules.ts'

const phone = z
  .string()
  .check(
    z.refine((typed) => acceptPhone(typed) !== null, says('courier_phone', 'Écrivez le numéro du livreur en entier.')),
  )

const trackingAddress = oneLine(300).check(
  z.refine(
    (typed) => /^https:\/\/[^/\s]+\.[^/\s]+\/?/.test(typed) && typed.includes(TRACKING_PLACE),
    says(
      'courier_tracking_address',
      `L’adresse commence par https:// et contient ${TRACKING_PLACE} à la place du numéro de suivi.`,
    ),
  ),
)

const days = z.int().check(z.gte(1), z.lte(90))

const tolerance = dirhams.check(
  z.refine((amount) => amount <= 100, says('courier_tolerance', 'La tolérance va de 0 à 1,00 DH.')),
)

/** A courier as its form sends it. */
export const courierRequest = record({
  name: nameOf(MAX_COURIER_NAME),
  phone: orNull(z.optional(z.nullable(z.union([z.literal(''), phone])))),
  trackingAddress: as('tracking_address', orNull(z.optional(z.nullable(z.union([z.literal(''), trackingAddress]))))),
  settlesEveryDays: as('settles_every', orNull(z.optional(z.nullable(days)))),
  tolerance: z.optional(tolerance),
  isActive: as('active', z.optional(flag)),
})

export type CourierRequest = z.output<typeof courierRequest>

const courierFields = {
  id: id<CourierId>(),
  name: z.string(),
  phone: z.nullable(z.string()),
  trackingAddress: as('tracking_address', z.nullable(z.string())),
  settlesEveryDays: as('settles_every', z.nullable(z.int())),
  tolerance: dirhams,
  isActive: as('active', flag),
  formatAcceptedAt: as('format_accepted_at', z.nullable(instant)),
  /** Our cities for which no fee is known, in the order of the form. */
  citiesWithoutFee: as('cities_without_fee', z.array(z.string())),
} as const

const courier = record(courierFields)

export type Courier = z.output<typeof courier>

export const couriersAnswer = z.object({ couriers: z.array(courier) })

export const courierAnswer = z.object({ message: z.string(), courier })

const fee = z.nullable(dirhams)

const tariffFields = {
  theirName: as('their_name', z.string()),
  theirNumber: as('their_number', z.nullable(z.string())),
  feeDelivered: as('fee_delivered', fee),
  feeRefused: as('fee_refused', fee),
  feeReturned: as('fee_returned', fee),
  delay: as('days', z.nullable(z.string())),
} as const

const tariff = record({ city: z.string(), ...tariffFields })

export type Tariff = z.output<typeof tariff>

const courierState = z.enum(COURIER_STATES)

const fileField = z.enum(Object.keys(FILE_FIELDS) as [FileField])

const fileColumn = z.object({ heading: oneLine(MAX_WORD), field: fileField, as: z.optional(oneLine(60, 0)) })

/** A courier with what it asks and says. */
export const courierDetail = record({
  ...courierFields,
  tariffs: as('cities', z.array(tariff)),
  words: as('labels', z.array(record({ word: as('label', z.string()), state: courierState }))),
  fileColumns: as('file_columns', z.nullable(z.array(fileColumn))),
})

export type CourierDetail = z.output<typeof courierDetail>

/** A word of a courier, and what it means. */
export const wordRequest = record({ word: as('label', oneLine(MAX_WORD, 0)), state: courierState })

/** The first line of a courier's own template. */
export const templateRequest = z.object({ line: z.string().check(z.maxLength(5_000)) })

/** Its headings, each with the field that its whole name tells. */
export const templateAnswer = z.object({
  columns: z.array(z.object({ heading: z.string(), field: z.nullable(fileField) })),
})

/** The columns of a courier's file, and whether it was accepted once. */
export const fileRequest = record({
  columns: z.array(fileColumn).check(z.minLength(1), z.maxLength(MAX_COLUMNS)),
  isAccepted: as('accepted', flag),
})

/** The form of a tariff: beside the table, which of its names is which of our cities. */
export const tariffForm = z.object({
  ...sheetForm,
  cities: z.optional(json(z.record(z.string().check(z.maxLength(50)), z.string().check(z.maxLength(MAX_WORD))))),
})

const tariffRow = record({
  row: z.int(),
  city: z.nullable(z.string()),
  ...tariffFields,
  verdict: z.enum(Object.keys(TARIFF_VERDICTS) as [keyof typeof TARIFF_VERDICTS]),
})

export type TariffRow = z.output<typeof tariffRow>

/** What a tariff would change, and our cities that would still have no fee. */
export const tariffPreview = z.extend(sheetAnswer(tariffRow), {
  changes: z.int(),
  cities_without_fee: z.array(z.string()),
})

export type TariffPreview = z.output<typeof tariffPreview>

export const tariffApplied = z.object({ applied: z.int(), cities_without_fee: z.array(z.string()) })
