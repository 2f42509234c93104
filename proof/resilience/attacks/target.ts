import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Child, connectTo, startShop } from '../../bench/shops/child-process.ts'
import { ask } from '../shop.ts'

/** A production shop of its own, to be attacked. */
export interface Target {
  shop: Child
  port: number
  /** A line of our own to its database. */
  sql: pg.Client
}

export const PEOPLE = {
  admin: { identifier: 'ADMIN', password: 'demo-admin-2026' },
  sara: { identifier: 'F-1001', password: 'demo-sara-2026' },
  youssef: { identifier: 'F-1002', password: 'demo-youssef-2026' },
  karim: { identifier: 'B-2001', password: 'demo-karim-2026' },
} as const

export type Person = keyof typeof PEOPLE

/** Opens a demo shop in a process of its own, in a new folder in `parent`, and leaves nothing of it. */
export async function withTarget<Result>(
  parent: string,
  settings: Record<string, string>,
  work: (target: Target) => Promise<Result>,
): Promise<Result> {
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'attacked-'))
  // When we are root, another user runs PostgreSQL in it.
  for (const each of [parent, folder]) chmodSync(each, 0o755)
  const shop = startShop(folder, settings)
  try {
    const port = Number(new URL(await shop.address()).port)
    const sql = await connectTo(folder)
    try {
      return await work({ shop, port, sql })
    } finally {
      await sql.end()
    }
  } finally {
    await shop.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function logInAs(port: number, person: Person): Promise<string> {
  const { status, text } = await ask(port, 'POST', '/api/login', { body: PEOPLE[person] })
  if (status !== 200) throw new Error(`${person} cannot log in: ${status} ${text}`)
  return JSON.parse(text).token
}

export const isAlive = async ({ shop, port }: Target): Promise<boolean> =>
  shop.isRunning && (await ask(port, 'GET', '/healthz', { within: 5_000 })).status === 200
