import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Tx } from '#platform/db/database.ts'
import type { Jobs, Queue } from '#platform/jobs/jobs.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { type Letter, type LetterShop, LOGO_ID, type WrittenLetter, writeLetter } from './letter.ts'

interface Address {
  name: string
  address: string
}

/** A letter under way. Its id is the same in all tries, so that mail programs recognise a repeat. */
interface StoredMail extends WrittenLetter {
  messageId: string
  to: Address
  /** The account that the letter is for: it may have another address before it is forgotten. */
  accountId: AccountId
}

/** Queue of all letters, tried for days: 5 s, 10 s, 20 s … at most an hour apart. */
export const MAIL_QUEUE: Queue = {
  name: 'mail',
  firstPause: 5,
  longestPause: 3600,
  tries: 100,
  patience: 120,
  atOnce: 10,
}

/** Order in which letters leave: somebody waits at a screen for a link to a new password, less so for a welcome. */
export const MAIL_PRIORITY = { password: 2, welcome: 1, other: 0 } as const

/** Milliseconds that a mail server may take to answer. */
const PATIENCE = { connect: 10_000, silence: 15_000 }

/** Age at which a letter's file goes: letters that were sent stay in the table of jobs as long. */
const FILE_DAYS = 7

/** Milliseconds for one letter in all. At ten at once, a batch of fifty is through before the queue's patience ends. */
const LETTER_MS = 20_000

export interface PostOfficeOptions {
  patience?: typeof PATIENCE
  /** Null writes each mail into a file of `mailDir`. */
  smtpUrl: string | null
  from: Address
  shop: LetterShop
  mailDir: string
  randomBytes: (count: number) => Buffer
  /** Reports each mail written into a file, for people at the console. */
  say: (textLine: string) => void
}

/** Stores letters in the transaction of their cause and sends each afterwards, at least once. */
export class PostOffice {
  readonly #jobs: Jobs
  readonly #options: PostOfficeOptions
  readonly #send: (mail: StoredMail) => Promise<void>

  constructor(jobs: Jobs, options: PostOfficeOptions) {
    this.#jobs = jobs
    this.#options = options
    this.#send = options.smtpUrl === null ? fileSender(options) : smtpSender(options.smtpUrl, options)
  }

  /** Stores a letter, which is sent if and only if the transaction commits; higher priorities leave first. */
  async post(
    tx: Tx,
    { id: accountId, name, email }: { id: AccountId; name: string; email: string },
    letter: Letter,
    priority: number = MAIL_PRIORITY.other,
  ): Promise<void> {
    const { from, shop, randomBytes } = this.#options
    const to = { name, address: email }
    const messageId = `<${randomBytes(18).toString('base64url')}@${from.address.split('@')[1]}>`
    await this.#jobs.add(
      tx,
      MAIL_QUEUE.name,
      { ...writeLetter(letter, to, shop), to, messageId, accountId } satisfies StoredMail,
      priority,
    )
  }

  /** Begins to send what is stored. */
  open(): Promise<void> {
    return this.#jobs.work<StoredMail>(MAIL_QUEUE, this.#send)
  }

  /** Deletes letters that were written into files a week ago, so that none outlives for long the erasure of its person. */
  async deleteOldFiles(now: Date): Promise<void> {
    const { mailDir } = this.#options
    for (const name of await readdir(mailDir).catch(() => [])) {
      if (!/\.eml(\.part)?$/.test(name)) continue
      const file = join(mailDir, name)
      const made = await stat(file).catch(() => null)
      if (made && made.mtimeMs < now.getTime() - FILE_DAYS * DAY_MS) await rm(file, { force: true })
    }
  }
}

const LOGO = readFileSync(join(import.meta.dirname, 'logo.png'))

const asMessage = ({ to, subject, text, html, messageId }: StoredMail, from: Address): SendMailOptions => ({
  from,
  to,
  subject,
  text,
  html,
  messageId,
  attachments: [{ filename: 'logo.png', content: LOGO, cid: LOGO_ID, contentDisposition: 'inline' }],
  // Nothing in a letter may make the sender read a file or an address.
  disableFileAccess: true,
  disableUrlAccess: true,
})

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Sends by SMTP. Loads the library with the first letter, so that no start of the program waits for it. */
function smtpSender(url: string, { from, patience = PATIENCE }: PostOfficeOptions) {
  return async (mail: StoredMail) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      // A letter opens accounts: it leaves this machine encrypted or not at all.
      requireTLS: !LOOPBACK.test(new URL(url).hostname),
      connectionTimeout: patience.connect,
      greetingTimeout: patience.connect,
      socketTimeout: patience.silence,
      dnsTimeout: patience.connect,
    })
    await transport.sendMail({ ...asMessage(mail, from), signal: AbortSignal.timeout(LETTER_MS) })
  }
}

/** Writes letters into files, for shops without a mail server. */
function fileSender({ from, mailDir, say }: PostOfficeOptions) {
  return async (mail: StoredMail) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message } = await transport.sendMail(asMessage(mail, from))
    // A letter may open an account, so nobody but the shop's user reads it; `chmod` mends a folder of an older version.
    mkdirSync(mailDir, { recursive: true, mode: 0o700 })
    chmodSync(mailDir, 0o700)
    // Named after its id: a second try writes the same file again.
    const file = join(mailDir, `${mail.messageId.slice(1).split('@')[0]}.eml`)
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
    await rename(`${file}.part`, file)
    say(`Courriel pour ${mail.to.address}\u00A0: ${file}`)
  }
}
