import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

export interface Step {
  title: string
  /** A program of the project's own packages. */
  script: string
  words?: string[]
  environment?: Record<string, string>
}

const say = (line: string): void => {
  process.stdout.write(`\n${line}\n`)
}

const commandOf = ({ script, words = [], environment = {} }: Step) => ({
  words: [join(ROOT, script), ...words],
  options: { cwd: ROOT, env: { ...process.env, ...environment } },
})

/** A program, run by this very Node; the first that fails ends the whole. */
export function step(title: string, script: string, words: string[] = []): void {
  say(`— ${title}`)
  const command = commandOf({ title, script, words })
  const { status } = spawnSync(process.execPath, command.words, { ...command.options, stdio: 'inherit' })
  if (status === 0) return
  say(`${title}: failed`)
  process.exit(1)
}

/** Programs that need nothing of each other. The first one is heard while it runs, each other one once it has ended. */
export async function stepsSideBySide(first: Step, ...others: Step[]): Promise<void> {
  say(`— ${first.title}; beside them ${others.map(({ title }) => title).join(', ')}`)
  const failed = (await Promise.all([heard(first), ...others.map(heardAtTheEnd)])).filter((title) => title !== null)
  for (const title of failed) say(`${title}: failed`)
  if (failed.length > 0) process.exit(1)
}

/** Resolves with the title of a program that failed. */
function heard(program: Step): Promise<string | null> {
  const command = commandOf(program)
  const child = spawn(process.execPath, command.words, { ...command.options, stdio: 'inherit' })
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0 ? null : program.title)))
}

function heardAtTheEnd(program: Step): Promise<string | null> {
  const command = commandOf(program)
  const child = spawn(process.execPath, command.words, { ...command.options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes))
  return new Promise((resolve) => {
    child.on('close', (code) => {
      say(`— ${program.title}`)
      process.stdout.write(Buffer.concat(output))
      resolve(code === 0 ? null : program.title)
    })
  })
}
