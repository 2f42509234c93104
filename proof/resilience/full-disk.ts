import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PRODUCT_FIELDS } from '#features/catalogue/model.ts'
import { encodedForm, typedProduct } from '#test/multipart-form.ts'
import { restockProducts } from '../bench/load/shop-orders.ts'
import { connectTo } from '../bench/shops/child-process.ts'
import { Customers, compare } from './customers.ts'
import {
  ask,
  BACK_WITHIN_MS,
  brokenInvariants,
  countOf,
  customersOf,
  freePort,
  isReady,
  logIn,
  openShop,
  seconds,
} from './shop.ts'
import type { Verdict } from './verdict.ts'

const DISK_MB = 320
const CLIENTS = 4
const FULL_MS = 8_000
/** The first may still find room in what the database had taken before. */
const UPLOADS = 10
const PICTURE = join(import.meta.dirname, '..', '..', 'demo', 'pictures')

/** Somebody fills the disk that DATA_DIR stands on, the shop’s own database with it. */
export async function testFullDisk(folder: string): Promise<Verdict[]> {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const options = `size=${DISK_MB}m,mode=755`
  const isMounted =
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder]).status === 0
  if (!isMounted) {
    const claim = 'a full disk: clear errors, nothing half-written'
    return [{ claim, tried: 'nothing', held: null, figure: 'no root that may mount a small disk' }]
  }
  try {
    return await onDisk(folder)
  } finally {
    spawnSync('umount', ['-l', folder])
  }
}

async function onDisk(disk: string): Promise<Verdict[]> {
  const dataDir = join(disk, 'data')
  const shop = await openShop(dataDir, await freePort())
  const sql = await connectTo(dataDir)
  const products = await restockProducts(sql)
  const before = await countOf(sql, 'select count(*) from orders')
  const mastersBefore = await countOf(sql, 'select count(*) from images')
  await sql.end()
  const ids = await customersOf(shop.port, CLIENTS)
  const token = await logIn(shop.port)
  const picture = readFileSync(join(PICTURE, readdirSync(PICTURE).find((name) => name.endsWith('-960.webp'))!))
  const upload = async () => {
    const image = { [PRODUCT_FIELDS.image]: new Blob([picture]), [PRODUCT_FIELDS.name]: 'Envoyé au disque plein' }
    const form = await encodedForm(typedProduct(image))
    return ask(shop.port, 'POST', '/api/admin/products', { token, form })
  }
  const storage = join(dataDir, 'storage', 'products')
  const undrawn = readdirSync(storage).filter((name) => name.endsWith('-320.avif'))
  for (const name of undrawn) rmSync(join(storage, name))
  const customers = new Customers(shop.port, products, ids)
  const ballast = join(disk, 'ballast')
  fill(ballast)
  customers.begin()
  const uploads = []
  for (let nth = 0; nth < UPLOADS; nth++) uploads.push(await upload())
  for (const end = performance.now() + FULL_MS; performance.now() < end; await sleep(500)) fill(ballast)
  const health = await ask(shop.port, 'GET', '/healthz')
  const ready = await ask(shop.port, 'GET', '/readyz')
  const drawn = await Promise.all(undrawn.map((name) => ask(shop.port, 'GET', `/storage/products/${name}`)))
  const served = drawn.filter(
    ({ status, headers }) => status === 200 && headers['content-type'] === 'image/avif',
  ).length
  rmSync(ballast)
  const freed = performance.now()
  while (!(await isReady(shop.port)) && performance.now() - freed < 30_000) await sleep(20)
  const readyAgain = performance.now() - freed
  const probe = customers.attempt([products[0]!], ids[0]!)
  await customers.untilAnswered(probe)
  const servedAgain = performance.now() - freed
  await customers.end()
  const uploadAfter = await upload()
  const after = await connectTo(dataDir)
  const { lost, doubled } = await compare(after, customers.log, before)
  const broken = await brokenInvariants(after)
  const stored = await countOf(after, `select count(*) from products where name = 'Envoyé au disque plein'`)
  const masters = (await countOf(after, 'select count(*) from images')) - mastersBefore
  await after.end()
  const whole = [...uploads, uploadAfter].filter(({ status }) => status === 201).length
  const isAlive = shop.child.isRunning
  const files = readdirSync(storage)
  await shop.child.stop()

  const wrong = customers.sent.filter(
    ({ status, hasRetryAfter }) => status !== 201 && !([503, 409].includes(status) && hasRetryAfter),
  )
  const refused = customers.sent.filter(({ status }) => status === 503)
  const namingTheDisk = refused.filter(({ text }) => text.includes('Le disque du serveur est plein.')).length
  const isReported = namingTheDisk > 0 && ready.status === 200 && JSON.parse(ready.text).disk === 'full'
  const tried = `tmpfs of ${DISK_MB} MB filled to its last byte for ${FULL_MS / 1000} s, its database on it`
  return [
    {
      claim: 'a full disk: an upload is stored whole or gets a clear error and leaves nothing behind',
      tried,
      held:
        uploads.every(
          ({ status, headers }) => status === 201 || (status === 503 && headers['retry-after'] !== undefined),
        ) &&
        uploads.some(({ status }) => status === 503) &&
        uploadAfter.status === 201 &&
        stored === whole &&
        masters === whole,
      figure: `${UPLOADS} uploads: ${uploads.map(({ status }) => status)}, ${stored - whole} products and ${masters - whole} pictures beyond those; afterwards ${uploadAfter.status}`,
    },
    {
      claim: 'a full disk: pictures are served, also those that nobody had drawn yet, and no half of a file is left',
      tried: `${tried}; then every product’s picture at 320 pixels, whose files were removed before`,
      held: undrawn.length > 0 && served === undrawn.length && files.every((file) => !file.endsWith('.part')),
      figure: `${served} of ${undrawn.length} pictures`,
    },
    {
      claim: 'a full disk: an order is stored whole or refused, the shop lives, back within 3 s',
      tried,
      held:
        wrong.length === 0 &&
        customers.unexpected.length === 0 &&
        lost === 0 &&
        doubled === 0 &&
        broken.length === 0 &&
        isAlive &&
        health.status === 200 &&
        isReported &&
        servedAgain <= BACK_WITHIN_MS,
      figure: `${customers.acknowledged} orders stored, ${refused.length} × 503 (${namingTheDisk} say that the disk is full; /readyz: ${ready.status} ${ready.text.slice(0, 60)}), ${wrong.length} wrong answers${wrong[0] ? ` (${wrong[0].status} ${wrong[0].text.slice(0, 60)})` : ''}, ${lost} lost, ${doubled} doubled, ${broken.length} invariants broken, ready ${seconds(readyAgain)} and served ${seconds(servedAgain)} after space was made`,
    },
  ]
}

const MEGABYTE = Buffer.alloc(1 << 20)

/** Takes what is left, in ever smaller pieces. */
function fill(path: string): void {
  const file = openSync(path, 'a')
  for (let size = MEGABYTE.length; size >= 1; size = Math.floor(size / 2))
    for (;;)
      try {
        if (writeSync(file, MEGABYTE, 0, size) < size) break
      } catch {
        break
      }
  closeSync(file)
}
