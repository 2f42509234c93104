import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig, VARIABLES } from '#server/config.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Values that the program has no default for: their lines are examples. */
const EXAMPLES = 'DATABASE_URL SMTP_URL MAIL_FROM ADMIN_EMAIL ADMIN_PASSWORD METRICS_TOKEN BACKUP_DIR'.split(' ')

describe('the example of an environment', () => {
  const lines = read('ops/boutique.env.example').split('\n')
  const names = lines.flatMap((line) => /^#?([A-Z_]+)=/.exec(line)?.[1] ?? [])

  test('has each variable of the program once, and no other', () => {
    expect(names.toSorted()).toEqual(VARIABLES.toSorted())
  })

  test('is understood by the program, with every line in use too', () => {
    const inUse = parseEnv(lines.map((line) => line.replace(/^#(?=[A-Z_]+=)/, '')).join('\n'))
    expect(Object.keys(inUse).toSorted()).toEqual(VARIABLES.toSorted())
    const given = Object.fromEntries(Object.entries(inUse).filter(([, value]) => value !== ''))
    expect(readConfig(given).publicUrl).toBe('https://boutique.example')
  })

  test('shows the real defaults', () => {
    const commented = parseEnv(lines.flatMap((line) => /^#([A-Z_]+=.*)/.exec(line)?.[1] ?? []).join('\n'))
    const shown = Object.entries(commented).filter(([name, value]) => !EXAMPLES.includes(name) && value !== '')
    const required = { DATA_DIR: '/var/lib/boutique' }
    expect(readConfig({ ...required, ...Object.fromEntries(shown) })).toEqual(readConfig(required))
  })
})

test('docs/OPERATIONS.md has each variable', () => {
  const page = read('docs/OPERATIONS.md')
  expect(VARIABLES.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

describe('HAProxy answers by itself', () => {
  test.each(['away-call.http', 'away-page.http'])('%s: a whole 503 with Retry-After', (file) => {
    const [head = '', body = ''] = read(`ops/${file}`).split('\r\n\r\n')
    const [status, ...headers] = head.split('\r\n').map((line) => line.toLowerCase())
    expect(status).toBe('http/1.1 503 service unavailable')
    expect(headers).toContain(`content-length: ${Buffer.byteLength(body)}`)
    expect(headers).toContain('retry-after: 2')
    if (file === 'away-call.http')
      expect(JSON.parse(body)).toEqual({ message: 'Service Unavailable', code: 'unavailable' })
  })
})
