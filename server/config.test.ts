import { expect, test } from 'vitest'
import { readConfig, removedVariables } from './config.ts'

const GONE = { WORKERS: '4', DATABASE_REPLICA_URL: 'nowhere', DATABASE_DIRECT_URL: 'nowhere' }

test('a variable that no longer acts is named in one line with what stands in its place, and stops nothing', () => {
  const lines = removedVariables({ ...GONE, PORT: '3000' })
  expect(lines.map((line) => line.split('\u00A0')[0])).toEqual(
    Object.keys(GONE).map((name) => `${name} n’a plus d’effet`),
  )
  for (const line of lines) expect(line).not.toContain('\n')
  expect(readConfig(GONE)).toEqual(readConfig({}))
  expect(removedVariables({ PORT: '3000', WORKERS: '' })).toEqual([])
})

test('unless the owner says otherwise, the 301st order of a product is flagged and fourteen backups stay', () => {
  expect(readConfig({})).toMatchObject({ ordersPerProduct: 300, backupsRetained: 14 })
})

const NAMED = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'BACKUP_DIR',
  'BACKUP_DAILY',
  'BACKUP_KEEP',
  'KEEP_ORDERS_YEARS',
  'DATABASE_URL',
  'DATABASE_POOL',
  'DEMO',
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'RATE_LIMITS',
  'ORDERS_PER_PRODUCT',
  'TRUST_PROXY',
  'METRICS_TOKEN',
  'LOG_LEVEL',
  'CHAT_NUMBER',
  'CONTACT_PHONE',
  'CONTACT_EMAIL',
  'VIDEO_URL',
  'SOCIAL_URL',
]

test.each([
  ...NAMED.map((name) => [name, 'canari']),
  ['DATABASE_URL', 'http://shop:canari@db.example/shop'],
  ['SMTP_URL', 'mail.example:canari'],
])('a value of %s that cannot be used is not printed: it may hold a password', (name, value) => {
  const attempt = () => readConfig({ [name!]: value })
  const said = (() => {
    try {
      attempt()
      return null
    } catch (error) {
      return String((error as Error).message)
    }
  })()
  if (said === null) return
  expect(said).toMatch(new RegExp(`^${name}\\b.*$`))
  expect(said).not.toContain('canari')
})

test.each([
  [{}, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ DATABASE_URL: 'postgres://127.0.0.1/shop' }, false],
  [{ PUBLIC_URL: 'https://boutique.example' }, false],
  [{ TRUST_PROXY: '127.0.0.1' }, false],
  [{ SMTP_URL: 'smtp://127.0.0.1' }, false],
  [{ SMTP_URL: 'smtp://127.0.0.1', DEMO: '1' }, true],
])('with %j the demo is installed: %s', (environment, isInstalled) =>
  expect(readConfig(environment).demo).toBe(isInstalled),
)

test.each([
  ['127.0.0.1', true],
  ['10.0.0.0/8, loopback', true],
  ['fd00::/8', true],
  ['10.0.0.0/255.0.0.0', true],
  ['haproxy', false],
  ['10.0.0.0/33', false],
  ['10.0.0.1,', false],
])('TRUST_PROXY=%s is taken: %s', (value, isTaken) => {
  const read = () => readConfig({ TRUST_PROXY: value }).trustProxy
  if (isTaken) expect(read()).toBe(value)
  else expect(read).toThrow(/^TRUST_PROXY/)
})
