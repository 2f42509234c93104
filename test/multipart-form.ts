import { PRODUCT_FIELDS } from '#features/catalogue/model.ts'
import type { Instance, TestAnswer, TestShop } from './test-app.ts'

export type Fields = Record<string, string | Blob | undefined>

/** A product as its form sends it; the changes are named as the wire names its fields. */
export const typedProduct = (change: Fields = {}): Fields => ({
  [PRODUCT_FIELDS.name]: 'Gel nettoyant',
  [PRODUCT_FIELDS.description]: 'Nettoie en douceur.',
  Price: '1',
  [PRODUCT_FIELDS.userPrice]: '149.5',
  [PRODUCT_FIELDS.distributorPrice]: '110',
  [PRODUCT_FIELDS.stock]: '20',
  [PRODUCT_FIELDS.category]: 'Cosmetique',
  ...change,
})

/** A form with files as a browser encodes it. */
export async function encodedForm(fields: Fields): Promise<{ type: string; bytes: Buffer }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type')!, bytes: Buffer.from(await encoded.arrayBuffer()) }
}

/** Sends a form in the admin's name. */
export async function sendForm(
  shop: TestShop,
  path: string,
  fields: Fields,
  by?: Instance,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const { type, bytes } = await encodedForm(fields)
  const call = { token: shop.tokens.admin, raw: bytes, headers: { 'content-type': type, ...headers } }
  return shop.call('POST', path, call, by)
}
