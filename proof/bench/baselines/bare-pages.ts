import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer of the shop's, byte for byte. */
export interface RecordedAnswer {
  path: string
  /** Names and values in turn, without those that Node adds. */
  head: string[]
  /** In base64. */
  body: string
}

const answers = new Map(
  (JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as RecordedAnswer[]).map(({ path, head, body }) => [
    path,
    { head, body: Buffer.from(body, 'base64') },
  ]),
)

const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
  const { head, body } = answers.get(request.url!)!
  response.writeHead(200, head)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`)
})
