import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)))

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Documents of today. Decisions and the gallery tell of their day, WHERE.md is held by a test of its own. */
const DOCUMENTS = files.filter(
  (path) => path.endsWith('.md') && !/^docs\/(WHERE\.md$|decisions\/|screens\/)/.test(path),
)

const CODE = /\.(ts|tsx|mts|cjs|mjs|sql|css|json|toml|yml)$/

/** Folders that programs make and Git ignores. */
const MADE = /^(results|build|data|node_modules|test-results|\.react-router)\//

const inBackticks = (text: string): string[] =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside!)

/** The folders and files of a tree that is drawn. */
const inFences = (text: string): string[] =>
  [...text.matchAll(/```\n([\s\S]*?)```/g)].flatMap(
    ([, block]) => block!.match(/(?<=^|\s)[\w.<>-]+(\/|\.tsx?)(?=[\s,]|$)/gm) ?? [],
  )

/** Each path of these, where `{a,b}` is several, and `<room>` and `*` are any. */
function spelled(token: string): string[] {
  const braces = token.match(/^(.*?)\{([^}]*)\}(.*)$/)
  return braces ? braces[2]!.split(',').flatMap((each) => spelled(`${braces[1]}${each.trim()}${braces[3]}`)) : [token]
}

const isPath = (token: string): boolean =>
  /^[\w@.<>*-]+(\/[\w@.<>*-]+)*(\.(ts|tsx|css|md|mjs|cjs|sql)|\/)$/.test(token) &&
  !MADE.test(token) &&
  !/^\*?\.[a-z]+$/.test(token)

function exists(token: string): boolean {
  const any = token.replace(/[.]/g, '\\.').replace(/<\w+>|\*+/g, '[^/]+')
  const whole = new RegExp(token.endsWith('/') ? `(^|/)${any}` : `(^|/)${any}$`)
  return files.some((path) => whole.test(path))
}

test.each(DOCUMENTS)('every file that %s names is there', (document) => {
  const text = read(document)
  const paths = [...inBackticks(text), ...inFences(text)].flatMap(spelled).filter(isPath)
  expect(paths.filter((path) => !exists(path))).toEqual([])
})

test.each(files.filter((path) => path.endsWith('.md')))('every link of %s leads to a file', (document) => {
  const links = [...read(document).matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g), ...read(document).matchAll(/src="([^"]+)"/g)]
  const own = links.map(([, link]) => link!).filter((link) => !/^[a-z]+:/.test(link))
  const led = own.map((link) => posix.join(posix.dirname(document), link))
  expect(led.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test.each(DOCUMENTS)('every name of the code in %s is one', (document) => {
  const names = inBackticks(read(document)).filter((token) =>
    /^([a-z]+([A-Z]\w*)|[a-z]+(_[a-z]+)+|[A-Z][a-z]+[A-Z]\w*|[A-Z]+(_[A-Z]+)+)$/.test(token),
  )
  expect(names.filter((name) => !words().has(name))).toEqual([])
})

let known: Set<string> | undefined
/** Every word of the code, its configuration and its migrations. */
function words(): Set<string> {
  known ??= new Set(
    files
      .filter((path) => CODE.test(path) && path !== 'package-lock.json')
      .flatMap((path) => read(path).match(/\w+/g) ?? []),
  )
  return known
}
