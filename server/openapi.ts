import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

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
  app.get('/api/openapi.json', { config: { access: 'anyone' }, schema: { hide: true } }, async () => app.swagger())
}

/** The wire's side of each codec, whichever way it is used. */
function described(schemas: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(schemas).filter(([, schema]) => schema !== undefined)
  return Object.fromEntries(
    entries.map(([name, schema]) => [
      name,
      z.toJSONSchema(schema as z.ZodMiniType, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' }),
    ]),
  )
}
