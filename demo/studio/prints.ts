/** The prints of the bag and the parcel and the telephone's screen: textures, as the labels of the products are. */
import { textLine, widthOf } from '#demo/artwork/lettering.ts'
import { pen } from '#demo/studio/labels.ts'
import { LOGO_BOX, ROSE, WORDMARK } from '#platform/kernel/brand.ts'

const KRAFT = '#c39a6b'
const ROSE_PAPER = '#e2a9ac'
const INK = '#7a1f45'

/** The rose above the name, the middle of the name at (x, y). */
const stacked = (x: number, y: number, scale: number, ink: string) =>
  pen(ROSE, `translate(${x} ${y - 190 * scale}) scale(${scale * 1.5})`, ink, 1) +
  pen(WORDMARK, `translate(${x - 414 * scale} ${y}) scale(${scale})`, ink)

const svg = (width: number, height: number, body: string) => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
  width,
})

function phone() {
  const middle = (text: string, y: number, size: number, weight: 400 | 600, fill: string) =>
    textLine(text, { x: (800 - widthOf(text, { size, weight })) / 2, y, size, weight, fill })
  // A receiver, as on the button that takes a call.
  const receiver =
    'M-44-16C-20-34 20-34 44-16c6 5 6 14 3 21l-3 7c-2 5-7 7-12 5l-14-6c-4-2-6-6-5-10l1-6c-9-4-19-4-28 0l1 6c1 4-1 8-5 10l-14 6c-5 2-10 0-12-5l-3-7c-3-7-3-16 3-21z'
  const button = (x: number, fill: string, turn: number) =>
    `<circle cx="${x}" cy="1420" r="92" fill="${fill}"/>` +
    `<path transform="translate(${x} 1424) rotate(${turn}) scale(1.15)" d="${receiver}" fill="#fff"/>`
  return svg(
    800,
    1700,
    `<rect width="800" height="1700" fill="#f6dcd6"/><rect y="1000" width="800" height="700" fill="#f0cbc6"/>` +
      `<path d="M0 1120C180 900 620 900 800 1120V1700H0Z" fill="#f0cbc6"/>` +
      `<circle cx="400" cy="470" r="190" fill="#fff8f4"/>` +
      pen(ROSE, 'translate(400 470) scale(1.45)', '#b3245f', 1) +
      middle('Rosalia', 830, 120, 600, '#3a1a26') +
      middle('Appel entrant', 930, 64, 400, '#6b4350') +
      button(210, '#d63b4a', 0) +
      button(590, '#2f9e62', -135),
  )
}

const PRINTS = {
  bag: () => svg(820, 860, `<rect width="820" height="860" fill="${ROSE_PAPER}"/>${stacked(410, 520, 0.62, INK)}`),
  phone,
  parcel: () =>
    svg(
      950,
      360,
      `<rect width="950" height="360" fill="${KRAFT}"/>` +
        pen(ROSE, `translate(${475 - (LOGO_BOX.left + LOGO_BOX.width / 2) * 0.62} 180) scale(0.62)`, INK) +
        pen(WORDMARK, `translate(${475 - (LOGO_BOX.left + LOGO_BOX.width / 2) * 0.62} 180) scale(0.62)`, INK),
    ),
} as const

export type Print = keyof typeof PRINTS

export const print = (name: Print): { svg: string; width: number } => PRINTS[name]()
