import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, suppliers } from '#demo/people.ts'
import { storeAccount } from '#features/accounts/index.ts'
import { newSalt } from '#features/accounts/password-hashing.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'
import { readConfig } from './config.ts'
import { refusePublicDemo } from './demo-passwords.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  const { hashing, db, shop: it } = shop.first
  const store = async (who: typeof admin, password: string) => {
    const passwordHash = await hashing.hash(password, newSalt(it.randomBytes), null)
    await storeAccount(db, { ...who, passwordHash, promoCode: who.promoCode ?? null }, shop.now)
  }
  await store(admin, admin.password!)
  await store(suppliers[0]!, 'un mot de passe à elle')
})

afterAll(() => shop.close())

async function start(environment: NodeJS.ProcessEnv): Promise<string[]> {
  const said: string[] = []
  await refusePublicDemo(readConfig(environment), shop.db, (line) => said.push(line))
  return said
}

test.each([
  'PUBLIC_URL=https://boutique.example',
  'TRUST_PROXY=127.0.0.1',
  'SMTP_URL=smtp://127.0.0.1',
  'HOST=0.0.0.0',
])(
  'with %s no shop opens whose admin has the documented password, unless DEMO=1 says that it is meant',
  async (setting) => {
    const [name, value] = setting.split('=') as [string, string]
    await expect(start({ [name]: value })).rejects.toThrow(new RegExp(`^${name}.*\\(ADMIN\\).*$`))
    expect(await start({ [name]: value, DEMO: '1' })).toEqual([expect.stringMatching(/^Attention.*: ADMIN\.$/)])
  },
)

test('on this machine alone it opens, and everywhere once the password is another', async () => {
  expect(await start({})).toEqual([])
  await shop.db.execute(sql`update accounts set banned_at = now() where custom_id = ${admin.customId}`)
  expect(await start({ PUBLIC_URL: 'https://boutique.example' })).toEqual([])
})
