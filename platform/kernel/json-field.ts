import * as z from 'zod/mini'
import { says } from './codecs.ts'

/** JSON in a field of a form. */
export const json = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed, context) => {
        try {
          return JSON.parse(typed) as unknown
        } catch {
          context.issues.push({ code: 'custom', input: typed, message: says('json', 'Ce champ n’est pas du JSON.') })
          return z.NEVER
        }
      }),
    ),
    schema,
  )
