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
    for (const [name, { node }] of source.declared) {
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

/** Variables of the environment, with the field of `Config` that each becomes. */
export function variablesOf(sources: Sources): Entry[] {
  const source = sources.get('server/config.ts')
  const entries: Entry[] = []
  for (const [, { node }] of source.declared)
    visit(node, (each) => {
      if (each.type !== 'Property' || each.key.type !== 'Identifier' || !/^[A-Z][A-Z_]+$/.test(each.key.name)) return
      const name = each.key.name
      if (textOf(each.value) !== null) return
      entries.push({
        name,
        file: source.path,
        more: [
          fieldsFrom(source, name)
            .map((field) => `\`${field}\``)
            .join(', '),
        ],
      })
    })
  return entries
}

function fieldsFrom(source: Source, variable: string): string[] {
  const fields: string[] = []
  visit(source.program, (node, holders) => {
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier' || node.property.name !== variable)
      return
    const path = holders.flatMap((each) =>
      each.type === 'Property' && each.key.type === 'Identifier' ? [each.key.name] : [],
    )
    if (path.length > 0) fields.push(path.toReversed().join('.'))
  })
  return [...new Set(fields)]
}

/** Rules by name, with the first sentence of their comments. Those that only word a refusal are left out. */
export const rulesOf = (sources: Sources): Entry[] =>
  sources
    .matching(/^features\/(.*\/)?rules\.ts$/)
    .flatMap((source) =>
      [...source.declared]
        .filter(([, { isExported, summary, node }]) => (isExported || summary !== '') && !isWording(node))
        .map(([name, { summary }]) => ({ name, file: source.path, more: [summary] })),
    )

function isWording(node: Node): boolean {
  const body = node.type === 'ArrowFunctionExpression' ? node.body : null
  if (body?.type === 'NewExpression') return true
  return body?.type === 'CallExpression' && body.callee.type === 'Identifier' && body.callee.name === 'invalidField'
}

/** Tables by name, with their columns. */
export function tablesOf(sources: Sources): Entry[] {
  const entries: Entry[] = []
  for (const source of sources.matching(/tables\.ts$/))
    visit(source.program, (node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'pgTable') return
      const columns = node.arguments[1]
      const names = columns?.type === 'ObjectExpression' ? columns.properties.flatMap(keyOf) : []
      entries.push({ name: textOf(node.arguments[0]) ?? '', file: source.path, more: [names.join(', ')] })
    })
  return entries
}

const keyOf = (node: Node): string[] =>
  node.type === 'Property' && node.key.type === 'Identifier' ? [node.key.name] : []

/** Each schema that a contract exports, with its fields by their names on the wire. */
export const schemasOf = (sources: Sources): Entry[] =>
  sources
    .matching(/^features\/.*contract\.ts$/)
    .flatMap((source) =>
      [...source.declared]
        .map(([name, { node }]) => ({ name, file: source.path, more: [fieldsIn(node).join(', ')] }))
        .filter(({ more }) => more[0] !== ''),
    )

function fieldsIn(schema: Node): string[] {
  const fields = new Set<string>()
  visit(schema, (node, [holder]) => {
    if (node.type !== 'ObjectExpression' || (node !== schema && !isSchemaOf(holder))) return
    for (const each of node.properties) {
      if (each.type === 'SpreadElement' && each.argument.type === 'Identifier') fields.add(`…${each.argument.name}`)
      const value = each.type === 'Property' && each.value.type === 'CallExpression' ? each.value : null
      const isRenamed = value?.callee.type === 'Identifier' && value.callee.name === 'as'
      const name = isRenamed ? textOf(value.arguments[0]) : keyOf(each)[0]
      if (name) fields.add(name)
    }
  })
  return [...fields]
}

/** `record({ … })`, `z.object({ … })` and its sisters. */
function isSchemaOf(holder: Node | undefined): boolean {
  if (holder?.type !== 'CallExpression') return false
  const { callee } = holder
  const name = callee.type === 'MemberExpression' ? callee.property : callee
  return name.type === 'Identifier' && /^(record|(loose|strict)?[oO]bject|extend)$/.test(name.name)
}

const files = (sources: Iterable<Source>): string => [...sources].map(({ path }) => `\`${path}\``).join(', ')
