import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#platform/db/database.ts'
import { writeCsv } from '#platform/http/csv.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { centimes } from '#platform/kernel/money.ts'
import { type Fields, sendForm, typedProduct } from '#test/multipart-form.ts'
import { type Instance, openTestShop, type TestShop } from '#test/test-app.ts'
import { exportRows } from '../admin/csv.ts'
import { listProducts } from '../index.ts'
import { CATEGORIES } from '../model.ts'
import { findPackWith, listContents, storeContents } from '../pack-contents.ts'
import { type AdminProduct, exportNameAt } from '../rules.ts'
import { htmlToText } from './html-to-text.ts'
import { readProductSheet } from './parse-csv.ts'
import { planImport } from './plan.ts'
import { readProductRows } from './read-rows.ts'

let shop: TestShop
let twin: Instance

beforeAll(async () => {
  shop = await openTestShop()
  twin = await shop.another()
  await shop.addPeople()
})

afterAll(() => shop.close())

/** Each test begins with nothing on sale. */
beforeEach(async () => {
  await shop.db.execute(sql`update products set deleted_at = now() where deleted_at is null`)
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

type Text = string | Uint8Array<ArrayBuffer>

const send = (file: Text | undefined, fields: Fields = {}, by?: Instance) =>
  sendForm(
    shop,
    '/api/admin/products/import',
    { mode: 'preview', file: file === undefined ? undefined : new File([file], 'produits.csv'), ...fields },
    by,
  )

async function preview(file: Text, fields: Fields = {}) {
  const answer = await send(file, fields)
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

const apply = (file: Text, fingerprint: string, fields: Fields = {}, by?: Instance) =>
  send(file, { mode: 'apply', fingerprint, ...fields }, by)

/** Previews a file, then applies it. */
async function imported(file: Text, fields: Fields = {}) {
  const { fingerprint } = await preview(file, fields)
  const answer = await apply(file, fingerprint, fields)
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

const refusal = async (file: Text | undefined, fields?: Fields) => {
  const { status, json } = await send(file, fields)
  return [status, json.errors?.file?.[0]]
}

async function addPack(name: string, item: ProductId): Promise<ProductId> {
  const id = await shop.addProduct({ name, category: 'pack', user: 50, distributor: 40 })
  await inTransaction(shop.db, (tx) => storeContents(tx, { id, category: 'pack' }, [{ id: item, pieces: 1 }]))
  return id
}

const HEAD = 'Identifiant;Nom;Description;Catégorie;Prix client;Prix distributeur;Stock'
const sheet = (...lines: string[]): string => [HEAD, ...lines].join('\r\n')
const actionsOf = (answer: { lines: { action: string }[] }) => answer.lines.map(({ action }) => action)
const errorsOf = (answer: { lines: { errors: { field: string; message: string }[] }[] }) =>
  answer.lines.map(({ errors }) => errors.map(({ field, message }) => `${field}: ${message.replaceAll('\u00A0', ' ')}`))

const exportedNow = async (): Promise<string> =>
  (await shop.call('GET', '/api/admin/products.csv', { token: shop.tokens.admin })).text

/** Orders pieces of a product of 10 DH. */
async function order(id: ProductId, quantity: number): Promise<void> {
  const customer_id = await shop.addCustomer()
  const { status, text } = await shop.call('POST', '/api/orders/create', {
    body: { product_ids: [id], prices: [10], priceGain: [10], quantities: [quantity], customer_id, promo_code: null },
  })
  expect(status, text).toBe(201)
}

const onSale = async () => (await listProducts(shop.db)).map(({ id: _, image: __, ...product }) => product)

describe('a file of this shop', () => {
  const NEW = ';Gel doux;Nettoie.;Cosmetique;149,50;110;20'

  test('is looked at first, which changes nothing, and then applied as it was seen', async () => {
    const before = await shop.rowCounts()
    const previewed = await preview(sheet(NEW))
    expect(previewed).toEqual({
      format: 'shop',
      counts: { created: 1, updated: 0, unchanged: 0, skipped: 0, choices: 0, errors: 0 },
      lines: [
        {
          line: 2,
          name: 'Gel doux',
          action: 'create',
          changes: [
            { field: 'Name', before: null, after: 'Gel doux' },
            { field: 'Description', before: null, after: 'Nettoie.' },
            { field: 'Category', before: null, after: 'Cosmetique' },
            { field: 'user_price', before: null, after: 149.5 },
            { field: 'distributeur_price', before: null, after: 110 },
            { field: 'StockQuantity', before: null, after: 20 },
          ],
          errors: [],
        },
      ],
      unknown_categories: [],
      notes: [],
      fingerprint: expect.any(String),
    })
    expect(await shop.rowCounts()).toEqual(before)
    await shop.call('GET', '/api/cosmetique')
    const applied = await apply(sheet(NEW), previewed.fingerprint)
    expect([applied.status, applied.json]).toEqual([200, previewed])
    const [product] = (await shop.call('GET', '/api/cosmetique')).json
    expect(product).toMatchObject({ Name: 'Gel doux', user_price: 149.5, image: 'products/sans-image.webp' })
  })

  test('changes what it finds by number or by folded name, and enters the difference of the stock', async () => {
    const one = await shop.addProduct({ name: 'Crème de jour', user: 100, distributor: 80, stock: 10 })
    const two = await shop.addProduct({ name: 'Lait', user: 50, distributor: 40, stock: 5 })
    const three = await shop.addProduct({ name: 'Zinc', user: 30, distributor: 20, stock: 5, category: 'supplement' })
    const answer = await imported(
      sheet(`${one};Crème de nuit;;;;;4`, ';LAIT ;;;60;;', ';Zinc ;Zinc, douce.;Alimentaire;30.00;20;5'),
    )
    expect(actionsOf(answer)).toEqual(['update', 'update', 'same'])
    expect(answer.lines[0].changes).toEqual([
      { field: 'Name', before: 'Crème de jour', after: 'Crème de nuit' },
      { field: 'StockQuantity', before: 10, after: 4 },
    ])
    expect(answer.lines[1].changes).toEqual([
      { field: 'Name', before: 'Lait', after: 'LAIT' },
      { field: 'user_price', before: 50, after: 60 },
    ])
    const [first] = (await shop.call('GET', '/api/admin/products?page=1&search=nuit', { token: shop.tokens.admin }))
      .json.data
    expect(first).toMatchObject({ ProductID: one, StockQuantity: 4 })
    expect(await shop.stockOf(two)).toBe(5)
    expect(await shop.stockOf(three)).toBe(5)
    const { rows } = await shop.db.execute<{ quantity: number }>(
      sql`select quantity from stock_entries where product_id = ${one} order by id`,
    )
    expect(rows.map(({ quantity }) => quantity)).toEqual([10, -6])
  })

  test.each([
    ['commas and points', 'Nom,Description,Catégorie,Prix client,Stock\nGel,"Doux, frais",Packs,149.50,3\n'],
    ['a mark and single line ends', '\uFEFFNom;Description;Catégorie;Prix client;Stock\nGel;Doux, frais;Packs;149,5;3'],
    ['the wire’s names', 'Name;Description;Category;user_price;StockQuantity\r\nGel;Doux, frais;Packs;149.5;3\r\n'],
    ['tabs', 'Nom\tDescription\tCatégorie\tPrix client\tStock\nGel\tDoux, frais\tPacks\t149,50\t3\n'],
    [
      'empty lines',
      '\r\nNom;Description;Catégorie;Prix client;Stock\r\n;;;;\r\nGel;Doux, frais;Packs;149,50;3\r\n\r\n',
    ],
    ['spaces in numbers', 'Nom;Description;Catégorie;Prix client;Stock\nGel;Doux, frais;Packs; 149,50 ;3\n'],
    ['columns of its own', 'Rayon;Stock;Prix client;Catégorie;Description;Nom\nA1;3;149,50;Packs;Doux, frais;Gel\n'],
  ])('is read with %s', async (_, text) => {
    await imported(text)
    expect(await onSale()).toEqual([
      {
        name: 'Gel',
        description: 'Doux, frais',
        category: 'pack',
        userPrice: 14_950,
        distributorPrice: 11_213,
        stock: 3,
      },
    ])
  })

  test('is read as Windows writes it', async () => {
    const bytes = Uint8Array.from(
      Array.from(sheet(';Crème apaisée;L’été;Complément;10;5;1'), (letter) =>
        letter === '’' ? 0x92 : letter.charCodeAt(0),
      ),
    )
    await imported(bytes)
    expect((await onSale())[0]).toMatchObject({ name: 'Crème apaisée', description: 'L’été', category: 'supplement' })
  })

  test('gives new products the percentage that is asked for where it has no distributor price', async () => {
    await shop.addProduct({ name: 'Connu', user: 100, distributor: 90, stock: 1 })
    await shop.addProduct({ name: 'Baissé', user: 100, distributor: 90, stock: 1 })
    const file = sheet(';Nouveau;x;Packs;100;;1', ';Connu;;;110;;', ';Baissé;;;80;;')
    await imported(file, { distributor_percent: '60' })
    expect((await onSale()).map(({ name, distributorPrice }) => [name, distributorPrice])).toEqual([
      ['Connu', 9000],
      ['Baissé', 4800],
      ['Nouveau', 6000],
    ])
  })

  test.each(['0', '101', '-1', '7.5', 'x'])('is not read with %s %', async (distributor_percent) => {
    const { status, json } = await send(sheet(NEW), { distributor_percent })
    expect([status, Object.keys(json.errors)]).toEqual([422, ['distributor_percent']])
  })

  test('says of each line what is wrong with it, and is not applied as long as one is', async () => {
    await shop.addProduct({ name: 'Double', stock: 1 })
    await shop.addProduct({ name: 'double', stock: 1 })
    const file = sheet(
      ';Bon;x;Packs;10;5;1',
      ';;x;Packs;10;5;1',
      ';Sans rien;;;;;',
      ';Cher;x;Packs;10;11;1',
      ';Faux;x;Jouets;dix;5;1,5',
      ';Fin;x;Packs;10,555;5;2000000',
      '999999;Inconnu;x;Packs;10;5;1',
      ';Double;x;Packs;10;5;1',
      ';BON ;x;Packs;10;5;1',
      `;${'x'.repeat(151)};x;Packs;10;5;1`,
      ';Gratuit;x;Packs;0;0;1',
      ';"Crème\nde nuit";x;Packs;10;5;1',
      ';Crème\u200Bde nuit;x;Packs;10;5;1',
      ';\u200B;x;Packs;10;5;1',
    )
    const before = await shop.rowCounts()
    const previewed = await preview(file)
    expect(previewed.counts).toEqual({ created: 1, updated: 0, unchanged: 0, skipped: 0, choices: 0, errors: 13 })
    const bounds = 'Le prix doit être compris entre 0,01 et 999 999,99 DH.'
    const name = 'Name: Écrivez 150 caractères au plus, sur une seule ligne, sans caractère invisible.'
    expect(errorsOf(previewed)).toEqual([
      [],
      ['Name: Cette cellule est vide.'],
      [
        'Description: Cette cellule est vide.',
        'Category: Cette cellule est vide.',
        'user_price: Cette cellule est vide.',
      ],
      ['distributeur_price: Le prix distributeur ne peut pas dépasser le prix client.'],
      [
        'user_price: « dix » n’est pas un prix : écrivez par exemple 149,50.',
        'StockQuantity: « 1,5 » n’est pas un nombre entier d’unités.',
      ],
      [
        'user_price: « 10,555 » a trop de décimales : deux au plus.',
        'StockQuantity: Le stock ne peut pas dépasser 1 000 000 unités.',
      ],
      ['ProductID: Aucun produit n’a l’identifiant 999999 : videz la cellule pour en créer un.'],
      ['Name: Plusieurs produits portent ce nom : précisez l’identifiant.'],
      ['Name: Ce produit figure déjà à la ligne 2.'],
      [name],
      [`user_price: ${bounds}`],
      [name],
      [name],
      [name],
    ])
    const answer = await apply(file, previewed.fingerprint)
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, ['file']])
    expect(await shop.rowCounts()).toEqual(before)
  })

  test('empties a pack that it makes something else, and no other', async () => {
    const gel = await shop.addProduct({ name: 'Gel', user: 95, distributor: 70 })
    const pack = await addPack('Pack', gel)
    const other = await addPack('Autre', gel)
    await imported(sheet(`${pack};;;Cosmetique;;;`, `${other};;;;60;;`))
    expect((await listContents(shop.db, [pack, other])).keys().toArray()).toEqual([other])
    await imported(sheet(`${other};;;Cosmetique;;;`))
    expect(await findPackWith(shop.db, gel)).toBeNull()
  })

  test('makes no pack of a product that is in one', async () => {
    const gel = await shop.addProduct({ name: 'Gel', user: 95, distributor: 70 })
    const pack = await addPack('Pack', gel)
    const file = sheet(`${gel};;;Packs;;;`)
    expect(errorsOf(await preview(file))).toEqual([
      ['Category: Ce produit est dans un pack : retirez-le de ce pack avant d’en faire un lui-même.'],
    ])
    await imported(sheet(`${pack};;;Cosmetique;;;`))
    expect(actionsOf(await imported(file))).toEqual(['update'])
  })

  test('may name a product once, whether by its number or its name', async () => {
    const id = await shop.addProduct({ name: 'Crème', stock: 1 })
    const previewed = await preview(sheet(`${id};;;;;;2`, ';creme;;;;;3', ';Gel;x;Packs;10;5;1', `${id};Gel;;;;;`))
    expect(errorsOf(previewed)).toEqual([
      [],
      ['Name: Ce produit figure déjà à la ligne 2.'],
      [],
      ['Name: Ce produit figure déjà à la ligne 2.'],
    ])
  })
})

describe('between looking and applying', () => {
  test('another file, another percentage or no preview at all is refused, and nothing is done', async () => {
    const { fingerprint } = await preview(sheet(';Gel;x;Packs;10;;1'))
    for (const answer of [
      await apply(sheet(';Gel;x;Packs;11;;1'), fingerprint),
      await apply(sheet(';Gel;x;Packs;10;;1'), fingerprint, { distributor_percent: '50' }),
      await apply(sheet(';Gel;x;Packs;10;;1'), ''),
      await send(sheet(';Gel;x;Packs;10;;1'), { mode: 'apply' }),
    ])
      expect(answer.status).toBe(409)
    expect(await onSale()).toEqual([])
  })

  test('an order of a product whose stock the file sets is not lost: the admin looks again', async () => {
    const id = await shop.addProduct({ name: 'Crème', user: 10, distributor: 5, stock: 10 })
    const file = sheet(`${id};;;;;;10`)
    const { fingerprint, counts } = await preview(file)
    expect(counts.unchanged).toBe(1)
    await order(id, 3)
    const late = await apply(file, fingerprint)
    expect([late.status, late.json.message]).toEqual([409, expect.stringContaining('Le catalogue a changé')])
    expect(await shop.stockOf(id)).toBe(7)
    expect((await imported(file)).lines[0].changes).toEqual([{ field: 'StockQuantity', before: 7, after: 10 }])
  })

  test('a product that was created, edited or deleted meanwhile makes it another import', async () => {
    const id = await shop.addProduct({ name: 'Crème', user: 10, distributor: 5, stock: 10 })
    const file = sheet(`${id};;;;12;;`, ';Gel;x;Packs;10;5;1')
    const { fingerprint } = await preview(file)
    await shop.addProduct({ name: 'gel', stock: 1 })
    expect((await apply(file, fingerprint)).status).toBe(409)
    const second = await preview(file)
    await shop.db.execute(sql`update products set user_price = 1100 where id = ${id}`)
    expect((await apply(file, second.fingerprint)).status).toBe(409)
    const third = await preview(file)
    await shop.call('DELETE', `/api/admin/products/${id}`, { token: shop.tokens.admin })
    expect((await apply(file, third.fingerprint)).status).toBe(409)
  })

  test('the same import twice at once is done once', async () => {
    const file = sheet(...Array.from({ length: 50 }, (_, nth) => `;Gel ${nth};x;Packs;10;5;1`))
    const { fingerprint } = await preview(file)
    const answers = await Promise.all([
      apply(file, fingerprint),
      apply(file, fingerprint, {}, twin),
      apply(file, fingerprint),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await onSale()).toHaveLength(50)
  })

  test('orders that race with an import are all counted', async () => {
    const ids = [] as ProductId[]
    for (let nth = 0; nth < 4; nth++)
      ids.push(await shop.addProduct({ name: `Crème ${nth}`, user: 10, distributor: 5, stock: 100 }))
    const records: number[] = []
    for (let nth = 0; nth < 12; nth++) records.push(await shop.addCustomer())
    const file = sheet(...ids.map((id) => `${id};;;;;;200`))
    const { fingerprint } = await preview(file)
    const order = (nth: number) =>
      shop.call(
        'POST',
        '/api/orders/create',
        {
          body: {
            product_ids: ids,
            prices: ids.map(() => 10),
            priceGain: ids.map(() => 10),
            quantities: ids.map(() => 1),
            customer_id: records[nth],
            promo_code: null,
          },
        },
        nth % 2 ? twin : shop.first,
      )
    const [answer, ...orders] = await Promise.all([
      apply(file, fingerprint),
      ...Array.from({ length: 12 }, (_, nth) => order(nth)),
    ])
    expect(orders.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect([200, 409]).toContain(answer!.status)
  })
})

describe('a file of WooCommerce', () => {
  const ENGLISH =
    'ID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"In stock?",Stock,"Sale price","Regular price",Categories,Images'
  const FRENCH =
    'ID,Type,UGS,"GTIN, UPC, EAN ou ISBN",Nom,Publié,"Mis en avant ?","Visibilité dans le catalogue","Description courte",Description,"En stock ?",Stock,"Tarif promo","Tarif régulier",Catégories,Images'

  test('is known by its columns in English: simple, published products are taken, the others said', async () => {
    const file = [
      ENGLISH,
      '41,simple,G1,"Gel &amp; soin",1,0,visible,"Court","<p>Doux.</p>\\n<ul><li>Frais</li></ul>",1,12,,149.50,"Cosmétique > Visage, Promo",https://a.example/g.jpg',
      '42,variable,V1,Savon,1,0,visible,,Long,1,,,,Cosmétique,',
      '43,variation,V1-1,Savon - Rose,1,0,visible,,Long,1,3,,20,Cosmétique,',
      '44,simple,D1,Brouillon,-1,0,visible,,Long,1,3,,20,Cosmétique,',
      '45,"simple, virtual",C1,Zinc,1,0,visible,Comprimés,,1,,15,20,Compléments alimentaires,',
      '46,simple,P1,Coffret,1,0,visible,,,0,-2,,300,Packs,',
    ].join('\n')
    const answer = await imported(file)
    expect(answer.format).toBe('woocommerce')
    expect(actionsOf(answer)).toEqual(['create', 'skip', 'skip', 'skip', 'create', 'create'])
    expect(answer.lines[1].reason).toContain('variable')
    expect(answer.lines[3].reason).toContain('publié')
    expect(answer.notes).toHaveLength(4)
    expect(await onSale()).toEqual([
      {
        name: 'Gel & soin',
        description: 'Doux.\n\n– Frais',
        category: 'cosmetic',
        userPrice: 14_950,
        distributorPrice: 11_213,
        stock: 12,
      },
      {
        name: 'Zinc',
        description: 'Comprimés',
        category: 'supplement',
        userPrice: 2000,
        distributorPrice: 1500,
        stock: 0,
      },
      {
        name: 'Coffret',
        description: 'Coffret',
        category: 'pack',
        userPrice: 30_000,
        distributorPrice: 22_500,
        stock: 0,
      },
    ])
    expect((await preview(file)).counts).toEqual({
      created: 0,
      updated: 0,
      unchanged: 3,
      skipped: 3,
      choices: 0,
      errors: 0,
    })
  })

  test('gives a new product without a description its name, and leaves a written one as it is', async () => {
    await shop.addProduct({ name: 'Lait doux', description: 'Pour le visage.', user: 50, distributor: 30, stock: 7 })
    const file = 'Name,Short description,Description,Regular price,Categories\nLait doux,,,55,Soins\nSavon,,,20,Soins\n'
    const answer = await imported(file)
    expect(answer.lines[0].changes).toEqual([{ field: 'user_price', before: 50, after: 55 }])
    expect((await onSale()).map(({ description }) => description)).toEqual(['Pour le visage.', 'Savon'])
    expect(answer.notes).toContain(
      'Le nom d’un nouveau produit sans description lui en tient lieu\u00A0; s’il existe déjà, sa description ne change pas.',
    )
  })

  test('names each category that we do not know once, and its rows follow what is said of it', async () => {
    const file = [
      'Type,SKU,Name,Published,Regular price,Categories,Stock',
      'simple,,Pull,1,100,Clothing > Hoodies,2',
      'simple,,Veste,1,200,Clothing > Hoodies,3',
      'simple,,Bougie,1,50,Maison,1',
      'simple,,Savon,1,20,Beauté,9',
      'simple,,Pot,1,dix,Maison,9',
    ].join('\r\n')
    const counts = { created: 1, updated: 0, unchanged: 0, skipped: 0, choices: 3, errors: 1 }
    const first = await preview(file)
    expect([first.counts, first.unknown_categories]).toEqual([
      counts,
      [
        { name: 'Clothing > Hoodies', rows: 2, category: null },
        { name: 'Maison', rows: 2, category: null },
      ],
    ])
    expect(actionsOf(first)).toEqual(['choice', 'choice', 'choice', 'create', 'error'])
    const good = file.replace('dix', '10')
    const waiting = await preview(good)
    const refused = await apply(good, waiting.fingerprint)
    expect([refused.status, refused.json.codes]).toEqual([422, { file: ['categories_to_choose'] }])

    const categories = JSON.stringify({ 'Clothing > Hoodies': 'Cosmetique', Maison: 'Packs' })
    const mapped = await preview(good, { categories })
    expect(mapped.counts).toMatchObject({ created: 5, choices: 0, errors: 0 })
    expect(mapped.unknown_categories[0]).toEqual({ name: 'Clothing > Hoodies', rows: 2, category: 'Cosmetique' })
    expect((await apply(good, mapped.fingerprint)).status).toBe(409)
    await imported(good, { categories })
    expect((await onSale()).map(({ name, category }) => [name, category])).toEqual([
      ['Pull', 'cosmetic'],
      ['Veste', 'cosmetic'],
      ['Bougie', 'pack'],
      ['Savon', 'cosmetic'],
      ['Pot', 'pack'],
    ])
    for (const wrong of ['{', '{"Maison":"Jouets"}', '[]'])
      expect((await send(good, { categories: wrong })).status).toBe(422)
  })

  test('is known in French, and its number is not ours', async () => {
    const ours = await shop.addProduct({ name: 'Tout autre', stock: 1 })
    const lait = await shop.addProduct({ name: 'Lait doux', user: 50, distributor: 30, stock: 7 })
    const previewed = await preview(
      [
        FRENCH,
        `${ours},simple,L1,,"Lait Doux",1,0,visible,,,1,,,"55,5",Cosmétiques,`,
        '9,simple,=1+1,,Riz,1,0,hidden,,Blanc,1,12,,"3,5",Uncategorized,',
      ].join('\r\n'),
    )
    expect(errorsOf(previewed)).toEqual([[], []])
    expect(previewed.lines[0]).toMatchObject({ action: 'update', name: 'Lait Doux' })
    expect(await shop.stockOf(lait)).toBe(7)
  })
})

describe('what is no file to import', () => {
  test.each([
    ['no file', undefined],
    ['an empty file', ''],
    ['blank lines', '\r\n \r\n;;;\r\n'],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13)],
    ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 20)],
    ['other columns', 'Titre;Montant\nGel;10\n'],
    ['open quotes', 'Nom;Stock\n"Gel;10\n'],
    ['stray quotes', 'Nom;Stock\n"Gel"x;10\n'],
    ['too many lines', `Nom;Stock\n${'Gel;1\n'.repeat(5001)}`],
    ['a line of two million commas', ','.repeat(2_000_000)],
    ['too many bytes', `Nom;Stock\n${'x'.repeat(2 * 1024 * 1024)}`],
    ['a cell without end', `Nom;Stock\n"${'x'.repeat(300_000)}";1\n`],
  ])('%s is refused under the file', async (_, file) => {
    expect(await refusal(file)).toEqual([422, expect.any(String)])
  })

  // The rules themselves: that a file is read by a process of its own is proved by every other file here.
  test('whatever stands in its cells is read in no more time than it has letters', () => {
    for (const unit of [' ', '\u00A0', '\u0315\u0300', '1', '.', '? ', '\\n', 'pack'])
      for (const columns of ['Nom;Stock', 'Name,Regular price']) {
        // A record of more bytes than 200,000 is refused unread.
        const [cell, end] = [150_000, 30_000].map((size) => unit.repeat(size / Buffer.byteLength(unit)))
        const file = `${columns}\n${cell}x${end}${columns.includes(';') ? ';' : ','}1\n`
        const { rows } = readProductRows(readProductSheet(new TextEncoder().encode(file)))
        expect(planImport(rows, [], 75)).toHaveLength(1)
      }
  })

  test('an unknown mode is refused', async () => {
    expect((await send(sheet(), { mode: 'try' })).json.errors).toEqual({ mode: ['The selected mode is invalid.'] })
  })

  test('five thousand lines are looked at and applied', async () => {
    const file = sheet(...Array.from({ length: 5000 }, (_, nth) => `;Gel ${nth};Description ${nth};Packs;10;5;${nth}`))
    const { counts } = await imported(file)
    expect(counts.created).toBe(5000)
  })
})

describe('what was exported', () => {
  test('is read back as what it was: nothing to change', async () => {
    await shop.addProduct({ name: '=Formule', user: 12.5, distributor: 3.05, stock: 0 })
    await shop.addProduct({
      name: '-50 % "doux"; vrai',
      user: 999_999.99,
      distributor: 0.01,
      stock: 9,
      category: 'pack',
    })
    const { text } = await shop.call('GET', '/api/admin/products.csv', { token: shop.tokens.admin })
    const previewed = await preview(text)
    expect(previewed.counts).toEqual({ created: 0, updated: 0, unchanged: 2, skipped: 0, choices: 0, errors: 0 })
  })

  test('is read back with the line breaks of a form', async () => {
    const fields = typedProduct({ Description: 'Le matin.\n\nLe soir.' })
    expect((await sendForm(shop, '/api/admin/products', fields)).status).toBe(201)
    const { text } = await shop.call('GET', '/api/admin/products.csv', { token: shop.tokens.admin })
    expect(actionsOf(await preview(text))).toEqual(['same'])
  })

  test('does not bring back what was sold since', async () => {
    const id = await shop.addProduct({ name: 'Vieux stock', stock: 10 })
    const { text } = await shop.call('GET', '/api/admin/products.csv', { token: shop.tokens.admin })
    await shop.db.execute(sql`update products set stock = 6 where id = ${id}`)
    expect(actionsOf(await preview(text))).toEqual(['same'])
    const more = text.replace(';10;10', ';15;10')
    expect((await preview(more)).lines[0].changes).toEqual([{ field: 'StockQuantity', before: 6, after: 11 }])
    expect(errorsOf(await preview(text.replace(';10;10', ';1;10')))[0]).toEqual([
      'StockQuantity: Des commandes ont pris des unités : il n’en reste que 6.',
    ])
    await shop.db.execute(sql`update products set stock = 10 where id = ${id}`)
  })

  test('adds its stock once: a file that was imported before adds what was changed in it since', async () => {
    const id = await shop.addProduct({ name: 'Recharge', user: 10, distributor: 5, stock: 20 })
    const exported = await exportedNow()
    const edited = exported.replace(';20;20', ';50;20')
    await imported(edited)
    expect(await shop.stockOf(id)).toBe(50)
    await order(id, 5)
    const priced = edited.replace(';10,00;', ';12,00;')
    expect((await imported(priced)).lines[0].changes).toEqual([{ field: 'user_price', before: 10, after: 12 }])
    expect(await shop.stockOf(id)).toBe(45)
    expect(actionsOf(await preview(priced))).toEqual(['same'])
    await imported(priced.replace(';50;20', ';60;20'))
    expect(await shop.stockOf(id)).toBe(55)
    // A copy of the same export in which the cell is as it was exported.
    expect(actionsOf(await preview(exported.replace(';10,00;', ';12,00;')))).toEqual(['same'])
  })

  test('adds the same figures again when they are those of a later export', async () => {
    const id = await shop.addProduct({ name: 'Recharge', user: 10, distributor: 5, stock: 3 })
    await imported((await exportedNow()).replace(';3;3', ';5;3'))
    await order(id, 2)
    shop.pass(1)
    await imported((await exportedNow()).replace(';3;3', ';5;3'))
    expect(await shop.stockOf(id)).toBe(5)
  })

  test('adds a product by a copied row once as well', async () => {
    const id = await shop.addProduct({ name: 'Recharge', user: 10, distributor: 5, stock: 20 })
    const exported = await exportedNow()
    const copied = exported + exported.split('\r\n')[1]!.replace(`${id};Recharge`, ';Neuf').replace(';20;20', ';50;20')
    expect(actionsOf(await imported(copied))).toEqual(['same', 'create'])
    const [, added] = await listProducts(shop.db)
    await order(added!.id, 5)
    expect(actionsOf(await preview(copied))).toEqual(['same', 'same'])
  })

  test('adds a product without stock by a copied row, and counts from nothing when it comes again', async () => {
    const id = await shop.addProduct({ name: 'Recharge', user: 10, distributor: 5, stock: 10 })
    const exported = await exportedNow()
    const copied = exported + exported.split('\r\n')[1]!.replace(`${id};Recharge`, ';Neuf').replace(';10;10', ';0;10')
    expect(actionsOf(await imported(copied))).toEqual(['same', 'create'])
    expect(actionsOf(await preview(copied))).toEqual(['same', 'same'])
    const [, line] = (await preview(copied.replace(';0;10', ';4;10'))).lines
    expect(line.changes).toEqual([{ field: 'StockQuantity', before: 0, after: 4 }])
  })

  test('changes no stock once its row does not say of which export it is', async () => {
    await shop.addProduct({ name: 'Recharge', stock: 20 })
    const message =
      'StockQuantity: Cette ligne ne dit plus de quel export elle vient : exportez à nouveau les produits, puis changez leur stock.'
    const unnamed = 'Nom;Stock;Stock à l’export\nRecharge;50;20\n'
    expect(errorsOf(await preview(unnamed))).toEqual([[message]])
    expect(actionsOf(await preview(unnamed.replace('50', '20')))).toEqual(['same'])
    const renamed = (await exportedNow()).replace(';20;20', ';50;20').replace(';export ', ';copie ')
    expect(errorsOf(await preview(renamed))).toEqual([[message]])
  })

  test('is applied once under its key, however often it is sent', async () => {
    const id = await shop.addProduct({ name: 'Réassort', stock: 10 })
    const { text } = await shop.call('GET', '/api/admin/products.csv', { token: shop.tokens.admin })
    const more = text.replace(';10;10', ';15;10')
    const { fingerprint } = await preview(more)
    const fields = { mode: 'apply', fingerprint, file: new File([more], 'produits.csv') }
    const key = { 'idempotency-key': 'import-0123456789abcdef' }
    const sendAgain = (by?: Instance) => sendForm(shop, '/api/admin/products/import', fields, by, key)
    const [first, second] = await Promise.all([sendAgain(), sendAgain(twin)])
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text])
    const again = await sendAgain()
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true'])
    expect(await shop.stockOf(id)).toBe(15)
    const other = { ...fields, file: new File([text], 'produits.csv') }
    expect((await sendForm(shop, '/api/admin/products/import', other, undefined, key)).status).toBe(422)
  })

  test('is read back where two products have one name', async () => {
    for (const name of ['Jumeau', 'JUMEAU']) await shop.addProduct({ name })
    const { text } = await shop.call('GET', '/api/admin/products.csv', { token: shop.tokens.admin })
    expect((await preview(text)).counts).toMatchObject({ unchanged: 2, errors: 0 })
  })

  test('is read back whatever it holds', () => {
    const line = fc
      .stringMatching(/^[ -~éàçœ’«\u00A0]{1,40}$/u)
      .map((name) => name.trim())
      // An apostrophe before a sign is how a cell is guarded: that one cannot be told from ours.
      .filter((name) => name !== '' && !/^'+[=+\-@]/.test(name))
    const product = fc.record({
      name: line,
      description: fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n\n')),
      category: fc.constantFrom(...CATEGORIES),
      userPrice: fc.integer({ min: 100, max: 99_999_999 }).map(centimes),
      distributorPrice: fc.integer({ min: 1, max: 100 }).map(centimes),
      stock: fc.integer({ min: 0, max: 1_000_000 }),
      image: fc.constant('products/a.webp'),
    })
    const catalogue = fc
      .array(product, { maxLength: 8 })
      .map((list) => list.map((each, nth) => ({ ...each, name: `${each.name} ${nth}`, id: nth + 1 }) as AdminProduct))
    fc.assert(
      fc.property(catalogue, (products) => {
        const bytes = new TextEncoder().encode(writeCsv(exportRows(products, exportNameAt(shop.now))))
        const { rows } = readProductRows(readProductSheet(bytes))
        expect(planImport(rows, products, 75).map(({ action, errors }) => [action, errors])).toEqual(
          products.map(() => ['same', []]),
        )
      }),
    )
  })
})

describe('HTML', () => {
  test.each([
    ['<p>Un</p><p>Deux</p>', 'Un\n\nDeux'],
    ['Un<br>Deux<br/>Trois', 'Un\nDeux\nTrois'],
    ['a &amp;&nbsp;b &eacute; &#8217; &#x2019; &inconnu; &#55296;', 'a &\u00A0b é ’ ’ &inconnu; '.trimEnd()],
    ['<script>alert(1)</script>Vu<style>p{}</style>', 'Vu'],
    ['Vu<script>alert(1)', 'Vu'],
    ['1 < 2 et <b onclick="x">gras</b>', '1 < 2 et gras'],
    ['<ul><li>Un</li><li>Deux</li></ul>Fin', '– Un\n– Deux\n\nFin'],
    ['Un\\nDeux', 'Un\nDeux'],
  ])('%j is read as %j', (html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  test('that never ends is read in no more time than it has letters: the square of them would be minutes', () => {
    for (const unit of ['<', '<script', '&', '<p ', '<br ', ' ', '\t\u00A0', '\n ', '\r', '\\n'])
      expect(htmlToText(unit.repeat(Math.ceil(2_000_000 / unit.length)))).not.toContain('  ')
  })

  test('loses the spaces at the beginnings and ends of its lines', () => {
    expect(htmlToText('<p> Un \u00A0</p>\n \t\n \n Deux   fois ')).toBe('Un\n\nDeux fois')
  })
})
