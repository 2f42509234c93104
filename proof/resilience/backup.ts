import { join } from 'node:path'
import { openDatabaseBeside } from './database.ts'
import { checkByProgram } from './external-checks.ts'
import type { Trial } from './verdict.ts'

/** The drill of an operator, from the shop's own database to another PostgreSQL; what a file holds is the tests' matter. */
export const testBackup: Trial = async (folder) => {
  const { url, sql, close } = await openDatabaseBeside(join(folder, 'other'))
  try {
    await sql.query('create database moved')
    const drill = await checkByProgram({
      claim:
        'a shop saved while orders come in stands again elsewhere within 60 s, with every order, and every invariant holds; it moves to a server within 120 s',
      tried:
        '20,000 orders, `npm run backup` beside two clients, `npm run restore` into another PostgreSQL, then `npm run move` (proof/bench/drills/backup.ts)',
      program: 'proof/bench/drills/backup.ts',
      words: ['--orders', '20000', '--into', url, '--move', url.replace(/\/\w+\?/, '/moved?')],
      passed: /(\d+) orders acknowledged before, .* 0 missing$/m,
      unit: 'orders there again',
      detail: /file .* MB, saved in .* s, restored in .* s, moved in .*/,
    })
    return [drill]
  } finally {
    await close()
  }
}
