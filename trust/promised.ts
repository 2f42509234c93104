/** One line of the table that `npm run trust` prints. */
export interface Promised {
  promise: string
  /** What was done to break it, with its size. */
  tried: string
  held: boolean
  /** What was measured, with its unit. */
  figure: string
}

/** A part of the proof: brings up what it needs in a folder of its own, tries, stops what it started, and answers rows. */
export type Part = (folder: string) => Promise<Promised[]>
