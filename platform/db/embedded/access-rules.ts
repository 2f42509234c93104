import { execFileSync } from 'node:child_process'
import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { isNobody, type Runner } from './user-and-folders.ts'

/**
 * Writes the files that say which system users may connect (`peer` authentication): the one who started the shop and the
 * owner of its files. When root starts it, PostgreSQL runs as `nobody`; other programs of that user get no access, and
 * cannot change these files, which belong to root. Returns the settings that name the files.
 */
export function writeAccessRules(home: string, user: string, runner: Runner): Record<string, string> {
  const rules = join(home, 'postgres-hba.conf')
  const names = join(home, 'postgres-ident.conf')
  write(rules, 'local all all peer map=shop\n')
  write(
    names,
    allowedUsers(runner)
      .map((name) => `shop "${name}" ${user}\n`)
      .join(''),
  )
  return { hba_file: rules, ident_file: names }
}

/** The user who starts the shop, and the owner of the files, who can read them anyway and runs backups. */
function allowedUsers(runner: Runner): string[] {
  const own = userInfo().username
  if (!runner || isNobody(runner)) return [own]
  const owner = execFileSync('id', ['-nu', String(runner.uid)], { encoding: 'utf8' }).trim()
  return [own, owner]
}

/** Readable for all, since the server's user must read it; it contains no password. */
function write(path: string, text: string): void {
  writeFileSync(`${path}.part`, text)
  chmodSync(`${path}.part`, 0o644)
  renameSync(`${path}.part`, path)
}
