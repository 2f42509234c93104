import type { Verdict } from './verdict.ts'

const CLAIM_WIDTH = 60
const TRIED_WIDTH = 50
const FIGURE_WIDTH = 70

/** Three columns that stand below each other however long their texts are. */
export function table(rows: readonly Verdict[]): string {
  const head = line(['promise'], ['tried'], ['held'])
  const rule = '─'.repeat(head.length + FIGURE_WIDTH - 4)
  const body = rows.map(({ claim, tried, held, figure }) =>
    line(
      wrapped(claim, CLAIM_WIDTH),
      wrapped(tried, TRIED_WIDTH),
      wrapped(`${verdictOf(held)} ${figure}`, FIGURE_WIDTH),
    ),
  )
  return [head, rule, ...body].join('\n')
}

const verdictOf = (held: boolean | null): string => (held === null ? 'not tried:' : held ? 'yes' : 'NO')

function line(claim: readonly string[], tried: readonly string[], held: readonly string[]): string {
  const height = Math.max(claim.length, tried.length, held.length)
  const rows = Array.from({ length: height }, (_, nth) => {
    const left = (claim[nth] ?? '').padEnd(CLAIM_WIDTH)
    const middle = (tried[nth] ?? '').padEnd(TRIED_WIDTH)
    return `${left}  ${middle}  ${held[nth] ?? ''}`.trimEnd()
  })
  return rows.join('\n')
}

/** The text in lines of at most so many characters, words whole. */
export function wrapped(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)!
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
