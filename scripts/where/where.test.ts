import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scheduledJobs } from '#server/scheduled-jobs.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { jobsOf } from './lists.ts'
import { WHERE_FILE, whereIsWhat } from './page.ts'
import { Sources } from './sources.ts'

const REMEDY = 'docs/WHERE.md is not what the sources say: `npm run where` writes it anew'

let shop: TestShop
let page: string
beforeAll(async () => {
  shop = await openTestShop()
  page = whereIsWhat()
})
afterAll(() => shop.close())

test('docs/WHERE.md says where everything stands', () => {
  expect(readFileSync(WHERE_FILE, 'utf8') === page, REMEDY).toBe(true)
})

test('every call that the shop describes has its line there', async () => {
  const { json } = await shop.call('GET', '/api/openapi.json')
  const paths = Object.entries<object>(json.paths).filter(([path]) => path !== '/api/{*}')
  const calls = paths.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `\`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}\``),
  )
  expect(calls.length).toBeGreaterThan(50)
  expect(calls.filter((call) => !page.includes(call))).toEqual([])
})

test('every scheduled job has its line there', () => {
  const daily = { folder: 'backups', hour: 0, retained: 2 }
  const jobs = scheduledJobs(
    shop.first.shop,
    () => undefined,
    daily,
    async () => undefined,
  )
  expect(jobs.length).toBeGreaterThan(3)
  expect(jobsOf(new Sources()).map(({ name }) => name)).toEqual(jobs.map(({ name }) => name))
  for (const { name } of jobs) expect(page).toContain(`\n| ${name} | `)
})
