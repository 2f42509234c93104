/** One row of the table that `npm run trust` prints. */
export interface Verdict {
  claim: string
  /** The attempt to break it, with its size. */
  tried: string
  /** Null: this machine does not let it be tried, which is neither. */
  held: boolean | null
  /** The measured figure with its unit, or the reason why it was not tried. */
  figure: string
}

/** A part of the proof: brings up what it needs in a folder of its own, tries, stops what it started, and answers rows. */
export type Trial = (folder: string) => Promise<Verdict[]>

/** 0: all held. 1: one did not. 3: what was tried held, but not all was tried. */
export function exitCodeOf(rows: readonly Verdict[]): number {
  if (rows.some(({ held }) => held === false)) return 1
  return rows.some(({ held }) => held === null) ? 3 : 0
}

/** The numbers of held, broken and untried claims, in one line. */
export function summaryOf(rows: readonly Verdict[]): string {
  const count = (wanted: boolean | null) => rows.filter(({ held }) => held === wanted).length
  const rest = [
    ...(count(false) > 0 ? [`${count(false)} did not`] : []),
    ...(count(null) > 0 ? [`${count(null)} not tried`] : []),
  ]
  return `${count(true)} of ${rows.length} promises held${rest.map((each) => `, ${each}`).join('')}.`
}
