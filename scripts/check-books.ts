import { findBrokenInvariants } from '#server/books/check-invariants.ts'
import { invariants } from '#server/books/invariants.ts'
import { runCommand, say, withDatabase } from './command.ts'

const EXAMPLES = 5

// Prints every promise of the books and whether it holds. Changes nothing. Ends with 1 when one does not.

await runCommand((config) =>
  withDatabase(config, async (db) => {
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
  }),
)
