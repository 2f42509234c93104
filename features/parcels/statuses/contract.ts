import * as z from 'zod/mini'
import { as, id, instant, json, oneLine, record, typedId } from '#platform/kernel/codecs.ts'
import type { CourierId, OrderId } from '#platform/kernel/ids.ts'
import { MAX_PASTED_ROWS } from '#platform/kernel/list-limits.ts'
import { sheetAnswer, sheetForm } from '#platform/kernel/sheets.ts'
import { PARCEL_STATES } from '../model.ts'
import { DECISIONS, STATUS_VERDICTS, type StatusVerdict } from './rules.ts'

const parcelState = z.enum(PARCEL_STATES)

/** A person's word about one row of the file, in place of the courier's. */
const decision = z.object({ row: z.int(), state: z.enum(DECISIONS) })

/** The form of a file of statuses: beside the table its courier, and what a person decided about rows. */
export const statusForm = z.object({
  ...sheetForm,
  courier_id: typedId<CourierId>(),
  decisions: z.optional(json(z.array(decision).check(z.maxLength(MAX_PASTED_ROWS)))),
  name: z.optional(oneLine(150, 0)),
})

const statusRow = record({
  row: z.int(),
  tracking: z.string(),
  id: as('OrderID', z.nullable(id<OrderId>())),
  before: z.nullable(parcelState),
  word: z.string(),
  after: z.nullable(parcelState),
  /** Until when the parcel is put off. */
  until: z.nullable(instant),
  verdict: z.enum(Object.keys(STATUS_VERDICTS) as [StatusVerdict]),
})

export type StatusRow = z.output<typeof statusRow>

export const statusPreview = z.extend(sheetAnswer(statusRow), {
  changes: z.int(),
  /** Words whose meaning nobody has said yet. */
  unknown_words: z.array(z.string()),
})

export type StatusPreview = z.output<typeof statusPreview>

export const statusApplied = z.object({ applied: z.int(), left: z.int() })
