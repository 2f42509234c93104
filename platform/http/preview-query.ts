import * as z from 'zod/mini'

/** `?preview=1` says what a call would do; without it the call does it. */
export const previewQuery = z.object({ preview: z.optional(z.literal('1')) })
