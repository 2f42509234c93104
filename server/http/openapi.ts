import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { errorAnswer } from '#platform/http/errors.ts'

/** `GET /api/openapi.json`: made from the schemas that check the requests. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Boutique', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema = {}, url }) => {
      const { body, params, querystring, response, ...rest } = schema as Record<string, unknown>
      return {
        url,
        schema: {
          ...rest,
          ...described({ body, params, querystring }),
          ...(response ? { response: described(response as Record<string, unknown>) } : {}),
        },
      }
    },
  })
  app.get('/api/openapi.json', { config: { access: 'anyone' }, schema: { hide: true } }, async () =>
    withErrors(app.swagger()),
  )
}

/** The wire's side of each codec, whichever way it is used. */
function described(schemas: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(schemas).filter(([, schema]) => schema !== undefined)
  return Object.fromEntries(entries.map(([name, schema]) => [name, schemaOf(schema as z.ZodMiniType)]))
}

const schemaOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' })

interface Described {
  paths?: Record<string, Record<string, { responses: Record<string, object> }>>
  components?: object
}

/** What every call answers when it says no stands beside what it answers when it does not. */
function withErrors(document: object): Described {
  const { paths = {}, components } = document as Described
  for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path)))
    responses.default = { $ref: '#/components/responses/Refused' }
  const content = { 'application/json': { schema: schemaOf(errorAnswer) } }
  return {
    ...document,
    components: { ...components, responses: { Refused: { description: 'A refusal', content } } },
  }
}
