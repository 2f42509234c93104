import { findBrokenInvariants } from '#server/books/check-invariants.ts'
import { invariants } from '#server/books/invariants.ts'
import { openShopDatabase } from '#server/command-database.ts'
import { readConfig } from '#server/config.ts'
import { reportFailure } from '#server/report-failure.ts'

const EXAMPLES = 5

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Prints every promise of the books and whether it holds. Changes nothing. Ends with 1 when one does not. */
async function main(): Promise<void> {
  const { db, close } = await openShopDatabase(readConfig(process.env), say)
  try {
    const broken = new Map((await findBrokenInvariants(db)).map((each) => [each.name, each.rows]))
    for (const { name, title } of invariants) {
      const rows = broken.get(name) ?? []
      say(`${rows.length === 0 ? 'tient   ' : 'NE TIENT PAS'}  ${title}`)
      for (const row of rows.slice(0, EXAMPLES)) say(`                ${JSON.stringify(row)}`)
      if (rows.length > EXAMPLES) say(`                … et d’autres`)
    }
    say(
      broken.size === 0
        ? `${invariants.length} vérifications, tout tient.`
        : `${broken.size} sur ${invariants.length} ne tiennent pas.`,
    )
    if (broken.size > 0) process.exitCode = 1
  } finally {
    await close()
  }
}

try {
  await main()
} catch (error) {
  reportFailure(error)
}
