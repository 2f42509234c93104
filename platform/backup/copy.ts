import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { quoted, type Table } from './tables.ts'

const CHUNK_BYTES = 1024 * 1024

const namesOf = ({ columns }: Table): string => columns.map(quoted).join(', ')

/** A table's rows as PostgreSQL writes them, in parts of about a megabyte; gives how many there were. */
export async function* copyOut(client: pg.Client, table: Table): AsyncGenerator<Buffer, number> {
  const rows = client.query(to(`copy (select ${namesOf(table)} from public.${quoted(table.name)}) to stdout`))
  let parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of rows as AsyncIterable<Buffer>) {
      parts.push(part)
      bytes += part.length
      if (bytes < CHUNK_BYTES) continue
      yield Buffer.concat(parts)
      parts = []
      bytes = 0
    }
  } finally {
    // Stops the driver's timer of this query, which the library leaves running.
    rows.callback?.()
  }
  if (bytes > 0) yield Buffer.concat(parts)
  return rows.rowCount
}

/** A table that is being filled: one at a time on a connection. */
export class CopyIn {
  readonly table: string
  readonly #rows: ReturnType<typeof from>
  readonly #failed: Promise<never>

  constructor(client: pg.Client, table: Table) {
    this.table = table.name
    this.#rows = client.query(from(`copy public.${quoted(table.name)} (${namesOf(table)}) from stdin`))
    this.#failed = new Promise((_, reject) => this.#rows.once('error', reject))
    this.#failed.catch(() => undefined)
  }

  async write(bytes: Buffer): Promise<void> {
    const written = new Promise<void>((resolve) => this.#rows.write(bytes, () => resolve()))
    await Promise.race([written, this.#failed])
  }

  /** How many rows there were. */
  async end(): Promise<number> {
    const ended = new Promise<void>((resolve) => this.#rows.end(resolve))
    await Promise.race([ended, this.#failed])
    return this.#rows.rowCount
  }
}
