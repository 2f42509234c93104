/** The large picture of the home page: three items on rose shapes, on a transparent ground. */
import { type Item, studioLight, trio } from '#demo/artwork/pack-shot.ts'

/** A 1200 × 1000 composition. Its only words are those on the labels. */
export function hero(items: readonly [Item, Item, Item]): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1000">',
    `<defs>${studioLight}`,
    '<linearGradient id="petal" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#ffe5ee"/><stop offset="1" stop-color="#faa7c9"/></linearGradient>',
    '<linearGradient id="petal-2" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffcbdf"/><stop offset="1" stop-color="#ef7eb0"/></linearGradient>',
    '<linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffd9e7"/><stop offset="1" stop-color="#ffeef4"/></linearGradient>',
    '</defs>',
    '<path d="M600,34 C800,0 1020,90 1104,270 C1188,450 1164,690 1030,830 C900,962 640,972 430,930 C220,888 56,770 36,560 C18,380 70,210 200,120 C320,40 470,56 600,34Z" fill="url(#petal)"/>',
    '<path d="M860,60 C990,90 1110,190 1128,330 C1140,440 1060,500 960,480 C850,458 770,360 762,250 C756,150 790,50 860,60Z" fill="url(#petal-2)" opacity="0.55"/>',
    '<path d="M120,420 C170,320 300,280 380,350 C460,440 430,590 330,660 C240,722 130,700 104,620 C88,570 96,524 120,470Z" fill="#fff" opacity="0.4"/>',
    '<circle cx="596" cy="420" r="300" fill="#fff" opacity="0.34"/>',
    '<ellipse cx="600" cy="852" rx="560" ry="122" fill="url(#ground)"/>',
    trio(items, { centre: 600, floor: 896, width: 900, height: 800, step: 62 }),
    '</svg>',
  ].join('')
}
