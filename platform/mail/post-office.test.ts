import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/db/database.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { MAIL_PRIORITY, MAIL_QUEUE, PostOffice } from './post-office.ts'

const FROM = { name: 'La boutique', address: 'boutique@shop.example' }
const NADIA = { id: 1 as AccountId, name: 'Nadia, “la” <cliente>', email: 'nadia@mail.example' }
const QUICK = { ...MAIL_QUEUE, firstPause: 1, longestPause: 1 }
const letter = { subject: 'Objet à lire', paragraphs: ['Été & hiver.'], action: { label: 'Voir', path: '/contact' } }

let database: TestDatabase
let jobs: Jobs
let servers: SMTPServer[] = []
const folder = mkdtempSync(join(tmpdir(), 'post-office-'))

beforeAll(async () => {
  database = await openTestDatabase()
})

afterEach(async () => {
  await jobs.stop()
  for (const server of servers) await new Promise<void>((resolve) => server.close(() => resolve()))
  servers = []
})

afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

/** Starts a real mail server in this process; `received` holds the mails that it took in whole. */
async function mailServer(options: SMTPServerOptions = {}) {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as { port: number }
  return { received, url: `smtp://127.0.0.1:${port}` }
}

async function openOffice(smtpUrl: string | null, say: (line: string) => void = () => undefined): Promise<PostOffice> {
  const office = await makeOffice(smtpUrl, say)
  await office.open()
  return office
}

/** Makes a post office that stores letters and does not send yet. */
async function makeOffice(
  smtpUrl: string | null,
  say: (line: string) => void,
  patience = { connect: 500, silence: 500 },
): Promise<PostOffice> {
  jobs = new Jobs(database.db, () => undefined)
  await jobs.start([QUICK])
  return new PostOffice(jobs, {
    smtpUrl,
    from: FROM,
    shop: { name: 'La boutique', publicUrl: 'https://shop.example' },
    mailDir: folder,
    randomBytes,
    say,
    patience,
  })
}

const post = (office: PostOffice) => inTransaction(database.db, (tx) => office.post(tx, NADIA, letter))

const until = (isTrue: () => boolean): Promise<void> => expect.poll(isTrue).toBe(true)

const messageId = (raw: string) => /^Message-ID: (.*)$/im.exec(raw)?.[1]

test('a letter of a transaction that is undone is never sent, the next one is', async () => {
  const { received, url } = await mailServer()
  const office = await openOffice(url)
  const undone = inTransaction(database.db, async (tx) => {
    await office.post(tx, { ...NADIA, email: 'undone@mail.example' }, letter)
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await post(office)
  await until(() => received.length > 0)
  const mail = await PostalMime.parse(received[0]!)
  expect(received).toHaveLength(1)
  expect(mail.to).toEqual([expect.objectContaining({ name: NADIA.name, address: NADIA.email })])
  expect(mail.from).toEqual(expect.objectContaining(FROM))
  expect(mail.subject).toBe('Objet à lire')
  expect(mail.text).toContain(
    'Bonjour Nadia, “la” <cliente>,\n\nÉté & hiver.\n\nVoir\u00A0:\nhttps://shop.example/contact\n',
  )
  expect(mail.html).toContain('Bonjour Nadia, “la” &lt;cliente&gt;,')
  expect(mail.html).toContain('href="https://shop.example/contact"')
  expect(mail.html!.match(/(src|background)="[^"]*"|url\(/g)).toEqual(['src="cid:logo"'])
  expect(mail.attachments).toEqual([
    expect.objectContaining({ mimeType: 'image/png', contentId: '<logo>', disposition: 'inline' }),
  ])
})

test('a server that refuses for a while gets the letter later', async () => {
  let refusals = 0
  const { received, url } = await mailServer({
    onMailFrom(_address, _session, done) {
      refusals++
      done(refusals <= 2 ? Object.assign(new Error('Try later'), { responseCode: 451 }) : null)
    },
  })
  await post(await openOffice(url))
  await until(() => received.length > 0)
  expect(refusals).toBe(3)
})

test('a server that hangs is given up, and tried again', async () => {
  let greetings = 0
  const { received, url } = await mailServer({
    onConnect(_session, done) {
      greetings++
      if (greetings > 1) done()
    },
  })
  await post(await openOffice(url))
  await until(() => received.length > 0)
  expect(greetings).toBe(2)
})

test('a connection dropped after the letter was taken brings it again under the same id', async () => {
  const taken: string[] = []
  const { url } = await mailServer({
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks).toString())
        if (taken.length === 1) dropConnection(session.id)
        else done()
      })
    },
  })
  const dropConnection = (id: string) => {
    for (const connection of servers[0]!.connections as unknown as Set<{ id: string; _socket: { destroy(): void } }>)
      if (connection.id === id) connection._socket.destroy()
  }
  await post(await openOffice(url))
  await until(() => taken.length > 1)
  expect(messageId(taken[1]!)).toBe(messageId(taken[0]!))
})

test('a letter posted while there is no server arrives once there is one', async () => {
  const dead = await mailServer()
  await new Promise<void>((resolve) => servers.pop()!.close(() => resolve()))
  await post(await openOffice(dead.url))
  await sleep(1500)
  await jobs.stop()
  const { received, url } = await mailServer()
  await openOffice(url)
  await until(() => received.length > 0)
})

test('a letter whose account is forgotten while it is being sent is not tried again, and leaves nothing', async () => {
  let tries = 0
  const { url } = await mailServer({
    async onMailFrom(_address, _session, done) {
      tries++
      await inTransaction(database.db, (tx) => jobs.forget(tx, NADIA))
      done(Object.assign(new Error('Try later'), { responseCode: 451 }))
    },
  })
  await post(await openOffice(url))
  await until(() => tries > 0)
  // Whatever is being done is over and stored by then.
  await jobs.stop()
  const { rows } = await database.db.execute(sql`select state from pgboss.job where data->'accountId' = '1'`)
  expect([tries, rows]).toEqual([1, []])
})

test('without a server each letter is a file', async () => {
  const office = await openOffice(null)
  await post(office)
  await until(() => readdirSync(folder).some((file) => file.endsWith('.eml')))
  const file = readdirSync(folder).find((each) => each.endsWith('.eml'))!
  const mail = await PostalMime.parse(readFileSync(join(folder, file)))
  expect(mail.messageId).toBe(`<${file.replace('.eml', '')}@shop.example>`)
})

test('a letter in a file is read by who runs the shop alone, also in a folder of before', async () => {
  chmodSync(folder, 0o755)
  const before = readdirSync(folder)
  const written = () => readdirSync(folder).find((each) => each.endsWith('.eml') && !before.includes(each))
  await post(await openOffice(null))
  await until(() => written() !== undefined)
  const file = written()!
  expect([modeOf(folder), modeOf(join(folder, file))]).toEqual([0o700, 0o600])
})

test('letters in files go after seven days, and nothing else that lies there', async () => {
  const office = await openOffice(null)
  const now = new Date()
  for (const [name, days] of [
    ['old.eml', 8],
    ['old.eml.part', 8],
    ['young.eml', 6],
    ['notes.txt', 8],
  ] as const) {
    const at = new Date(now.getTime() - days * DAY_MS)
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), at, at)
  }
  await office.deleteOldFiles(now)
  const [young, old] = [readdirSync(folder), ['old.eml', 'old.eml.part']]
  expect(young).toEqual(expect.arrayContaining(['young.eml', 'notes.txt']))
  expect(young.filter((name) => old.includes(name))).toEqual([])
})

const modeOf = (path: string): number => statSync(path).mode & 0o777

test('letters leave several at once, and one that the server refuses holds up no other', async () => {
  const atTheDoor: (() => void)[] = []
  const { received, url } = await mailServer({
    // Nobody is let in before five are at the door.
    onConnect(_session, letIn) {
      atTheDoor.push(letIn)
      if (atTheDoor.length >= 5) for (const each of atTheDoor) each()
    },
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('refused') ? Object.assign(new Error('No such box'), { responseCode: 550 }) : null)
    },
  })
  const office = await makeOffice(url, () => undefined, { connect: 60_000, silence: 60_000 })
  await inTransaction(database.db, async (tx) => {
    for (const name of ['refused', 'a', 'b', 'c', 'd'])
      await office.post(tx, { ...NADIA, name, email: `${name}@several.example` }, letter)
  })
  await office.open()
  await expect.poll(() => received.length).toBe(4)
  const states = async () => {
    const { rows } = await database.db.execute(sql`
      select state from pgboss.job where data->'to'->>'address' like '%@several.example' order by state`)
    return rows.map(({ state }) => state)
  }
  await expect.poll(states).toEqual(['retry', 'completed', 'completed', 'completed', 'completed'])
  await database.db.execute(sql`delete from pgboss.job`)
})

test('links for new passwords leave before welcomes, welcomes before letters about orders', async () => {
  const reported: string[] = []
  const office = await makeOffice(null, (line) => {
    if (line.includes('@order.example')) reported.push(line)
  })
  await inTransaction(database.db, async (tx) => {
    for (const priority of ['other', 'welcome', 'password'] as const)
      for (let count = 0; count < 50; count++)
        await office.post(tx, { ...NADIA, email: `${priority}@order.example` }, letter, MAIL_PRIORITY[priority])
  })
  await office.open()
  await expect.poll(() => reported.length).toBe(150)
  const order = reported.map((line) => /(\w+)@order/.exec(line)?.[1])
  expect([0, 50, 100].map((from) => [...new Set(order.slice(from, from + 50))])).toEqual([
    ['password'],
    ['welcome'],
    ['other'],
  ])
})

test('a letter leaves this machine encrypted or not at all', async () => {
  const { received, url } = await mailServer()
  // An address of this machine that is not written as one.
  const office = await openOffice(url.replace('127.0.0.1', '0.0.0.0'))
  await post(office)
  const refused = () =>
    database.db.execute(
      sql`select output->>'code' as code from pgboss.job where state = 'retry' and data->'to'->>'address' = ${NADIA.email}`,
    )
  await expect.poll(async () => (await refused()).rows).toEqual([{ code: 'ETLS' }])
  expect(received).toEqual([])
  await database.db.execute(sql`delete from pgboss.job`)
})
