/** One line of a chart: how its value grows with the size. */
export interface Curve {
  name: string
  points: readonly { size: number; ratio: number }[]
}

export interface GrowthChart {
  title: string
  /** What the sizes count. */
  axis: string
  /** Above this ratio, growth is too much. */
  limit: number
  curves: readonly Curve[]
}

const WIDTH = 840
const HEIGHT = 380
const LEFT = 52
const RIGHT = 320
const TOP = 44
const BOTTOM = 46
const LABEL_HEIGHT = 15
const MOST_LABELS = 18

const COLOURS = ['#b42318', '#b54708', '#6941c6', '#175cd3', '#067647', '#c11574', '#3538cd', '#4e5ba6']

/** Sizes on a logarithmic axis, ratios to the smallest size on another. What breaks the limit is coloured and named. */
export function drawGrowth({ title, axis, limit, curves }: GrowthChart): string {
  const sizes = [...new Set(curves.flatMap(({ points }) => points.map(({ size }) => size)))].sort((a, b) => a - b)
  const ratios = curves.flatMap(({ points }) => points.map(({ ratio }) => ratio))
  const lowest = Math.min(0.5, ...ratios)
  const highest = Math.max(2, ...ratios)
  const x = scale(Math.log(sizes[0]!), Math.log(sizes.at(-1)!), LEFT, WIDTH - RIGHT)
  const y = scale(Math.log(lowest), Math.log(highest), HEIGHT - BOTTOM, TOP)
  const at = ({ size, ratio }: Curve['points'][number]) => ({ x: x(Math.log(size)), y: y(Math.log(ratio)) })
  const byEnd = curves.toSorted((a, b) => b.points.at(-1)!.ratio - a.points.at(-1)!.ratio)
  const isOver = ({ points }: Curve) => points.at(-1)!.ratio > limit
  const over = byEnd.filter(isOver)
  const colourOf = (curve: Curve) => COLOURS[over.indexOf(curve) % COLOURS.length]!
  const named = over.slice(0, MOST_LABELS)
  const labelY = spreadOut(
    named.map((curve) => at(curve.points.at(-1)!).y),
    TOP + 4,
    HEIGHT - BOTTOM,
  )

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="11" fill="#475467">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text({ x: LEFT, y: 20, content: title, more: 'font-size="14" font-weight="600" fill="#101828"' }),
    text({
      x: LEFT,
      y: 35,
      content: `${curves.length} answers, time beside the smallest shop; ${over.length} above ${limit}`,
    }),
    ...ratioTicks(lowest, highest).map((ratio) => {
      const height = y(Math.log(ratio))
      return `${line(LEFT, height, WIDTH - RIGHT, height, '#eaecf0')}${text({ x: LEFT - 6, y: height + 4, content: `${ratio}×`, more: 'text-anchor="end"' })}`
    }),
    ...sizes.map((size) => {
      const place = x(Math.log(size))
      return `${line(place, TOP, place, HEIGHT - BOTTOM, '#eaecf0')}${text({ x: place, y: HEIGHT - BOTTOM + 16, content: size.toLocaleString('en'), more: 'text-anchor="middle"' })}`
    }),
    text({ x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 12, content: axis, more: 'text-anchor="middle"' }),
    ...byEnd.filter((curve) => !isOver(curve)).map((curve) => path(curve.points.map(at), '#98a2b3', 1)),
    line(LEFT, y(Math.log(limit)), WIDTH - RIGHT, y(Math.log(limit)), '#d92d20', 'stroke-dasharray="5 4"'),
    text({ x: LEFT + 6, y: y(Math.log(limit)) - 4, content: `${limit}×`, more: 'fill="#d92d20"' }),
    ...over.toReversed().map((curve) => path(curve.points.map(at), colourOf(curve), 1.75)),
    ...named.map((curve, index) => {
      const end = at(curve.points.at(-1)!)
      const content = `${curve.points.at(-1)!.ratio.toFixed(1)}× ${curve.name}`
      return `${line(end.x + 2, end.y, end.x + 14, labelY[index]!, colourOf(curve))}${text({ x: end.x + 18, y: labelY[index]! + 4, content, more: `fill="${colourOf(curve)}"` })}`
    }),
    over.length > named.length
      ? text({ x: WIDTH - RIGHT + 18, y: HEIGHT - 12, content: `and ${over.length - named.length} more` })
      : '',
    '</svg>',
    '',
  ]
    .filter((part, index, all) => part !== '' || index === all.length - 1)
    .join('\n')
}

const scale = (from: number, to: number, start: number, end: number) => (value: number) =>
  round(start + ((value - from) / (to - from || 1)) * (end - start))

const round = (value: number): number => Math.round(value * 10) / 10

const ratioTicks = (lowest: number, highest: number): number[] =>
  [0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024].filter((ratio) => ratio >= lowest && ratio <= highest)

/** Heights from the top down, moved so that no two labels touch and none leaves the chart. */
export function spreadOut(heights: readonly number[], top: number, bottom: number): number[] {
  const placed: number[] = []
  for (const height of heights) placed.push(Math.max(height, top, (placed.at(-1) ?? -LABEL_HEIGHT) + LABEL_HEIGHT))
  for (let index = placed.length - 1, most = bottom; index >= 0; index--, most = placed[index + 1]! - LABEL_HEIGHT)
    placed[index] = Math.min(placed[index]!, most)
  return placed.map(round)
}

const line = (x1: number, y1: number, x2: number, y2: number, colour: string, more = ''): string =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" ${more}/>`

const path = (points: readonly { x: number; y: number }[], colour: string, width: number): string =>
  `<polyline points="${points.map(({ x, y }) => `${x},${y}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="${width}"/>`

const text = ({ x, y, content, more = '' }: { x: number; y: number; content: string; more?: string }): string =>
  `<text x="${x}" y="${y}" ${more}>${escaped(content)}</text>`

const escaped = (words: string): string => words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
