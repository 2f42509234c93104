import { join, posix } from 'node:path'
import { type Call, callsOf } from './calls.ts'
import { type Entry, eventsOf, jobsOf, lettersOf } from './lists.ts'
import { type Screen, screensOf } from './screens.ts'
import { Sources } from './sources.ts'

export const WHERE_FILE = join(import.meta.dirname, '..', '..', 'docs', 'WHERE.md')

/** docs/WHERE.md: each address, call, letter, job and event, and the files where it stands. */
export function whereIsWhat(): string {
  const sources = new Sources()
  const calls = callsOf(sources)
  return `${[
    '# Where is what',
    'Made by `npm run where` from the sources; `scripts/where/where.test.ts` fails while it says anything else than they do.',
    HOW_TO_LOOK,
    '## Screens',
    'Files of a screen stand in its own folder; what two screens share is imported from `web/ui`, `web/list-kit`, `web/forms` and `web/shell`. Calls are those of every file that a screen imports, also from another room’s folder, but not those of what is around it or of every list: session, header, bell, guards (`web/session`, `web/shell`, `web/notifications`, `web/closed-area`, `web/list-kit`); [Calls](#calls) names the files.',
    ...screensOf(sources).map((screen) => screenText(screen, calls)),
    '## Calls',
    'By the file that registers them. Files without a folder stand in that file’s own.',
    ...callTables(calls),
    '## Letters',
    table(['subject', 'words stand in', 'function', 'posted by'], lettersOf(sources).map(row)),
    '## Scheduled jobs',
    table(['job', 'listed in', 'does'], jobsOf(sources).map(row)),
    '## Events',
    '`pageCache.dropAll` drops every cached page of this copy of the program (`server/pages/page-cache.ts`).',
    table(
      ['event', 'published by', 'subscribers run'],
      eventsOf(sources).map(({ name, more }) => [name, ...more]),
    ),
  ].join('\n\n')}\n`
}

const HOW_TO_LOOK = `| looking for | look at |
|---|---|
| what a supplier gains, who may do what | the \`rules.ts\` of the room, by its folder in \`features\`; to change a fee or a percentage, which the owner does: [how-to/change-a-fee.md](how-to/change-a-fee.md), a gain: [how-to/change-a-gain.md](how-to/change-a-gain.md): an order’s is reckoned by its rule and again by the books, and a product’s shown by two more places |
| a screen, a sentence on it | [Screens](#screens): its address, then its parts. Or \`git grep -nE 'two.{1,8}words' -- web features e2e\` with two words that stand side by side, and with two others when that finds nothing: the dots stand for a no-break space, which is \`&nbsp;\` in pages and \`\\u00A0\` in texts; a sentence may go on in the next line, or have a value or the apostrophe \`’\` put in. Texts that the owner writes on *Réglages* stand in no page: their first words are \`BUILT_IN_SETTINGS\` in \`features/settings/model.ts\` |
| a sentence that refuses something | \`web/api/french-errors.ts\` when it is generic, else mostly the \`rules.ts\` of the room; those that need the database or a file stand in the action or route that finds it out (\`git grep -n -e 'new Refusal' -e 'invalidField(' -- features platform\`) |
| a call, or what a button does | [Calls](#calls), with the files that call it |
| a field of an order, an account, a product | the room’s \`tables.ts\` for its column, \`contract.ts\` for its name on the wire; to add one: [how-to/add-a-field-to-an-order.md](how-to/add-a-field-to-an-order.md) |
| a column of a spreadsheet | \`git grep -n 'commandes.csv' -- features\` with the file’s name; to add one: [how-to/add-a-column-to-a-file.md](how-to/add-a-column-to-a-file.md) |
| a variable of the environment | [OPERATIONS.md](OPERATIONS.md#settings), read in \`server/config.ts\` |
| a mail | [Letters](#letters) |`

/** A table, or a word that there is nothing. */
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows.map((cells) => cells.map(inCell))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

const inCell = (text: string): string => text.replaceAll('|', '\\|')

const row = ({ name, file, more }: Entry): string[] => [name, `\`${file}\``, ...more]

function screenText({ address, file, layouts, loads, parts, styles, files }: Screen, calls: readonly Call[]): string {
  const made = calls.filter(({ callers }) => callers.some((each) => files.includes(each)))
  const own = (path: string) => path.slice(posix.dirname(file).length + 1)
  const lines = [
    `### \`${address}\``,
    '',
    `\`${file}\`, inside ${layouts.map((each) => `\`${each}\``).join(', ')}`,
    ...(loads.length > 0 ? [`- loader asks: ${loads.join(', ')}`] : []),
    ...(made.length > 0 ? [`- calls: ${made.map(({ method, path }) => `\`${method} ${path}\``).join(', ')}`] : []),
    ...(parts.length > 0 ? [`- parts: ${parts.map(own).join(', ')}`] : []),
    ...(styles.length > 0 ? [`- styles: ${styles.map(own).join(', ')}`] : []),
  ]
  return lines.join('\n')
}

function callTables(calls: readonly Call[]): string[] {
  return [...Map.groupBy(calls, ({ file }) => file)].map(
    ([file, all]) =>
      `### \`${file}\`\n\n${table(
        ['call', 'who may', 'runs', 'called by'],
        all.map(({ method, path, access, runs, callers }) => [
          `\`${method} ${path}\``,
          access,
          runs.join(', '),
          callers.map((each) => `\`${each}\``).join(', '),
        ]),
      )}`,
  )
}
