import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SIZES, test } from '../fixtures.ts'
import { expectStill, watchShifts } from '../steps.ts'

/** The size of a packet on a slow network, and a pause in which the browser draws what came. */
const PIECE_BYTES = 1400
const PAUSE_MS = 10
/** About what the first window shows; what is below it comes at once. */
const SLOW_BYTES = 30_000

for (const { size, tag } of SIZES)
  test(`pages stand still while their documents arrive piece by piece (${size})`, { tag }, async ({ page, shop }) => {
    const network = await openSlowNetwork(shop.url)
    await watchShifts(page)
    // A product with more pictures, a pack.
    for (const path of ['/', '/Boutique', '/product-details/1', '/product-details/25', '/checkout', '/suivi']) {
      await page.goto(network.url + path)
      await page.waitForLoadState('load')
      await expectStill(page)
    }
    await network.close()
  })

/** The shop behind a network that hands on the bodies of its documents in pieces, which the browser draws as they come. */
async function openSlowNetwork(shopUrl: string): Promise<{ url: string; close: () => Promise<unknown> }> {
  const server: Server = createServer(async (request, answer) => {
    const whole = await fetch(shopUrl + request.url, { redirect: 'manual' })
    const { headers } = whole
    for (const name of ['content-type', 'content-security-policy', 'location'])
      if (headers.has(name)) answer.setHeader(name, headers.get(name)!)
    answer.writeHead(whole.status)
    const bytes = Buffer.from(await whole.arrayBuffer())
    const isDocument = headers.get('content-type')?.startsWith('text/html')
    let sent = isDocument ? bytes.indexOf('<body') : 0
    answer.write(bytes.subarray(0, sent))
    for (const end = Math.min(bytes.length, sent + SLOW_BYTES); isDocument && sent < end; sent += PIECE_BYTES) {
      answer.write(bytes.subarray(sent, sent + PIECE_BYTES))
      await sleep(PAUSE_MS)
    }
    answer.end(bytes.subarray(sent))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server[Symbol.asyncDispose](),
  }
}
