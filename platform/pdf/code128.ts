import type { Pdf } from './document.ts'
import { INK } from './style.ts'

// The numbers of orders are all that is drawn: libraries for it bring a megabyte of other codes for this one table.

/** ISO/IEC 15417: of each value the widths of bars and gaps in turn, a bar first. The last one is the stop. */
const WIDTHS = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112`
  .trim()
  .split(/\s+/)

const START_B = 104
const START_C = 105
const TO_C = 99
const STOP = 106
const MODULO = 103
/** The value of `0` in set B, where each digit is a value; in set C each pair of digits is one. */
const ZERO_IN_B = 16

/** Code 128 of a number: the widths of bars and gaps in turn, in modules, without the quiet zones. */
export function code128Of(number: number): number[] {
  const digits = String(number)
  const pairs = (digits.slice(digits.length % 2).match(/\d\d/g) ?? []).map(Number)
  const single = ZERO_IN_B + Number(digits[0])
  const values =
    digits.length % 2 === 0 ? [START_C, ...pairs] : [START_B, single, ...(pairs.length > 0 ? [TO_C, ...pairs] : [])]
  const check = values.reduce((sum, value, place) => sum + value * Math.max(place, 1), 0) % MODULO
  return [...values, check, STOP].flatMap((value) => [...WIDTHS[value]!].map(Number))
}

/** Draws the Code 128 of a number into a box, bars from side to side; lengths are points. */
export function drawCode128(
  pdf: Pdf,
  number: number,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const widths = code128Of(number)
  const unit = width / widths.reduce((sum, each) => sum + each, 0)
  let left = x
  for (const [nth, modules] of widths.entries()) {
    if (nth % 2 === 0) pdf.rect(left, y, modules * unit, height)
    left += modules * unit
  }
  pdf.fill(INK)
}
