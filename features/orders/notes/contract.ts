import * as z from 'zod/mini'
import { text } from '#platform/kernel/codecs.ts'
import { MAX_STAFF_NOTE } from '../model.ts'

/** A note of the staff on an order. */
export const noteRequest = z.object({ note: text(MAX_STAFF_NOTE) })
