import type pg from 'pg'

/** One table or index that a statement read, and how much of it. */
interface TableRead {
  /** The scan's kind, as PostgreSQL calls it. */
  kind: string
  table: string
  rows: number
}

export interface ExecutedStatement {
  query: string
  reads: TableRead[]
  plan: PlanNode
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  // Includes the queries of triggers and foreign keys.
  'auto_explain.log_nested_statements': 'on',
} as const

/** The options of connections on which PostgreSQL tells of each statement how it was done. */
export const EXPLAINED = Object.entries(SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** Collects the plans by which the statements of a shop's pool were really executed. */
export class PlanWatch {
  #ran: ExecutedStatement[] = []

  constructor(pool: pg.Pool) {
    const watched = new WeakSet<pg.PoolClient>()
    pool.on('acquire', (client) => {
      if (watched.has(client)) return
      watched.add(client)
      client.on('notice', ({ message = '' }) => this.#take(message))
    })
  }

  #take(message: string): void {
    const start = message.indexOf('plan:\n')
    if (start < 0) return
    const { 'Query Text': query, Plan: plan } = JSON.parse(message.slice(start + 6)) as {
      'Query Text': string
      Plan: PlanNode
    }
    this.#ran.push({ query, plan, reads: readsOf(plan) })
  }

  /** Returns the statements since the last call. */
  takeAll(): ExecutedStatement[] {
    return this.#ran.splice(0)
  }
}

function readsOf(node: PlanNode, tableAbove?: string): TableRead[] {
  const { 'Node Type': kind, 'Relation Name': table = tableAbove } = node
  const rows =
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops']
  const own = kind.includes('Scan') && table !== undefined ? [{ kind, table, rows: Math.round(rows) }] : []
  // The scan of a bitmap's index names no table; it stands under the one that does.
  const below = kind === 'Bitmap Heap Scan' || kind.startsWith('Bitmap') ? table : undefined
  return [...own, ...(node.Plans ?? []).flatMap((each) => readsOf(each, below))]
}
