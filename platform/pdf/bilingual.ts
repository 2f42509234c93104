import PDFDocument from 'pdfkit'
import { type Direction, directionOf, isLatin, printable, type Run, runsOf } from './runs.ts'

type Options = PDFKit.Mixins.TextOptions

/** What pdfkit knows of a line when it draws it. */
interface LineOptions extends Options {
  /** Points; of the column, when the text is broken into lines. */
  lineWidth?: number
  /** Points. */
  textWidth?: number
  wordCount?: number
}

/** What the types of pdfkit leave out. */
interface Drawing {
  _font: { ascender: number }
  _fontSize: number
  _fragment(line: string, x: number, y: number, options: LineOptions): void
}

const { _fragment: drawFragment } = PDFDocument.prototype as unknown as Drawing

interface Paragraph {
  text: string
  /** Null when pdfkit can draw it by itself. */
  direction: Direction | null
  /** Of the lines that are drawn. */
  lastLetter: string
}

/** The font of Arabic that goes with one of Latin. */
export const arabicOf = (font: string): string => `arabic ${font}`

/**
 * A document whose texts may be in Latin and in Arabic letters and mix both in one line: callers write them alike.
 * pdfkit breaks the lines; here each is measured and drawn run by run.
 */
export class BilingualDocument extends PDFDocument {
  private face = ''
  /** Those of the text being drawn that are not yet done. */
  private paragraphs: Paragraph[] = []

  override font(face: string): this {
    this.face = face
    return super.font(face)
  }

  override text(text: string, ...place: unknown[]): this {
    const shown = printable(text)
    this.paragraphs = shown.split('\n').map(paragraphOf)
    return super.text(shown, ...(place as [number, number, Options]))
  }

  override heightOfString(text: string, options?: Options): number {
    return super.heightOfString(printable(text), options)
  }

  override widthOfString(text: string, options?: Options): number {
    if (isLatin(text)) return super.widthOfString(text, options)
    const shown = printable(text)
    return this.widthOfRuns(runsOf(shown, directionOf(shown)), options)
  }

  /** pdfkit calls it for every line of a text, in their order. */
  _fragment(line: string, x: number, y: number, options: LineOptions): void {
    const paragraph = this.paragraphOf(line, options)
    const { text, direction, lastLetter } = paragraph
    if (direction === null) return void drawFragment.call(this, line, x, y, options)
    const shown = line.trimEnd()
    const runs = runsOf(shown, direction, lastLetter)
    paragraph.lastLetter = shown.match(/\p{L}/gu)?.at(-1) ?? lastLetter
    const hangs = direction === 'rtl' && shown !== text.trimEnd()
    const free = (options.lineWidth ?? 0) - this.widthOfRuns(runs, options)
    this.drawRuns(runs, x + free * shareBefore(options, hangs), y, options)
  }

  private paragraphOf(line: string, { lineBreak }: LineOptions): Paragraph {
    const [paragraph] = this.paragraphs
    if (lineBreak === false || !paragraph) return paragraphOf(line)
    if (line.endsWith('\n')) this.paragraphs.shift()
    return paragraph
  }

  private drawRuns(runs: readonly Run[], x: number, y: number, options: LineOptions): void {
    // All stand on one line, that of the Latin font.
    const { _font: font, _fontSize: size } = this as unknown as Drawing
    const placed = { ...options, width: undefined, wordCount: 1, baseline: (-font.ascender * size) / 1000 }
    let left = x
    for (const run of runs) {
      const textWidth = this.widthOf(run, options)
      this.inFontOf(run, () => drawFragment.call(this, run.text, left, y, styled(run, { ...placed, textWidth })))
      left += textWidth
    }
  }

  private widthOfRuns(runs: readonly Run[], options?: Options): number {
    return runs.reduce((sum, run) => sum + this.widthOf(run, options), 0)
  }

  private widthOf(run: Run, options?: Options): number {
    return this.inFontOf(run, () => super.widthOfString(run.text, styled(run, options)))
  }

  private inFontOf<T>({ script }: Run, act: () => T): T {
    if (script === 'latin') return act()
    super.font(arabicOf(this.face))
    const result = act()
    super.font(this.face)
    return result
  }
}

const paragraphOf = (text: string): Paragraph => ({
  text,
  direction: isLatin(text) ? null : directionOf(text),
  lastLetter: '',
})

/** How much of a line's free room comes before it. Arabic of several lines hangs from the right. */
function shareBefore({ align, lineWidth }: LineOptions, hangs: boolean): number {
  if (lineWidth === undefined) return 0
  if (align === 'center') return 0.5
  return align === 'right' || hangs ? 1 : 0
}

/** Letters that join are not spaced. */
const styled = ({ script }: Run, options: LineOptions = {}): LineOptions =>
  script === 'arabic' ? { ...options, characterSpacing: 0 } : options
