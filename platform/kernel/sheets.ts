import * as z from 'zod/mini'
import { json } from './codecs.ts'
import { SHEET_COLUMNS_FIELD } from './list-limits.ts'

/** A field's heading, or none, by the field's name. */
const columns = z.record(z.string().check(z.maxLength(50)), z.nullable(z.string().check(z.maxLength(300))))

/** Fields of every form with a table: the headings that were chosen, and, to apply it, the digest of the preview. */
export const sheetForm = {
  [SHEET_COLUMNS_FIELD]: z.optional(json(columns)),
  digest: z.optional(z.string().check(z.maxLength(100))),
}

/** A table that was looked at: its headings, those of our fields, and what would become of each row. */
export const sheetAnswer = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    headings: z.array(z.string()),
    columns,
    /** Fields without which nothing can be applied, and for which a heading must be chosen. */
    missing: z.array(z.string()),
    digest: z.string(),
    rows: z.array(row),
  })
