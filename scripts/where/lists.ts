import { type Node, property, type Source, type Sources, textOf, visit } from './sources.ts'

/** One line of a list: a thing, and the files where it stands. */
export interface Entry {
  name: string
  file: string
  /** Further cells of its row. */
  more: string[]
}

/** Letters by their subjects, with the files that post them. */
export function lettersOf(sources: Sources): Entry[] {
  const entries: Entry[] = []
  const rooms = sources.matching(/^features\//)
  for (const source of sources.matching(/^features\/.*\/letters?\.ts$/))
    for (const [name, node] of source.declared) {
      if (!name.endsWith('Letter')) continue
      const subject = subjectIn(node) ?? 'several'
      const posts = rooms.filter((each) => each !== source && new RegExp(`\\b${name}\\b`).test(each.text))
      entries.push({ name: subject, file: source.path, more: [`\`${name}\``, files(posts)] })
    }
  return entries
}

function subjectIn(node: Node): string | null {
  let subject: string | null = null
  visit(node, (each) => {
    subject ??= textOf(property(each, 'subject'))?.replaceAll(':x', '…') ?? null
  })
  return subject
}

/** Texts of a list, or those of an object of words. */
function wordsIn(node: Node): string[] {
  const values =
    node.type === 'ArrayExpression'
      ? node.elements
      : node.type === 'ObjectExpression'
        ? node.properties.map((each) => (each.type === 'Property' ? each.value : null))
        : []
  return values.map((each) => textOf(each)).filter((text) => text !== null)
}

/** Jobs that come back, by name. */
export function jobsOf(sources: Sources): Entry[] {
  const source = sources.get('server/scheduled-jobs.ts')
  const entries: Entry[] = []
  const add = (name: string | null, work: Node | null | undefined) => {
    if (name && work) entries.push({ name, file: source.path, more: [functionsIn(sources, source, work).join(', ')] })
  }
  visit(source.program, (node) => {
    // A job is an object with its work, or is made by a function of this file from a name and its work.
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && source.inside.has(node.callee.name))
      add(textOf(node.arguments[0]), node.arguments[1])
    add(textOf(property(node, 'name')), property(node, 'work'))
  })
  return entries
}

function functionsIn(sources: Sources, source: Source, node: Node): string[] {
  const names: string[] = []
  visit(node, (each) => {
    if (each.type !== 'CallExpression' || each.callee.type !== 'Identifier') return
    const { name } = each.callee
    if (name === 'afterCommit') {
      names.push(...methodsIn(each.arguments[1]!).map((method) => `\`${method}\` after the commit`))
      return
    }
    const origin = sources.origin(source, name)
    if (origin && origin.source !== source) names.push(`\`${name}\` (\`${origin.source.path}\`)`)
    else if (source.inside.has(name)) names.push(...functionsIn(sources, source, source.inside.get(name)!))
  })
  return [...new Set(names)]
}

/** Calls of methods, as they are written: `pageCache.dropAll`. */
function methodsIn(node: Node): string[] {
  const names: string[] = []
  visit(node, (each) => {
    if (each.type !== 'CallExpression' || each.callee.type !== 'MemberExpression') return
    const { object, property: method } = each.callee
    if (object.type === 'Identifier' && method.type === 'Identifier') names.push(`${object.name}.${method.name}`)
  })
  return names
}

/** Events by name, with who publishes them and what subscribers do. */
export function eventsOf(sources: Sources): Entry[] {
  const published = new Map<string, Set<string>>()
  const heard = new Map<string, Set<string>>()
  for (const source of sources.matching(/^(features|server)\//))
    visit(source.program, (node, holders) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return
      const isPublished = node.callee.name === 'publish'
      if (!isPublished && node.callee.name !== 'subscribe') return
      const written = textOf(node.arguments[1])
      const loop = holders.find((each) => each.type === 'ForOfStatement')
      const names = written ? [written] : loop?.type === 'ForOfStatement' ? wordsIn(unwrapped(loop.right)) : []
      const does = isPublished ? [`\`${source.path}\``] : functionsIn(sources, source, node.arguments[2]!)
      const all = isPublished ? published : heard
      for (const name of names) all.set(name, new Set([...(all.get(name) ?? []), ...does]))
    })
  const cell = (all: Iterable<string> = []) => [...all].join(', ')
  return [...published].map(([name, by]) => ({ name, file: '', more: [cell(by), cell(heard.get(name))] }))
}

const unwrapped = (node: Node): Node => (node.type === 'TSAsExpression' ? node.expression : node)

const files = (sources: Iterable<Source>): string => [...sources].map(({ path }) => `\`${path}\``).join(', ')
