import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTestShop } from '#test/test-app.ts'
import { WHERE_FILE, whereIsWhat } from './page.ts'

const REMEDY = 'docs/WHERE.md is not what the sources say: `npm run where` writes it anew'

test('docs/WHERE.md says where everything stands', () => {
  expect(readFileSync(WHERE_FILE, 'utf8') === whereIsWhat(), REMEDY).toBe(true)
})

test('every call that the shop describes has its line there', async () => {
  const shop = await openTestShop()
  try {
    const { json } = await shop.call('GET', '/api/openapi.json')
    const paths = Object.entries<object>(json.paths).filter(([path]) => path !== '/api/{*}')
    const calls = paths.flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `\`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}\``),
    )
    const page = whereIsWhat()
    expect(calls.length).toBeGreaterThan(50)
    expect(calls.filter((call) => !page.includes(call))).toEqual([])
  } finally {
    await shop.close()
  }
})
