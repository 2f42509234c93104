declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  interface Copy extends Submittable {
    /** Known once it has ended. */
    readonly rowCount: number
    callback?: () => void
  }

  export function to(text: string): Readable & Copy
  export function from(text: string): Writable & Copy
}
