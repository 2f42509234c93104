/** Whole numbers from `max` down to 1 whose digits hold the part: known without looking at any list. */
export function* numbersHolding(part: string, max: number): Generator<number> {
  const lines = tailsOf(part, max).map((tail) => endingIn(part, tail, max))
  const heads = lines.map(next)
  while (true) {
    const largest = Math.max(0, ...heads)
    if (largest === 0) return
    yield largest
    // `1231` holds `1` twice, and is found once for each.
    for (const [nth, line] of lines.entries()) if (heads[nth] === largest) heads[nth] = next(line)
  }
}

const next = (line: Generator<number, undefined>): number => line.next().value ?? 0

/** How many digits can follow the part. */
function tailsOf(part: string, max: number): number[] {
  const most = String(max).length - part.length
  return Array.from({ length: Math.max(0, most + 1) }, (_, tail) => tail)
}

function* endingIn(part: string, tail: number, max: number): Generator<number, undefined> {
  const beforeTail = 10 ** tail
  const beforePart = 10 ** (tail + part.length)
  // No number begins with a zero.
  const first = part.startsWith('0') ? 1 : 0
  for (let head = Math.floor(max / beforePart); head >= first; head--) {
    const lowest = head * beforePart + Number(part) * beforeTail
    for (let number = Math.min(max, lowest + beforeTail - 1); number >= lowest; number--) yield number
  }
}
