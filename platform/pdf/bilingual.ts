import PDFDocument from 'pdfkit'
import { type Direction, directionOf, isLatin, printable, type Run, runsOf } from './runs.ts'

type Options = PDFKit.Mixins.TextOptions

/** The options that pdfkit passes for each line that it draws. */
interface LineOptions extends Options {
  /** Points; the column's width when the text is broken into lines. */
  lineWidth?: number
  /** Points. */
  textWidth?: number
  wordCount?: number
}

/** Members that the types of pdfkit leave out. */
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
  /** The last letter of the lines drawn so far. */
  lastLetter: string
}

/** The name of the Arabic font that belongs to a Latin one. */
export const arabicOf = (font: string): string => `arabic ${font}`

/**
 * A document whose texts may mix Latin and Arabic letters in one line, without any difference for callers. pdfkit breaks
 * the lines; this class measures and draws each run by run.
 */
export class BilingualDocument extends PDFDocument {
  private face = ''
  /** The paragraphs of the current text that are not drawn yet. */
  private paragraphs: Paragraph[] = []

  override font(face: string): this {
    this.face = face
    return super.font(face)
  }

  override text(text: string, ...place: unknown[]): this {
    const drawable = printable(text)
    this.paragraphs = drawable.split('\n').map(paragraphOf)
    return super.text(drawable, ...(place as [number, number, Options]))
  }

  override heightOfString(text: string, options?: Options): number {
    return super.heightOfString(printable(text), options)
  }

  override widthOfString(text: string, options?: Options): number {
    if (isLatin(text)) return super.widthOfString(text, options)
    const shown = printable(text)
    return this.widthOfRuns(runsOf(shown, directionOf(shown)), options)
  }

  /** Draws one line; pdfkit calls it for every line of a text, in order. */
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
    // All runs share one baseline, that of the Latin font.
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

/** The share of a line's free space that comes before it. Arabic of several lines is aligned to the right. */
function shareBefore({ align, lineWidth }: LineOptions, hangs: boolean): number {
  if (lineWidth === undefined) return 0
  if (align === 'center') return 0.5
  return align === 'right' || hangs ? 1 : 0
}

/** Removes letter spacing from Arabic, whose letters join. */
const styled = ({ script }: Run, options: LineOptions = {}): LineOptions =>
  script === 'arabic' ? { ...options, characterSpacing: 0 } : options
