import { setTimeout as sleep } from 'node:timers/promises'
import { type MailBehaviour, MailServer } from './mail-server.ts'
import { ask, freePort, openShop, seconds } from './shop.ts'
import type { Verdict } from './verdict.ts'

const SIGN_UP_WITHIN_MS = 500
const VISIT_WITHIN_MS = 40_000
const LETTER_WITHIN_MS = 120_000

/** In this order: one that hangs holds up whoever comes after it. */
const BAD_MANNERS: readonly MailBehaviour[] = ['defers', 'refuses', 'drops', 'forgets to thank', 'hangs']

const person = (name: string) => ({
  name,
  email: `${name}@mail.example`,
  phone: '0612345678',
  address: '1, rue des Fleurs',
  password: 'le soleil de minuit',
})

/** Sign-ups while the mail server is away, refuses, hangs and drops; then it behaves. */
export async function testMail(dataDir: string): Promise<Verdict[]> {
  const mailPort = await freePort()
  const server = new MailServer(mailPort)
  const shop = await openShop(dataDir, await freePort(), {
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'boutique@shop.example',
  })
  const times: number[] = []
  const statuses: number[] = []
  const signUp = async (name: string) => {
    const begin = performance.now()
    const { status } = await ask(shop.port, 'POST', '/api/register', { body: person(name) })
    times.push(performance.now() - begin)
    statuses.push(status)
  }
  // The first of all warms up what the others are measured by.
  await signUp('warm')
  times.length = 0
  await signUp('refused')
  await sleep(1_500)
  await server.open()
  for (const manners of BAD_MANNERS) {
    server.manners = manners
    await signUp(nameOf(manners))
    await until(VISIT_WITHIN_MS, () => (server.visits.get(manners) ?? 0) > 0)
  }
  const visited = BAD_MANNERS.filter((manners) => server.visits.has(manners)).length
  server.manners = 'well'
  const begin = performance.now()
  const names = ['warm', 'refused', ...BAD_MANNERS.map(nameOf)]
  const lettersTo = (name: string) => server.letters.filter((letter) => letter.includes(`${name}@mail.example`))
  await until(LETTER_WITHIN_MS, () => names.every((name) => lettersTo(name).length > 0))
  // Nothing more comes for those who have theirs.
  await sleep(2_000)
  const lasted = performance.now() - begin - 2_000
  const arrived = names.filter((name) => lettersTo(name).length > 0).length
  const ids = names.map((name) => new Set(lettersTo(name).map(messageIdOf)).size)
  const isAlive = shop.child.isRunning
  const twice = names.filter((name) => lettersTo(name).length > 1)
  await shop.child.stop()
  server.close()
  const tried = `${names.length} sign-ups while the mail server was away, said 451 and 550, hung up within a letter and after it, fell silent`
  return [
    {
      claim: 'sign-up answers at once whatever the mail server does',
      tried,
      held: statuses.every((status) => status === 201) && Math.max(...times) <= SIGN_UP_WITHIN_MS && isAlive,
      figure: `${statuses.filter((status) => status === 201).length} × 201, slowest ${Math.max(...times).toFixed(0)} ms`,
    },
    {
      claim: 'the mail goes once the server behaves, under one Message-ID',
      tried: `${visited + 1} of ${BAD_MANNERS.length + 1} misbehaviours met`,
      held:
        arrived === names.length &&
        ids.every((count) => count === 1) &&
        visited === BAD_MANNERS.length &&
        twice.length <= server.visits.get('forgets to thank')!,
      figure: `${arrived} of ${names.length} letters within ${seconds(lasted)}, ${Math.max(...ids)} Message-ID each, ${twice.length} of them sent twice`,
    },
  ]
}

const nameOf = (manners: MailBehaviour): string => `trust-${manners.replaceAll(' ', '-')}`

const messageIdOf = (letter: string): string | undefined => /^Message-ID: (.*)$/im.exec(letter)?.[1]

async function until(withinMs: number, isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + withinMs; !isSo() && performance.now() < end; ) await sleep(50)
}
