import { execFileSync } from 'node:child_process'
import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { isNobody, type Runner } from './user-and-folders.ts'

/**
 * Who the server lets in, said by files that stand beside its own: the system tells it whose process calls (`peer`), and it
 * takes whoever started the shop. Where root starts it and PostgreSQL runs as the user that nobody is, others who run as
 * that user are not let in; these files are root's, so they do not change them either.
 */
export function writeAccessRules(home: string, user: string, runner: Runner): Record<string, string> {
  const doors = join(home, 'postgres-hba.conf')
  const names = join(home, 'postgres-ident.conf')
  write(doors, 'local all all peer map=shop\n')
  write(
    names,
    allowedUsers(runner)
      .map((name) => `shop "${name}" ${user}\n`)
      .join(''),
  )
  return { hba_file: doors, ident_file: names }
}

/** Who starts the shop, and the person whose files they are: it can read them anyway, and runs backups. */
function allowedUsers(runner: Runner): string[] {
  const own = userInfo().username
  if (!runner || isNobody(runner)) return [own]
  const owner = execFileSync('id', ['-nu', String(runner.uid)], { encoding: 'utf8' }).trim()
  return [own, owner]
}

/** No passwords in it: the server's user must read it. */
function write(path: string, text: string): void {
  writeFileSync(`${path}.part`, text)
  chmodSync(`${path}.part`, 0o644)
  renameSync(`${path}.part`, path)
}
