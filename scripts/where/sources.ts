import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type ESTree, parseSync } from 'vite'

export type Node = ESTree.Node

export interface Source {
  /** From the root of the tree. */
  path: string
  text: string
  program: Node
  /** Files that it names, whether at once (`import … from`), later (`import()`) or for others (`export … from`). */
  reaches: string[]
  /** By the local name. */
  imports: Map<string, Reference>
  /** By the name that others import. */
  passedOn: Map<string, Reference>
  /** At the top of the file, by name. */
  declared: Map<string, Node>
  /** Constants and functions at any depth, by name. */
  inside: Map<string, Node>
}

interface Reference {
  file: string
  name: string
}

const ROOT = join(import.meta.dirname, '..', '..')
const TREE = '{server,features,platform,web}/**/*.{ts,tsx}'
const NOT_PRODUCT = /\.test\.tsx?$|(^|\/)test-[^/]*$|\.d\.ts$/

/** The product's own files, read once: what the script says is what they say. */
export class Sources {
  readonly #byPath = new Map<string, Source>()

  constructor(root = ROOT) {
    for (const path of globSync(TREE, { cwd: root }).toSorted())
      if (!NOT_PRODUCT.test(path)) this.#byPath.set(path, read(path, readFileSync(join(root, path), 'utf8')))
    if (this.#byPath.size === 0) throw new Error(`No source in ${root}`)
  }

  matching(pattern: RegExp): Source[] {
    return [...this.#byPath.values()].filter(({ path }) => pattern.test(path))
  }

  has(path: string): boolean {
    return this.#byPath.has(path)
  }

  get(path: string): Source {
    const source = this.#byPath.get(path)
    if (!source) throw new Error(`No file ${path}`)
    return source
  }

  /** The file that declares a name which this one uses, through doors that only pass it on; null for a package's. */
  origin(source: Source, name: string): { source: Source; declaration: Node } | null {
    const declaration = source.declared.get(name)
    if (declaration) return { source, declaration }
    const reference = source.imports.get(name) ?? source.passedOn.get(name)
    return reference && this.has(reference.file) ? this.origin(this.get(reference.file), reference.name) : null
  }

  /** Every file that is loaded with this one, itself first, as long as it stands under a folder and not among the others. */
  reachable(path: string, folder: string, others?: RegExp): string[] {
    const found = new Set([path])
    for (const each of found)
      for (const next of this.has(each) ? this.get(each).reaches : [])
        if (next.startsWith(`${folder}/`) && !others?.test(next)) found.add(next)
    return [...found]
  }
}

function read(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const source: Source = {
    path,
    text,
    program,
    reaches: [],
    imports: new Map(),
    passedOn: new Map(),
    declared: new Map(),
    inside: new Map(),
  }
  for (const statement of program.body) readStatement(source, statement)
  visit(program, (node) => {
    if (node.type === 'ImportExpression' && node.source.type === 'Literal') reach(source, String(node.source.value))
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      source.inside.set(node.id.name, node.init)
    if (node.type === 'FunctionDeclaration' && node.id) source.inside.set(node.id.name, node)
  })
  return source
}

function readStatement(source: Source, statement: Node): void {
  if (statement.type === 'ImportDeclaration') {
    const file = reach(source, statement.source.value)
    for (const each of statement.specifiers)
      if (each.type === 'ImportSpecifier') source.imports.set(each.local.name, { file, name: nameOf(each.imported) })
  } else if (statement.type === 'ExportNamedDeclaration' && statement.source) {
    const file = reach(source, statement.source.value)
    for (const each of statement.specifiers)
      source.passedOn.set(nameOf(each.exported), { file, name: nameOf(each.local) })
  } else {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (node?.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations)
        if (id.type === 'Identifier' && init) source.declared.set(id.name, init)
    if ((node?.type === 'FunctionDeclaration' || node?.type === 'ClassDeclaration') && node.id)
      source.declared.set(node.id.name, node)
  }
}

function reach(source: Source, specifier: string): string {
  const file = specifier.startsWith('#')
    ? specifier.slice(1)
    : posix.join(posix.dirname(source.path), specifier.startsWith('.') ? specifier : `/node_modules/${specifier}`)
  if (existsSync(join(ROOT, file))) source.reaches.push(file)
  return file
}

const nameOf = (node: Node): string =>
  node.type === 'Literal' ? String(node.value) : 'name' in node ? String(node.name) : ''

/** Each node with those that hold it, the nearest first. */
export function visit(
  node: Node,
  look: (node: Node, holders: readonly Node[]) => void,
  holders: readonly Node[] = [],
): void {
  look(node, holders)
  const inner = [node, ...holders]
  for (const child of Object.values(node) as unknown[])
    for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) visit(each, look, inner)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The value of a property of an object that is written out. */
export function property(node: Node | null | undefined, name: string): Node | null {
  if (node?.type !== 'ObjectExpression') return null
  for (const each of node.properties) if (each.type === 'Property' && nameOf(each.key) === name) return each.value
  return null
}

/** A text as it is written; `:x` stands where it has a value put in. Null for anything else. */
export function textOf(node: Node | null | undefined): string | null {
  if (node?.type === 'TSAsExpression') return textOf(node.expression)
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join(':x')
  return null
}
