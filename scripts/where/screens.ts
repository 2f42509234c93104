import { posix } from 'node:path'
import { type Node, type Source, type Sources, textOf, visit } from './sources.ts'

/** A page of the URL map with the files that are its own. */
export interface Screen {
  address: string
  file: string
  /** Files around it, the outermost first. */
  layouts: string[]
  /** Services that its loader asks (`PageServices`). */
  loads: string[]
  /** Loaded with it, from its own folder. */
  parts: string[]
  styles: string[]
  /** Loaded with it, from its own folder or that of another room. */
  files: string[]
}

/** Folders of `web` that every page or any list may use: their calls say nothing about a screen. */
const SHARED = /^web\/(api|closed-area|errors|forms|keys|list-kit|notifications|session|shell|ui)\/|^web\/[^/]+$/

const MAP = 'web/routes.ts'
const SERVICES = 'PageServices'

export function screensOf(sources: Sources): Screen[] {
  const screens: Screen[] = []
  const services = servicesOf(sources)
  visit(sources.get(MAP).program, (node, holders) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return
    const [first, second] = node.arguments.map((each) => textOf(each))
    const isIndex = node.callee.name === 'index'
    const [path, named] = isIndex ? ['', first] : node.callee.name === 'route' ? [first, second] : []
    if (path === undefined || path === null || !named) return
    const file = posix.join('web', named)
    const folder = posix.dirname(file)
    const reached = sources.reachable(file, folder)
    const parts = reached.filter((each) => each !== file && sources.has(each))
    screens.push({
      address: `/${[...pathsAround(holders), path].filter((each) => each !== '').join('/')}`,
      file,
      layouts: layoutsAround(holders),
      loads: loadsOf(sources.get(file), services),
      parts: parts.toSorted(),
      styles: reached.filter((each) => each.endsWith('.css')).toSorted(),
      files: sources.reachable(file, 'web', SHARED).filter((each) => sources.has(each)),
    })
  })
  return screens
}

const layoutsAround = (holders: readonly Node[]): string[] =>
  holders
    .flatMap((holder) => {
      if (holder.type !== 'CallExpression' || holder.callee.type !== 'Identifier') return []
      return holder.callee.name === 'layout' ? [posix.join('web', textOf(holder.arguments[0]) ?? '')] : []
    })
    .toReversed()

/** Addresses of the screens that a screen stands in, the outermost first. */
const pathsAround = (holders: readonly Node[]): string[] =>
  holders
    .flatMap((holder) => {
      if (holder.type !== 'CallExpression' || holder.callee.type !== 'Identifier') return []
      return holder.callee.name === 'route' ? [textOf(holder.arguments[0]) ?? ''] : []
    })
    .toReversed()

function loadsOf(source: Source, services: readonly string[]): string[] {
  const loader = source.declared.get('loader')
  const loads = new Set<string>()
  if (loader)
    visit(loader, (node) => {
      if (node.type === 'Identifier' && services.includes(node.name)) loads.add(node.name)
    })
  return [...loads]
}

/** Names of what the server hands to the loaders. */
function servicesOf(sources: Sources): string[] {
  const names: string[] = []
  for (const source of sources.matching(/^web\/[^/]+\.ts$/))
    visit(source.program, (node) => {
      if (node.type !== 'TSInterfaceDeclaration' || node.id.name !== SERVICES) return
      for (const each of node.body.body)
        if (
          (each.type === 'TSPropertySignature' || each.type === 'TSMethodSignature') &&
          each.key.type === 'Identifier'
        )
          names.push(each.key.name)
    })
  if (names.length === 0) throw new Error(`No interface ${SERVICES}`)
  return names
}
