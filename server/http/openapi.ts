import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { errorAnswer } from '#platform/http/errors.ts'

/** Serves `GET /api/openapi.json`, made from the schemas that check the requests. */
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
          ...describeSchemas({ body, params, querystring }),
          ...(response ? { response: describeSchemas(response as Record<string, unknown>) } : {}),
        },
      }
    },
  })
  app.get('/api/openapi.json', { config: { access: 'anyone' }, schema: { hide: true } }, async () =>
    withErrors(app.swagger()),
  )
}

/** JSON schemas of the wire's side of each codec, for requests and answers alike. */
function describeSchemas(schemas: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(schemas).filter(([, schema]) => schema !== undefined)
  return Object.fromEntries(entries.map(([name, schema]) => [name, schemaOf(schema as z.ZodMiniType)]))
}

const schemaOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' })

interface OpenApiDocument {
  paths?: Record<string, Record<string, { responses: Record<string, object> }>>
  components?: object
}

/** Adds the common error answer to every call. */
function withErrors(document: object): OpenApiDocument {
  const { paths = {}, components } = document as OpenApiDocument
  for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path)))
    responses.default = { $ref: '#/components/responses/Refused' }
  const content = { 'application/json': { schema: schemaOf(errorAnswer) } }
  return {
    ...document,
    components: { ...components, responses: { Refused: { description: 'A refusal', content } } },
  }
}
