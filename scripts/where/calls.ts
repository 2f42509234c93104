import { posix } from 'node:path'
import { type Node, property, type Source, type Sources, textOf, visit } from './sources.ts'

/** A call of the wire: its file, and the functions of the rooms that it runs. */
export interface Call {
  method: string
  path: string
  access: string
  file: string
  /** `name (file)`, in the order of their first mention. */
  runs: string[]
  /** Files of pages that call it. */
  callers: string[]
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch', 'all']

/** Files of a room by which others only name, check or describe. */
const BESIDE_THE_POINT = /(^|\/)(contract|model|rules|tables)\.ts$|^platform\//

export function callsOf(sources: Sources): Call[] {
  const calls = sources.matching(/^(features|server)\//).flatMap((source) => registrations(sources, source))
  const requests = requestsOf(sources)
  for (const { path, method, file } of requests) {
    const meant = closest(calls, path)
    const exact = meant.filter((call) => call.method === (method ?? 'GET'))
    for (const { callers } of exact.length > 0 || method !== null ? exact : meant)
      if (!callers.includes(file)) callers.push(file)
  }
  return calls
}

function registrations(sources: Sources, source: Source): Call[] {
  const calls: Call[] = []
  visit(source.program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return
    const { object, property: method } = node.callee
    if (object.type !== 'Identifier' || object.name !== 'app' || method.type !== 'Identifier') return
    const [first, second] = node.arguments
    if (METHODS.includes(method.name) && first) {
      for (const path of pathsOf(sources, source, first))
        calls.push(callOf(sources, source, method.name.toUpperCase(), path, second, node.arguments.slice(1)))
    } else if (method.name === 'route' && first) {
      for (const [name, path] of methodsAndPaths(source))
        calls.push(callOf(sources, source, name, path, first, [first]))
    }
  })
  return calls
}

function callOf(
  sources: Sources,
  source: Source,
  method: string,
  path: string,
  options: Node | undefined,
  does: readonly Node[],
): Call {
  return {
    method,
    path,
    access: accessOf(source, options),
    file: source.path,
    runs: runsOf(sources, source, does),
    callers: [],
  }
}

/** A path that is written out, or all those of a constant that a loop goes through. */
function pathsOf(sources: Sources, source: Source, node: Node): string[] {
  const written = textOf(node)
  if (written !== null) return written.startsWith('/') ? [written] : []
  if (node.type === 'MemberExpression') return pathsOf(sources, source, node.object)
  if (node.type === 'TSAsExpression') return pathsOf(sources, source, node.expression)
  if (node.type === 'ObjectExpression')
    return node.properties.flatMap((each) => (each.type === 'Property' ? pathsOf(sources, source, each.value) : []))
  const origin = node.type === 'Identifier' ? sources.origin(source, node.name) : null
  return origin ? pathsOf(sources, origin.source, origin.declaration) : []
}

/** The calls of `app.route` in a loop: the methods and addresses of the list that it goes through. */
function methodsAndPaths(source: Source): [string, string][] {
  const found: [string, string][] = []
  visit(source.program, (node) => {
    const method = textOf(property(node, 'method'))
    const url = textOf(property(node, 'url'))
    if (method && url) found.push([method, url])
  })
  return found
}

function accessOf(source: Source, options: Node | undefined): string {
  const config = named(source, property(options, 'config'))
  const access = named(source, property(config, 'access'))
  const written = textOf(access)
  if (written !== null) return written
  if (access?.type !== 'CallExpression') return ''
  const roles = access.arguments.map((role) => textOf(role))
  return roles.includes(null) ? 'any account' : roles.join(' or ')
}

const named = (source: Source, node: Node | null): Node | null =>
  node?.type === 'Identifier' ? (source.inside.get(node.name) ?? null) : node

/** Functions of rooms that a handler mentions, itself or through helpers of its own file. */
function runsOf(sources: Sources, source: Source, nodes: readonly Node[]): string[] {
  const runs = new Set<string>()
  const known = new Set<string>()
  const lookAt = (node: Node) =>
    visit(node, (each, [holder]) => {
      if (each.type !== 'Identifier' || known.has(each.name) || isLabel(each, holder)) return
      known.add(each.name)
      const own = source.inside.get(each.name)
      if (own) {
        if (isFunction(own) || own.type === 'CallExpression' || own.type === 'NewExpression') lookAt(own)
        return
      }
      const origin = sources.origin(source, each.name)
      if (!origin || BESIDE_THE_POINT.test(origin.source.path) || !isFunction(origin.declaration)) return
      runs.add(`\`${each.name}\` (${nearTo(source.path, origin.source.path)})`)
    })
  for (const node of nodes) lookAt(node)
  return [...runs]
}

const isLabel = (node: Node, holder: Node | undefined): boolean =>
  (holder?.type === 'Property' && holder.key === node && !holder.shorthand) ||
  (holder?.type === 'MemberExpression' && holder.property === node && !holder.computed)

const isFunction = (node: Node): boolean =>
  ['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression', 'ClassDeclaration'].includes(node.type)

/** From the folder of the first file where the second stands below it, else from the root. */
function nearTo(path: string, other: string): string {
  const folder = `${posix.dirname(path)}/`
  return other.startsWith(folder) ? other.slice(folder.length) : `\`${other}\``
}

interface PageRequest {
  /** Null where it is not written out beside the path. */
  method: string | null
  path: string
  file: string
}

function requestsOf(sources: Sources): PageRequest[] {
  const requests: PageRequest[] = []
  for (const source of sources.matching(/^web\//))
    visit(source.program, (node, holders) => {
      const text = textOf(node)
      if (text === null || !text.startsWith('/api/') || holders[0]?.type === 'TSLiteralType') return
      // What is put in right behind a word is a query.
      const path = text.split('?', 1)[0]!.replace(/(?<=[^/]):x$/, '')
      requests.push({ method: methodBeside(holders), path, file: source.path })
    })
  return requests
}

/** The method that the nearest calls around a path name; null without any. */
function methodBeside(holders: readonly Node[]): string | null {
  for (const holder of holders) {
    if (holder.type === 'CallExpression')
      for (const option of holder.arguments) {
        const method = textOf(property(option, 'method'))
        if (method) return method
      }
    if (holder.type === 'FunctionDeclaration') return null
  }
  return null
}

/** The calls that a path may mean: those that spell most of it. `:x` and a call's own parameters stand for anything. */
function closest(calls: readonly Call[], path: string): Call[] {
  const wanted = path.split('/')
  const spelled = (call: Call): number => {
    const own = call.path.split('/')
    const fits = own.length === wanted.length && own.every((each, at) => isOne(wanted[at]!, each))
    return fits ? own.filter((each, at) => each === wanted[at]).length : 0
  }
  const most = Math.max(...calls.map(spelled))
  return most === 0 ? [] : calls.filter((call) => spelled(call) === most)
}

const isOne = (wanted: string, own: string): boolean => wanted === own || wanted === ':x' || own.startsWith(':')
