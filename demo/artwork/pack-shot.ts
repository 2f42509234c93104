/** Pack shots drawn from data: one light, one floor, six shapes. Lengths are units of a 1200 × 1200 picture. */
import { fitText, type Setting, textLine, widthOf } from '#demo/artwork/lettering.ts'

type Label = {
  brand: string
  /** The product's name on the label; shorter than its name in the shop. */
  name: string
  sub: string
  /** Contents, such as `250 ml` or `60 gélules`. */
  size: string
}

type Look = {
  /** Colour of the container. */
  body: string
  cap: string
  ink: string
  /** Colour of the label; the same as `body` looks printed on the container itself. */
  paper: string
  /** Strip at the foot of the label that carries the contents. */
  band: string
}

export type Item = Look &
  Label &
  (
    | { shape: 'bottle'; closure: 'pump' | 'disc' }
    | { shape: 'tube' }
    | { shape: 'jar' }
    | { shape: 'dropper' }
    | { shape: 'box'; closure: 'carton' | 'screw' }
  )

export type PackShot = Item | { shape: 'pack'; items: readonly [Item, Item, Item] }

const SIDE = 1200
const FLOOR = 1072

/** Colour between two colours, `share` 0 to 1 towards the second. */
function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) * (1 - share) + channel(to, at) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

const inkOn = (ground: string, preferred: string) => {
  if (contrast(ground, preferred) >= 4.5) return preferred
  return contrast(ground, '#ffffff') > contrast(ground, '#18202c') ? '#ffffff' : '#18202c'
}

const stop = (offset: number, colour: string, opacity: number) =>
  `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`

const gradient = (id: string, axis: 'across' | 'down', stops: string[]) =>
  `<linearGradient id="${id}" x1="0" y1="0" ${axis === 'across' ? 'x2="1" y2="0"' : 'x2="0" y2="1"'}>${stops.join('')}</linearGradient>`

const SHADE = '#3b1727'
const WHITE = '#ffffff'

/** The light of the studio: a soft box on the left, a fill on the right, the shadow of both on the floor. */
const LIGHT = [
  gradient('round', 'across', [
    stop(0, SHADE, 0.3),
    stop(0.03, SHADE, 0.14),
    stop(0.09, SHADE, 0.03),
    stop(0.18, WHITE, 0.16),
    stop(0.3, WHITE, 0.1),
    stop(0.48, SHADE, 0),
    stop(0.72, SHADE, 0.06),
    stop(0.9, SHADE, 0.18),
    stop(0.965, SHADE, 0.24),
    stop(1, SHADE, 0.13),
  ]),
  gradient('shine', 'down', [
    stop(0, WHITE, 0.1),
    stop(0.12, WHITE, 0.85),
    stop(0.7, WHITE, 0.5),
    stop(1, WHITE, 0.05),
  ]),
  gradient('metal', 'across', [
    stop(0, SHADE, 0.42),
    stop(0.08, SHADE, 0.12),
    stop(0.2, WHITE, 0.55),
    stop(0.34, WHITE, 0.05),
    stop(0.62, SHADE, 0.16),
    stop(0.86, SHADE, 0.4),
    stop(0.95, WHITE, 0.2),
    stop(1, SHADE, 0.3),
  ]),
  gradient('fall', 'down', [stop(0, WHITE, 0.12), stop(0.4, WHITE, 0), stop(0.78, SHADE, 0), stop(1, SHADE, 0.14)]),
  gradient('bar', 'down', [stop(0, WHITE, 0.35), stop(0.3, WHITE, 0), stop(0.55, SHADE, 0.05), stop(1, SHADE, 0.34)]),
  gradient('side', 'across', [stop(0, SHADE, 0.2), stop(1, SHADE, 0.34)]),
  `<radialGradient id="shadow">${stop(0, SHADE, 0.4)}${stop(0.45, SHADE, 0.2)}${stop(0.75, SHADE, 0.06)}${stop(1, SHADE, 0)}</radialGradient>`,
  `<radialGradient id="contact">${stop(0, SHADE, 0.62)}${stop(0.7, SHADE, 0.42)}${stop(1, SHADE, 0)}</radialGradient>`,
  `<filter id="cast" x="-50%" width="200%" y="-150%" height="400%"><feGaussianBlur stdDeviation="26 14"/></filter>`,
  `<filter id="near" x="-50%" width="200%" y="-150%" height="400%"><feGaussianBlur stdDeviation="6 4"/></filter>`,
  `<filter id="soft" x="-100%" width="300%" y="-10%" height="120%"><feGaussianBlur stdDeviation="7 12"/></filter>`,
].join('')

const BACKDROP = [
  gradient('wall', 'down', [stop(0, '#fbe3eb', 1), stop(0.74, '#fdebf1', 1), stop(1, '#f9dbe6', 1)]),
  gradient('floor', 'down', [stop(0, '#f6d3df', 0), stop(0.22, '#f7d6e1', 1), stop(1, '#fdeef3', 1)]),
  `<radialGradient id="halo">${stop(0, WHITE, 0.75)}${stop(0.6, WHITE, 0.3)}${stop(1, WHITE, 0)}</radialGradient>`,
].join('')

const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`

/** A closed outline, filled and then lit like a cylinder. */
const lit = (d: string, colour: string, light = 'round') => path(d, colour) + path(d, `url(#${light})`)

/** Straight cylinder seen from a little above: the foot bulges by `sag`, the head too unless a lid follows. */
const drum = (width: number, top: number, bottom: number, sag: number) =>
  `M${-width / 2},${top}A${width / 2},${sag} 0 0 1 ${width / 2},${top}L${width / 2},${bottom}A${width / 2},${sag} 0 0 1 ${-width / 2},${bottom}Z`

/** The visible top of a cylinder. */
const disc = (width: number, top: number, sag: number, colour: string) =>
  `<ellipse cx="0" cy="${top}" rx="${width / 2}" ry="${sag}" fill="${mix(colour, WHITE, 0.35)}"/>` +
  `<ellipse cx="0" cy="${top + 1}" rx="${width / 2 - 5}" ry="${sag - 2.5}" fill="${mix(colour, WHITE, 0.14)}"/>`

/** Area of the front that follows the curve of a cylinder. */
const wrapped = (width: number, top: number, bottom: number, sag: number) =>
  `M${-width / 2},${top}Q0,${top + 2 * sag} ${width / 2},${top}L${width / 2},${bottom}Q0,${bottom + 2 * sag} ${-width / 2},${bottom}Z`

/** The bright stripe that a soft box leaves on a curved wall. */
const shine = (x: number, top: number, width: number, height: number, opacity = 0.6) =>
  `<rect x="${x}" y="${top}" width="${width}" height="${height}" rx="${width / 2}" fill="url(#shine)" opacity="${opacity}" filter="url(#soft)"/>`

type Frame = { left: number; top: number; right: number; bottom: number }
type Band = { top: number; bottom: number }
type Scale = { name: number; lines: number }

/** Name and line of a label at the largest size that leaves every line inside the frame. */
function fitted(item: Item, width: number, height: number, scale: Scale) {
  for (let from = scale.name; from >= 24; from -= 1) {
    const name = fitText(item.name, { from, to: 20, width, maxLines: scale.lines, weight: 700 })
    const sub = fitText(item.sub, { from: Math.round(from * 0.48), to: 12, width, maxLines: 2, weight: 400 })
    const gap = name.size * 0.4
    const needed = name.size * (0.78 + (name.lines.length - 1) * 1.08) + gap + sub.size * 1.28 * sub.lines.length
    if (needed <= height) return { name, sub, gap }
  }
  throw new RangeError(`The label of "${item.name}" is too full`)
}

/** Brand, name, line within a frame, contents on the band; nothing ever leaves the label. */
function lettering(item: Item, frame: Frame, band: Band, scale: Scale): string {
  const x = frame.left
  const width = frame.right - frame.left
  const ink = inkOn(item.paper, item.ink)
  const small = Math.round(scale.name * 0.42)
  const brand: Setting = { size: small, weight: 600, tracking: Math.round(small * 0.24) }
  if (widthOf(item.brand.toUpperCase(), brand) > width) throw new RangeError(`"${item.brand}" is wider than its label`)
  const size = fitText(item.size, { from: Math.round(scale.name * 0.48), to: 14, width, maxLines: 1, weight: 600 })

  const head = frame.top + small * 0.74
  const rule = head + small * 0.95
  const nameTop = rule + small * 1.35
  const { name, sub, gap } = fitted(item, width, frame.bottom - nameTop, scale)
  const parts = [
    textLine(item.brand.toUpperCase(), { x, y: head, ...brand, fill: ink }),
    `<rect x="${x}" y="${rule}" width="${small * 1.9}" height="3" fill="${ink}" opacity="0.7"/>`,
  ]
  let y = nameTop + name.size * 0.74
  for (const line of name.lines) {
    const left = x - name.size * 0.05
    parts.push(textLine(line, { x: left, y, size: name.size, weight: 700, tracking: -0.01 * name.size, fill: ink }))
    y += name.size * 1.08
  }
  y += gap + sub.size - name.size * 1.08
  for (const line of sub.lines) {
    parts.push(textLine(line, { x, y, size: sub.size, weight: 400, fill: ink }))
    y += sub.size * 1.28
  }
  const middle = (band.top + band.bottom) / 2 + size.size * 0.36
  parts.push(textLine(item.size, { x, y: middle, size: size.size, weight: 600, fill: inkOn(item.band, item.ink) }))
  // One decimal is finer than a pixel of the largest picture.
  return parts.join('').replace(/(\d+\.\d)\d+/g, '$1')
}

/** A drawn item: it stands on y = 0, centred on x = 0; `foot` is its width there, when that is another. */
type DrawnItem = { svg: string; width: number; height: number; foot?: number; shadow?: string }

const NECK = '#ffffff'

function pump(cap: string): string {
  const dark = mix(cap, SHADE, 0.1)
  const nozzle =
    'M-40,-968 L-150,-962 C-178,-960 -188,-944 -188,-918 L-162,-918 C-162,-930 -158,-936 -146,-936 L-40,-934 Z'
  return [
    lit(drum(34, -906, -838, 5), mix(cap, SHADE, 0.05), 'metal'),
    lit(drum(172, -846, -736, 15), cap),
    disc(172, -846, 15, cap),
    lit(drum(78, -874, -844, 7), dark),
    disc(78, -874, 7, dark),
    lit(drum(34, -906, -874, 5), mix(cap, SHADE, 0.05), 'metal'),
    lit(nozzle, cap, 'bar'),
    lit(drum(122, -972, -902, 10), cap),
    disc(122, -972, 10, cap),
  ].join('')
}

function discTop(cap: string): string {
  return [
    lit(drum(222, -850, -720, 18), cap),
    disc(222, -850, 18, cap),
    path('M-111,-812Q0,-776 111,-812L111,-808Q0,-772 -111,-808Z', SHADE, ' opacity="0.28"'),
    shine(-76, -830, 22, 100, 0.5),
  ].join('')
}

function bottle(item: Item & { shape: 'bottle' }, id: string): DrawnItem {
  const body =
    'M-74,-736 C-160,-728 -222,-690 -222,-612 L-222,-44 Q-222,-10 -178,-3 Q0,20 178,-3 Q222,-10 222,-44 L222,-612 C222,-690 160,-728 74,-736 Z'
  const top = -560
  const bandTop = -150
  const bottom = -76
  const svg = [
    `<clipPath id="${id}"><path d="${body}"/></clipPath>`,
    item.closure === 'pump' ? '' : lit(drum(150, -740, -724, 12), mix(item.body, NECK, 0.3)),
    path(body, item.body),
    path(wrapped(444, top, bottom, 13), item.paper),
    path(wrapped(444, bandTop, bottom, 13), item.band),
    lettering(
      item,
      { left: -174, right: 178, top: top + 56, bottom: bandTop - 4 },
      { top: bandTop + 9, bottom: bottom + 9 },
      {
        name: 70,
        lines: 3,
      },
    ),
    path(body, 'url(#round)'),
    path(body, 'url(#fall)'),
    `<g clip-path="url(#${id})">${shine(-210, -640, 22, 590, 0.7)}${shine(196, -640, 10, 590, 0.4)}</g>`,
    item.closure === 'pump' ? pump(item.cap) : discTop(item.cap),
  ].join('')
  return { svg, width: 444, height: item.closure === 'pump' ? 974 : 868 }
}

function tube(item: Item & { shape: 'tube' }, id: string): DrawnItem {
  const body =
    'M-212,-930 L212,-930 L212,-872 C212,-600 176,-330 170,-128 Q0,-84 -170,-128 C-176,-330 -212,-600 -212,-872 Z'
  const crimp = Array.from({ length: 33 }, (_, index) => `M${-204 + index * 12.75},-926V-880`).join('')
  const svg = [
    `<clipPath id="${id}"><path d="${body}"/></clipPath>`,
    lit(drum(316, -140, -4, 22), item.cap),
    path('M-158,-128Q0,-80 158,-128L158,-112Q0,-62 -158,-112Z', SHADE, ' opacity="0.28"'),
    path(body, item.body),
    `<g clip-path="url(#${id})">`,
    path('M-230,-668 Q0,-636 230,-668 L230,-80 L-230,-80Z', item.paper),
    path('M-230,-262 Q0,-238 230,-262 L230,-190 Q0,-166 -230,-190Z', item.band),
    '</g>',
    lettering(
      item,
      { left: -148, right: 154, top: -604, bottom: -270 },
      { top: -256, bottom: -184 },
      { name: 62, lines: 3 },
    ),
    path(body, 'url(#round)'),
    path('M-212,-930L212,-930L212,-874L-212,-874Z', SHADE, ' opacity="0.07"'),
    `<path d="${crimp}" stroke="${WHITE}" stroke-opacity="0.35" stroke-width="3"/>`,
    path('M-212,-876L212,-876L212,-872L-212,-872Z', SHADE, ' opacity="0.16"'),
    `<g clip-path="url(#${id})">`,
    path(
      'M-186,-868 C-178,-600 -156,-330 -148,-128 L-134,-128 C-138,-330 -150,-600 -152,-868Z',
      'url(#shine)',
      ' opacity="0.5" filter="url(#soft)"',
    ),
    '</g>',
    shine(-118, -116, 26, 100, 0.5),
  ].join('')
  return { svg, width: 424, height: 930, foot: 316 }
}

function jar(item: Item & { shape: 'jar' }, id: string): DrawnItem {
  const body = 'M-300,-402 L300,-402 L300,-82 C300,-32 262,-10 206,-3 Q0,22 -206,-3 C-262,-10 -300,-32 -300,-82 Z'
  const bandTop = -118
  const bottom = -44
  const svg = [
    `<clipPath id="${id}"><path d="${body}"/></clipPath>`,
    path(body, item.body),
    `<g clip-path="url(#${id})">`,
    path(wrapped(600, -372, bottom, 15), item.paper),
    path(wrapped(600, bandTop, bottom, 15), item.band),
    '</g>',
    lettering(
      item,
      { left: -232, right: 236, top: -328, bottom: bandTop + 2 },
      { top: bandTop + 9, bottom: bottom + 9 },
      {
        name: 66,
        lines: 2,
      },
    ),
    path(body, 'url(#round)'),
    `<g clip-path="url(#${id})">`,
    shine(-284, -380, 28, 330, 0.7),
    path('M-300,-402L300,-402L300,-388Q0,-340 -300,-388Z', SHADE, ' opacity="0.22"'),
    '</g>',
    lit(drum(616, -538, -402, 24), item.cap),
    disc(616, -538, 24, item.cap),
    path('M-308,-420Q0,-372 308,-420L308,-415Q0,-367 -308,-415Z', SHADE, ' opacity="0.22"'),
    shine(-254, -508, 36, 104, 0.5),
  ].join('')
  return { svg, width: 616, height: 562 }
}

function dropper(item: Item & { shape: 'dropper' }, id: string): DrawnItem {
  const body =
    'M-68,-640 L68,-640 L68,-612 C68,-584 222,-590 222,-496 L222,-44 Q222,-10 178,-3 Q0,20 -178,-3 Q-222,-10 -222,-44 L-222,-496 C-222,-590 -68,-584 -68,-612 Z'
  const bandTop = -126
  const bottom = -58
  const bulb = 'M-56,-726 L-56,-812 C-56,-864 -36,-884 0,-884 C36,-884 56,-864 56,-812 L56,-726 Z'
  const svg = [
    `<clipPath id="${id}"><path d="${body}"/></clipPath>`,
    path(body, item.body),
    `<g clip-path="url(#${id})">`,
    path('M-230,-650L230,-650L230,-548Q0,-534 -230,-548Z', WHITE, ' opacity="0.3"'),
    path('M-12,-640L12,-640L9,-60L-9,-60Z', mix(item.body, SHADE, 0.35), ' opacity="0.45"'),
    path(wrapped(444, -470, bottom, 13), item.paper),
    path(wrapped(444, bandTop, bottom, 13), item.band),
    '</g>',
    lettering(
      item,
      { left: -176, right: 180, top: -420, bottom: bandTop + 2 },
      { top: bandTop + 9, bottom: bottom + 9 },
      { name: 66, lines: 2 },
    ),
    path(body, 'url(#round)'),
    path(body, 'url(#fall)'),
    `<g clip-path="url(#${id})">${shine(-210, -560, 22, 530, 0.75)}${shine(198, -520, 10, 480, 0.5)}</g>`,
    lit(drum(164, -732, -628, 14), item.cap, 'metal'),
    disc(164, -732, 14, item.cap),
    lit(bulb, mix(item.cap, WHITE, 0.06)),
    `<rect x="-32" y="-862" width="14" height="120" rx="7" fill="${WHITE}" opacity="0.45" filter="url(#soft)"/>`,
  ].join('')
  return { svg, width: 444, height: 884 }
}

/** Supplement bottle with a ribbed screw cap. */
function screwBox(item: Item, id: string): DrawnItem {
  const body =
    'M-182,-690 C-228,-682 -246,-654 -246,-606 L-246,-48 Q-246,-12 -198,-4 Q0,22 198,-4 Q246,-12 246,-48 L246,-606 C246,-654 228,-682 182,-690 Z'
  const top = -594
  const bandTop = -150
  const bottom = -70
  const ribs = Array.from({ length: 39 }, (_, index) => {
    const x = Math.round(-196 * Math.cos(((index + 0.5) / 39) * Math.PI) * 10) / 10
    return `M${x},-826V-708`
  }).join('')
  const svg = [
    `<clipPath id="${id}"><path d="${body}"/></clipPath>`,
    path(body, item.body),
    path(wrapped(492, top, bottom, 15), item.paper),
    path(wrapped(492, bandTop, bottom, 15), item.band),
    lettering(
      item,
      { left: -190, right: 194, top: top + 60, bottom: bandTop - 4 },
      { top: bandTop + 9, bottom: bottom + 9 },
      {
        name: 78,
        lines: 3,
      },
    ),
    path(body, 'url(#round)'),
    path(body, 'url(#fall)'),
    `<g clip-path="url(#${id})">${shine(-232, -640, 24, 590, 0.65)}</g>`,
    lit(drum(400, -846, -690, 24), item.cap),
    `<path d="${ribs}" stroke="${SHADE}" stroke-opacity="0.16" stroke-width="3.5"/>`,
    disc(400, -846, 24, item.cap),
    path('M-200,-700Q0,-652 200,-700L200,-692Q0,-644 -200,-692Z', SHADE, ' opacity="0.22"'),
  ].join('')
  return { svg, width: 492, height: 870 }
}

/** Folding carton seen over its right edge. */
function carton(item: Item): DrawnItem {
  const front = 'M-270,-790 L190,-760 L190,0 L-270,-30 Z'
  const side = 'M190,-760 L302,-806 L302,-52 L190,0 Z'
  const lid = 'M-270,-790 L190,-760 L302,-806 L-138,-832 Z'
  const edge = mix(item.body, SHADE, 0.14)
  const svg = [
    path(front, item.paper),
    `<g transform="matrix(1 ${30 / 460} 0 1 0 -12.4)">`,
    `<rect x="-270" y="-760" width="460" height="190" fill="${item.body}"/>`,
    `<rect x="-270" y="-118" width="460" height="118" fill="${item.band}"/>`,
    `<circle cx="104" cy="-664" r="44" fill="${item.cap}" opacity="0.9"/>`,
    `<circle cx="60" cy="-664" r="44" fill="${item.band}" opacity="0.75"/>`,
    lettering(
      item,
      { left: -222, right: 146, top: -520, bottom: -140 },
      { top: -118, bottom: 0 },
      { name: 76, lines: 3 },
    ),
    '</g>',
    path(front, 'url(#fall)'),
    path(side, edge),
    path('M190,-118 L302,-168 L302,-52 L190,0 Z', item.band),
    path(side, 'url(#side)'),
    path(lid, mix(item.body, WHITE, 0.45)),
    path('M188,-760L192,-760L192,0L188,0Z', WHITE, ' opacity="0.35"'),
  ].join('')
  const shadow =
    '<path d="M-276,-34 L186,-4 L296,-60 L470,-44 Q480,10 190,34 Q-120,30 -276,-34Z" fill="#3b1727" opacity="0.34" filter="url(#cast)"/>' +
    '<path d="M-272,-36 L190,-6 L304,-58 L304,-44 L190,9 L-272,-22Z" fill="#3b1727" opacity="0.5" filter="url(#near)"/>'
  return { svg, width: 572, height: 832, shadow }
}

function draw(item: Item, id: string): DrawnItem {
  switch (item.shape) {
    case 'bottle':
      return bottle(item, id)
    case 'tube':
      return tube(item, id)
    case 'jar':
      return jar(item, id)
    case 'dropper':
      return dropper(item, id)
    case 'box':
      return item.closure === 'screw' ? screwBox(item, id) : carton(item)
  }
}

/** An item standing on (x, y) with its shadow. */
function placed({ svg, width, foot = width, shadow }: DrawnItem, x: number, y: number, scale: number): string {
  const around = (share: number) => Math.round(foot * share)
  const round =
    `<ellipse cx="${around(0.14)}" cy="4" rx="${around(0.82)}" ry="${around(0.13)}" fill="url(#shadow)"/>` +
    `<ellipse cx="${around(0.03)}" cy="2" rx="${around(0.53)}" ry="24" fill="url(#contact)"/>`
  const place = `translate(${Math.round(x)} ${Math.round(y)}) scale(${Math.round(scale * 1000) / 1000})`
  return `<g transform="${place}">${shadow ?? round}${svg}</g>`
}

/** Three items side by side, the middle one in front, as wide and as high as the room allows. */
export function trio(
  items: readonly [Item, Item, Item],
  room: { centre: number; floor: number; width: number; height: number; step?: number },
): string {
  const [left, middle, right] = items.map((item, index) => draw(item, `clip${index}`)) as [
    DrawnItem,
    DrawnItem,
    DrawnItem,
  ]
  // The middle item may hide the edge of its left neighbour, not of the right one: labels are set from the left.
  const hidden = left.width * 0.05
  const total = left.width - hidden + middle.width + right.width
  const step = room.step ?? 44
  const scale = Math.min(
    room.width / total,
    (room.height - step) / Math.max(left.height, right.height),
    room.height / middle.height,
  )
  const height = scale * Math.max(left.height, middle.height, right.height)
  const floor = room.floor - Math.max(0, room.height - height) * 0.4
  const at = (before: number, own: DrawnItem) => room.centre + (before + own.width / 2 - total / 2) * scale
  return [
    placed(left, at(0, left), floor - step, scale),
    placed(right, at(left.width - hidden + middle.width, right), floor - step, scale),
    placed(middle, at(left.width - hidden, middle), floor, scale),
  ].join('')
}

/** Gradients and filters that `trio` and `standing` refer to; they belong in the `defs` of the drawing. */
export const studioLight = LIGHT

/** One item on a floor, as large as a box allows; of a pack, the item in front. */
export function standing(
  spec: PackShot,
  at: { x: number; floor: number; width: number; height: number; clip?: string },
): string {
  const drawn = draw(spec.shape === 'pack' ? spec.items[1] : spec, at.clip ?? 'clip0')
  return placed(drawn, at.x, at.floor, Math.min(at.height / drawn.height, at.width / drawn.width))
}

/** Low items stand a little higher, so that no picture looks empty at the top. */
const floorUnder = (height: number) => FLOOR - Math.max(0, 900 - height) / 3

function alone(item: Item): string {
  const drawn = draw(item, 'clip0')
  const scale = Math.min(930 / drawn.height, 800 / drawn.width, 1.24)
  return placed(drawn, SIDE / 2, floorUnder(drawn.height * scale), scale)
}

/** The picture of a product, as SVG. The same data gives the same text, byte for byte. */
export function packShot(spec: PackShot): string {
  const content =
    spec.shape === 'pack' ? trio(spec.items, { centre: 600, floor: FLOOR, width: 1090, height: 880 }) : alone(spec)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">`,
    `<defs>${LIGHT}${BACKDROP}</defs>`,
    `<rect width="${SIDE}" height="${SIDE}" fill="url(#wall)"/>`,
    `<rect y="860" width="${SIDE}" height="340" fill="url(#floor)"/>`,
    `<circle cx="560" cy="480" r="600" fill="url(#halo)"/>`,
    content,
    '</svg>',
  ].join('')
}
