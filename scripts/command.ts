import type { Db } from '#platform/db/database.ts'
import { openShopDatabase } from '#server/command-database.ts'
import { type Config, readConfig } from '#server/config.ts'
import { reportFailure } from '#server/report-failure.ts'

/** Says a line to the operator. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Runs an operator's command with the settings; prints why it failed, and ends with 1 then. */
export async function runCommand(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    await work(readConfig(process.env))
  } catch (error) {
    reportFailure(error)
  }
}

/** Opens the database of the settings for the work; the shop may run beside it. */
export async function withDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  const { db, close } = await openShopDatabase(config, say)
  try {
    await work(db)
  } finally {
    await close()
  }
}
