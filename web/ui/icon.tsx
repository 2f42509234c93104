import type { ProductIconName } from '#web/catalogue/shop/product/icons.ts'
import type { DashboardIconName } from '#web/closed-area/icons.ts'
import type { HomeIconName } from '#web/home/icons.ts'
import type { TrackingIconName } from '#web/orders/tracking/icons.ts'
import type { EyeIconName } from './eye-icons.ts'

/** The icons' paths, in one style: 24 units, a stroke of 1.75, round ends. One path each, since every page loads them. */
const SHAPES = {
  alert: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.01',
  bag: 'M5.5 8h13l1 12.5h-15zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5',
  box: 'm12 3 8 4.5v9L12 21l-8-4.5v-9zM4.3 7.7 12 12l7.7-4.3M12 12v9M8 5.2l8 4.6',
  cash: 'M4.5 6h15a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM9.25 12a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0-5.5 0zM6 12h.01M18 12h.01',
  check: 'm4.5 12.5 5 5L19.5 7',
  'check-circle': 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM8 12.3l2.8 2.7L16 9.5',
  'chevron-down': 'm6 9 6 6 6-6',
  'chevron-left': 'm15 6-6 6 6 6',
  'chevron-right': 'm9 6 6 6-6 6',
  clock: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM12 7v5.2l3.3 2',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M10.5 8.5h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM15.5 8.5v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3',
  danger: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM12 7.5v5M12 16v.01',
  download: 'M12 3.5v11.5m-5-4.5 5 5 5-5M4.5 20.5h15',
  edit: 'M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5',
  facebook:
    'M13.5 21v-8h3l.5-3.5h-3.5V7.5c0-1.2.4-2 2-2h1.8V2.7c-.5-.1-1.4-.2-2.4-.2-2.6 0-4.4 1.6-4.4 4.4v2.6h-3V13h3v8z',
  grid: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  info: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM12 11.5V16M12 8v.01',
  instagram:
    'M8 3.5h8a4.5 4.5 0 0 1 4.5 4.5v8a4.5 4.5 0 0 1-4.5 4.5h-8a4.5 4.5 0 0 1-4.5-4.5v-8a4.5 4.5 0 0 1 4.5-4.5zM8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM16.9 7.1h.01',
  logout: 'M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10 12h10.5m-4-4 4 4-4 4',
  mail: 'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2zM3.5 7l8.5 6 8.5-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  microblog: 'm4 4 12 16h4L8 4zM4 20l7-7m2-2 7-7',
  minus: 'M6 12h12',
  phone:
    'M8.5 3.5H5A1.5 1.5 0 0 0 3.5 5c0 8.6 6.9 15.5 15.5 15.5a1.5 1.5 0 0 0 1.5-1.5v-3.5l-4.5-1.5-2 2c-2.5-1.2-4.5-3.3-5.8-5.8l2-2z',
  plus: 'M12 6v12M6 12h12',
  receipt: 'M5.5 3.5v17l2.2-1.5 2.1 1.5 2.2-1.5 2.2 1.5 2.1-1.5 2.2 1.5v-17zM9 8.5h6M9 12h6M9 15.5h3.5',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.3M20 4.5v4.8h-4.8',
  search: 'M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0zM15.5 15.5l5 5',
  share:
    'M15 5.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0zM4 12a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0zM15 18.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0zM8.7 10.7l6.6-3.9M8.7 13.3l6.6 3.9',
  shield: 'M12 3 4.5 5.5v6c0 4.7 3.2 8 7.5 9.5 4.3-1.5 7.5-4.8 7.5-9.5v-6zM8.5 12l2.5 2.5 4.5-5',
  trash: 'M4.5 6.5h15M9.5 6.5v-3h5v3M6.5 6.5l.8 14h9.4l.8-14M10 10.5v6M14 10.5v6',
  truck:
    'M5 17.5H2.5v-12h12v12h-5M14.5 9h4l3 4v4.5H20M5.2 17.7a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM15.7 17.7a2 2 0 1 0 4 0a2 2 0 1 0-4 0z',
  user: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM4.5 20.5c.6-4 3.5-6 7.5-6s6.9 2 7.5 6',
  whatsapp:
    'M3.4 20.6l1.4-4.7A8.5 8.5 0 1 1 8.1 19.2zM9 8.2l.7 1.7-.7 1.2c.8 1.6 2 2.8 3.7 3.8l1.3-.8 1.7.7c-.3 1.3-1.7 1.6-2.8 1.1-2.1-.9-3.7-2.5-4.6-4.5-.5-1.2-.5-2.7.7-3.2z',
} as const satisfies Record<string, string>

/** Those that every page has. */
export type CommonIconName = keyof typeof SHAPES
export type IconName =
  | CommonIconName
  | DashboardIconName
  | EyeIconName
  | HomeIconName
  | ProductIconName
  | TrackingIconName

const shapes: Partial<Record<IconName, string>> = { ...SHAPES }

/** Adds the icons of a layout, before it shows one. */
export const addShapes = (more: typeof shapes): void => void Object.assign(shapes, more)

/** A drawing beside words: always hidden from screen readers, which read the words. `size` in pixels. */
export function Icon({
  name,
  size = 20,
  className,
}: {
  name: IconName
  size?: number
  className?: string | undefined
}) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
