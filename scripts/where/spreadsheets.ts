import type { Entry } from './lists.ts'
import { type Node, property, type Source, type Sources, textOf, visit } from './sources.ts'

/** Files for spreadsheets by their names, with the call that sends them and their columns. */
export function spreadsheetsOf(sources: Sources): Entry[] {
  const entries: Entry[] = []
  for (const source of sources.matching(/^features\//))
    visit(source.program, (node, holders) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return
      const [, file, third] = node.arguments
      const name = /^send(Long)?Csv$/.test(node.callee.name) ? textOf(file) : null
      if (name === null || !third) return
      const value = comesTo(sources, { source, node: third }, holders)
      const head = node.callee.name === 'sendCsv' ? firstOf(sources, value, holders) : value
      const columns = wordsIn(sources, head, holders)
      if (columns.length === 0) throw new Error(`${source.path}: no head of ${name}`)
      entries.push({
        name,
        file: head.source.path,
        more: [callAround(holders), `\`${source.path}\``, columns.join(' · ')],
      })
    })
  return entries.toSorted((a, b) => a.name.localeCompare(b.name))
}

function callAround(holders: readonly Node[]): string {
  for (const each of holders) {
    const path = each.type === 'CallExpression' ? textOf(each.arguments[0]) : null
    if (each.type !== 'CallExpression' || each.callee.type !== 'MemberExpression' || !path?.startsWith('/')) continue
    const { property: method } = each.callee
    if (method.type === 'Identifier') return `${method.name.toUpperCase()} ${path}`
  }
  throw new Error('A file for spreadsheets that no call sends')
}

interface Value {
  source: Source
  node: Node
}

/** The list or object that an expression comes to, through constants, fields and results of functions; else itself. */
function comesTo(sources: Sources, { source, node }: Value, near: readonly Node[]): Value {
  const go = (next: Node | null | undefined, to = source) =>
    next ? comesTo(sources, { source: to, node: next }, to === source ? near : []) : { source, node }
  if (node.type === 'AwaitExpression') return go(node.argument)
  if (node.type === 'TSAsExpression') return go(node.expression)
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionDeclaration') return go(resultOf(node))
  if (node.type === 'Identifier') {
    const own = declaredNear(near, node.name) ?? source.inside.get(node.name)
    if (own) return go(own)
    const origin = sources.origin(source, node.name)
    return origin ? go(origin.declaration.node, origin.source) : { source, node }
  }
  if (node.type === 'MemberExpression') {
    const object = go(node.object)
    const field = node.property.type === 'Identifier' ? property(object.node, node.property.name) : null
    return node.computed || !field ? object : go(field, object.source)
  }
  if (node.type !== 'CallExpression') return { source, node }
  const work = node.arguments.find((each) => each.type === 'ArrowFunctionExpression')
  if (work) return go(work)
  return go(node.callee.type === 'Identifier' ? node.callee : node.arguments[0])
}

function firstOf(sources: Sources, { source, node }: Value, near: readonly Node[]): Value {
  const first = node.type === 'ArrayExpression' ? node.elements[0] : null
  return first ? comesTo(sources, { source, node: first }, near) : { source, node }
}

function resultOf(work: Node): Node | null {
  const body = work.type === 'ArrowFunctionExpression' || work.type === 'FunctionDeclaration' ? work.body : null
  if (body?.type !== 'BlockStatement') return body
  const last = body.body.at(-1)
  return last?.type === 'ReturnStatement' ? last.argument : null
}

/** A constant of the functions around, the nearest first. */
function declaredNear(holders: readonly Node[], name: string): Node | null {
  for (const holder of holders) {
    const statements = holder.type === 'BlockStatement' ? holder.body : []
    for (const statement of statements)
      if (statement.type === 'VariableDeclaration')
        for (const { id, init } of statement.declarations) if (id.type === 'Identifier' && id.name === name) return init
  }
  return null
}

/** Texts of a list or of an object's fields; those of a cell that is one of several stand with strokes between them. */
function wordsIn(sources: Sources, { source, node }: Value, near: readonly Node[]): string[] {
  const cells =
    node.type === 'ArrayExpression'
      ? node.elements
      : node.type === 'ObjectExpression'
        ? node.properties.map((each) => (each.type === 'Property' ? each.value : null))
        : []
  return cells.map((cell) => {
    const text = textOf(cell)
    if (text !== null || cell === null) return text ?? ''
    const words = wordsIn(sources, comesTo(sources, { source, node: cell }, near), near)
    if (words.length === 0) throw new Error(`${source.path}: a head that is not written out`)
    return words.join(' / ')
  })
}
