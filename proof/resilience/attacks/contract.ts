import { ask } from '../shop.ts'

/** The subset of JSON Schema that our contract uses. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema | boolean
  minimum?: number
  maximum?: number
  minItems?: number
  format?: string
}

/** One call of the contract. */
export interface Operation {
  method: string
  /** With its parameters in braces. */
  path: string
  /** Names in the path and in the query, with what they take. */
  inPath: Map<string, Schema>
  inQuery: Map<string, Schema>
  body: Schema | null
}

interface DescribedCall {
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}

/** Every call that `/api/openapi.json` describes. */
export async function readContract(port: number): Promise<Operation[]> {
  const { text } = await ask(port, 'GET', '/api/openapi.json')
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, DescribedCall>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const place = (where: string) =>
        new Map(parameters.filter((each) => each.in === where).map(({ name, schema = {} }) => [name, schema]))
      const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? null
      return { method: method.toUpperCase(), path, inPath: place('path'), inQuery: place('query'), body }
    }),
  )
}
