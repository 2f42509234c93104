/** Setting text in Inter inside drawings: how wide a line is, where it breaks, which size fits. */

type Weight = 400 | 600 | 700
export type Setting = { size: number; weight: Weight; tracking?: number }

/** Advance widths of Inter in thousandths of an em, for the weights 400, 600 and 700. */
const ADVANCES: readonly [letters: string, regular: number, semibold: number, bold: number][] = [
  ['0', 631, 660, 674],
  ['1', 407, 423, 431],
  ['2', 610, 623, 630],
  ['3', 618, 636, 646],
  ['4', 646, 666, 676],
  ['5', 593, 612, 622],
  ['69', 620, 640, 649],
  ['7', 566, 576, 582],
  ['8', 619, 640, 651],
  [' \u00A0', 281, 252, 237],
  ['!', 288, 321, 338],
  ['"', 466, 523, 552],
  ['#', 633, 644, 649],
  ['$S', 642, 650, 655],
  ['%', 982, 1004, 1016],
  ['&', 644, 663, 672],
  ["'", 300, 326, 339],
  ['()[]', 365, 373, 377],
  ['*', 501, 540, 559],
  ['+<=>~×', 662, 673, 679],
  [',.:·', 288, 319, 334],
  ['-', 460, 465, 468],
  ['/\\', 360, 379, 388],
  [';', 302, 329, 343],
  ['?', 511, 543, 560],
  ['@', 966, 999, 1016],
  ['AVÀÂÄ', 690, 728, 747],
  ['B', 654, 659, 662],
  ['CÇ', 730, 737, 740],
  ['D', 722, 722, 722],
  ['EÉÈÊË', 601, 605, 607],
  ['F', 590, 588, 587],
  ['G', 746, 749, 750],
  ['H', 743, 746, 747],
  ['IÎÏ', 269, 277, 281],
  ['J', 571, 580, 584],
  ['K', 672, 703, 719],
  ['L', 565, 565, 565],
  ['M', 903, 922, 932],
  ['N', 753, 759, 762],
  ['OÔÖ', 765, 769, 771],
  ['P', 639, 645, 648],
  ['Q', 765, 773, 777],
  ['R', 644, 652, 657],
  ['T', 646, 660, 667],
  ['UÙÛÜ', 744, 736, 732],
  ['W', 985, 1020, 1038],
  ['X', 682, 720, 738],
  ['Y', 679, 713, 731],
  ['Z', 629, 652, 664],
  ['^', 471, 481, 487],
  ['_', 456, 469, 476],
  ['`', 323, 351, 365],
  ['aàâä', 562, 574, 581],
  ['bdpq', 612, 624, 630],
  ['cç', 571, 583, 588],
  ['eéèêë', 583, 591, 596],
  ['f', 370, 389, 398],
  ['g', 613, 625, 632],
  ['hnuùûü', 591, 612, 623],
  ['ijlîï', 242, 262, 271],
  ['k', 549, 569, 580],
  ['m', 876, 900, 913],
  ['oôö', 600, 609, 613],
  ['r', 376, 397, 407],
  ['s', 528, 549, 560],
  ['t', 327, 353, 366],
  ['v', 562, 587, 600],
  ['w', 818, 839, 850],
  ['x', 546, 569, 580],
  ['y', 562, 588, 602],
  ['z', 552, 566, 573],
  ['{}', 426, 455, 469],
  ['|', 333, 359, 372],
  ['æ', 917, 913, 910],
  ['œ', 1000, 992, 988],
  ['Æ', 994, 1013, 1022],
  ['Œ', 1005, 1014, 1018],
  ['«»', 583, 634, 660],
  ['’', 261, 294, 311],
  ['–', 500, 500, 500],
  ['—', 1000, 1000, 1000],
  ['…', 864, 956, 1002],
  ['•', 563, 503, 474],
  ['°', 456, 458, 459],
  ['€', 667, 679, 685],
]

const BY_LETTER = new Map(ADVANCES.flatMap(([letters, ...widths]) => [...letters].map((letter) => [letter, widths])))
const WIDEST = [1016, 1020, 1038]
const COLUMN: Record<Weight, number> = { 400: 0, 600: 1, 700: 2 }

/** Width of a line in the units of `size`; kerning is left out, so the line is never wider than this. */
export function widthOf(text: string, { size, weight, tracking = 0 }: Setting): number {
  const column = COLUMN[weight]
  const letters = [...text]
  const units = letters.reduce((sum, letter) => sum + (BY_LETTER.get(letter) ?? WIDEST)[column]!, 0)
  return (units * size) / 1000 + letters.length * tracking
}

/** Breaks a text at its plain spaces into lines that fit, or answers undefined when a single word does not. */
export function wrap(text: string, setting: Setting, width: number): string[] | undefined {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    if (widthOf(word, setting) > width) return undefined
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    if (last !== undefined && widthOf(longer, setting) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

type Fit = { size: number; lines: string[] }

type Room = { from: number; to: number; width: number; maxLines: number; weight: Weight }

/**
 * The largest size between two at which a text keeps to its lines; throws when even the smallest overflows.
 * A line less is worth a fifth of the size: two full lines read better than three short ones.
 */
export function fitText(text: string, { from, to, width, maxLines, weight }: Room): Fit {
  let best: Fit | undefined
  for (let size = from; size >= to; size -= 1) {
    const lines = wrap(text, { size, weight }, width)
    if (!lines || lines.length > maxLines) continue
    if (best && size < best.size * 0.8) break
    if (!best || lines.length < best.lines.length) best = { size, lines }
  }
  if (!best) throw new RangeError(`"${text}" does not fit ${maxLines} lines of ${width} at size ${to}`)
  return best
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

type TextLine = Setting & { x: number; y: number; fill: string; anchor?: 'start' | 'middle' | 'end'; opacity?: number }

/** One line of text as an SVG element; `y` is the baseline. */
export function textLine(text: string, { x, y, size, weight, tracking, fill, anchor, opacity }: TextLine): string {
  const optional = [
    tracking ? ` letter-spacing="${tracking}"` : '',
    anchor && anchor !== 'start' ? ` text-anchor="${anchor}"` : '',
    opacity === undefined ? '' : ` fill-opacity="${opacity}"`,
  ].join('')
  return `<text x="${x}" y="${y}" font-family="Inter" font-size="${size}" font-weight="${weight}" fill="${fill}"${optional}>${escapeXml(text)}</text>`
}
