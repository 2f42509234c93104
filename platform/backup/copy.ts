import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { quoted, type Table } from './tables.ts'

const CHUNK_BYTES = 1024 * 1024

const namesOf = ({ columns }: Table): string => columns.map(quoted).join(', ')

/** Yields a table's rows in PostgreSQL's text format, in chunks of about a megabyte. Returns the number of rows. */
export async function* copyOut(client: pg.Client, table: Table): AsyncGenerator<Buffer, number> {
  const rows = client.query(to(`copy (select ${namesOf(table)} from public.${quoted(table.name)}) to stdout`))
  let pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of rows as AsyncIterable<Buffer>) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes < CHUNK_BYTES) continue
      yield Buffer.concat(pieces)
      pieces = []
      bytes = 0
    }
  } finally {
    // Stops the driver's timer of this query, which the library leaves running.
    rows.callback?.()
  }
  if (bytes > 0) yield Buffer.concat(pieces)
  // The number follows the last row, and may arrive later; another query is answered after it.
  await client.query('select 1')
  return rows.rowCount
}

/** Fills one table by COPY; a connection can fill one table at a time. */
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

  /** Sends a chunk. Rejects with PostgreSQL's error as soon as a row is refused. */
  async write(bytes: Buffer): Promise<void> {
    const written = new Promise<void>((resolve) => this.#rows.write(bytes, () => resolve()))
    await Promise.race([written, this.#failed])
  }

  /** Ends the COPY and returns the number of rows. Rejects with PostgreSQL's error. */
  async end(): Promise<number> {
    const ended = new Promise<void>((resolve) => this.#rows.end(resolve))
    await Promise.race([ended, this.#failed])
    return this.#rows.rowCount
  }
}
