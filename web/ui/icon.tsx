import type { ReactNode } from 'react'

const circle = <circle cx="12" cy="12" r="9" />

/** One stroke style for all: 24 units, 1.75 wide, round ends. */
const SHAPES = {
  alert: <path d="M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.01" />,
  'arrow-left': <path d="M20 12H4m6-6-6 6 6 6" />,
  'arrow-right': <path d="M4 12h16m-6-6 6 6-6 6" />,
  bag: <path d="M5.5 8h13l1 12.5h-15zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5" />,
  bell: <path d="M6 16V10.5a6 6 0 0 1 12 0V16l1.5 2h-15zM10 20.5a2.2 2.2 0 0 0 4 0" />,
  box: <path d="m12 3 8 4.5v9L12 21l-8-4.5v-9zM4.3 7.7 12 12l7.7-4.3M12 12v9M8 5.2l8 4.6" />,
  cash: (
    <>
      <rect x="2.5" y="6" width="19" height="12" rx="2" />
      <circle cx="12" cy="12" r="2.75" />
      <path d="M6 12h.01M18 12h.01" />
    </>
  ),
  chat: (
    <path d="M12 3.5a8.5 8.5 0 0 1 0 17 8.7 8.7 0 0 1-4-1L3.5 20.5l1.1-4.3A8.5 8.5 0 0 1 12 3.5zM8.5 10.5h7M8.5 14h4.5" />
  ),
  check: <path d="m4.5 12.5 5 5L19.5 7" />,
  'check-circle': (
    <>
      {circle}
      <path d="m8 12.3 2.8 2.7L16 9.5" />
    </>
  ),
  'chevron-down': <path d="m6 9 6 6 6-6" />,
  'chevron-left': <path d="m15 6-6 6 6 6" />,
  'chevron-right': <path d="m9 6 6 6-6 6" />,
  clock: (
    <>
      {circle}
      <path d="M12 7v5.2l3.3 2" />
    </>
  ),
  close: <path d="m6 6 12 12M18 6 6 18" />,
  coins: (
    <>
      <ellipse cx="9.5" cy="7" rx="6" ry="3" />
      <path d="M3.5 7v5c0 1.7 2.7 3 6 3M3.5 12v4.5c0 1.7 2.7 3 6 3" />
      <circle cx="16" cy="15.5" r="5" />
      <path d="M16 13.3v4.4" />
    </>
  ),
  copy: (
    <>
      <rect x="8.5" y="8.5" width="12" height="12" rx="2" />
      <path d="M15.5 8.5v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3" />
    </>
  ),
  danger: (
    <>
      {circle}
      <path d="M12 7.5v5M12 16v.01" />
    </>
  ),
  download: <path d="M12 3.5v11.5m-5-4.5 5 5 5-5M4.5 20.5h15" />,
  drop: <path d="M12 3.5s6 6.3 6 10.7a6 6 0 0 1-12 0C6 9.8 12 3.5 12 3.5zM9 14.5a3 3 0 0 0 2.7 3" />,
  edit: <path d="m4.5 19.5.9-4L16 4.9a2 2 0 0 1 2.9 0l.2.2a2 2 0 0 1 0 2.9L8.5 18.6zM14 7l3 3" />,
  external: (
    <path d="M13.5 4.5h6v6M19.5 4.5 11 13M17.5 14v4.5a1.5 1.5 0 0 1-1.5 1.5H6a1.5 1.5 0 0 1-1.5-1.5v-10A1.5 1.5 0 0 1 6 7h4.5" />
  ),
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  'eye-off': (
    <path d="M9.7 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.4 3.2M6.2 7.3A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 5-1.5M9.9 9.9a3 3 0 0 0 4.2 4.2M3.5 3.5l17 17" />
  ),
  facebook: (
    <path d="M13.5 21v-8h3l.5-3.5h-3.5V7.5c0-1.2.4-2 2-2h1.8V2.7c-.5-.1-1.4-.2-2.4-.2-2.6 0-4.4 1.6-4.4 4.4v2.6h-3V13h3v8z" />
  ),
  flag: <path d="M5.5 21V4h12l-2.2 4.3 2.2 4.2h-12" />,
  grid: (
    <>
      <rect x="4" y="4" width="6.5" height="6.5" rx="1.5" />
      <rect x="13.5" y="4" width="6.5" height="6.5" rx="1.5" />
      <rect x="4" y="13.5" width="6.5" height="6.5" rx="1.5" />
      <rect x="13.5" y="13.5" width="6.5" height="6.5" rx="1.5" />
    </>
  ),
  heart: <path d="M12 20S3.5 14.8 3.5 9A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8.5 2c0 5.8-8.5 11-8.5 11z" />,
  info: (
    <>
      {circle}
      <path d="M12 11.5V16M12 8v.01" />
    </>
  ),
  instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="4.5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M16.9 7.1h.01" />
    </>
  ),
  leaf: <path d="M5 19C4 10 9 4.5 20 4.5 20 15.5 14.5 20 7 18M5 21c.5-4.5 3-8 8-10.5" />,
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="10" rx="2" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2" />
    </>
  ),
  logout: <path d="M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10 12h10.5m-4-4 4 4-4 4" />,
  mail: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2" />
      <path d="m3.5 7 8.5 6 8.5-6" />
    </>
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  microblog: <path d="m4 4 16 16M19.5 4.5l-6.3 6.6M4.5 19.5l6.3-6.6" />,
  minus: <path d="M6 12h12" />,
  phone: (
    <path d="M8.5 3.5H5A1.5 1.5 0 0 0 3.5 5c0 8.6 6.9 15.5 15.5 15.5a1.5 1.5 0 0 0 1.5-1.5v-3.5l-4.5-1.5-2 2c-2.5-1.2-4.5-3.3-5.8-5.8l2-2z" />
  ),
  pin: (
    <>
      <path d="M12 21s7-6.3 7-11.5a7 7 0 0 0-14 0C5 14.7 12 21 12 21z" />
      <circle cx="12" cy="9.5" r="2.5" />
    </>
  ),
  play: <path d="M7.5 4.8v14.4L19.5 12z" />,
  plus: <path d="M12 6v12M6 12h12" />,
  receipt: <path d="M5.5 3.5v17l2.2-1.5 2.1 1.5 2.2-1.5 2.2 1.5 2.1-1.5 2.2 1.5v-17zM9 8.5h6M9 12h6M9 15.5h3.5" />,
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.3M20 4.5v4.8h-4.8" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </>
  ),
  share: (
    <>
      <circle cx="17.5" cy="5.5" r="2.5" />
      <circle cx="6.5" cy="12" r="2.5" />
      <circle cx="17.5" cy="18.5" r="2.5" />
      <path d="m8.7 10.7 6.6-3.9M8.7 13.3l6.6 3.9" />
    </>
  ),
  shield: <path d="M12 3 4.5 5.5v6c0 4.7 3.2 8 7.5 9.5 4.3-1.5 7.5-4.8 7.5-9.5v-6zM8.5 12l2.5 2.5 4.5-5" />,
  smile: (
    <>
      {circle}
      <path d="M8 14a4.6 4.6 0 0 0 8 0M9 9.5v.01M15 9.5v.01" />
    </>
  ),
  star: <path d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z" />,
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4" />
    </>
  ),
  trash: <path d="M4.5 6.5h15M9.5 6.5v-3h5v3M6.5 6.5l.8 14h9.4l.8-14M10 10.5v6M14 10.5v6" />,
  truck: (
    <>
      <path d="M5 17.5H2.5v-12h12v12h-5M14.5 9h4l3 4v4.5H20" />
      <circle cx="7.2" cy="17.7" r="2" />
      <circle cx="17.7" cy="17.7" r="2" />
    </>
  ),
  upload: <path d="M12 15V3.5m-5 5 5-5 5 5M4.5 20.5h15" />,
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5c.6-4 3.5-6 7.5-6s6.9 2 7.5 6" />
    </>
  ),
  'user-check': (
    <>
      <circle cx="10" cy="8" r="4" />
      <path d="M3 20.5c.6-4 3-6 7-6 1.2 0 2.3.2 3.2.6M15 18.5l2.2 2.2 4.3-4.7" />
    </>
  ),
  'x-circle': (
    <>
      {circle}
      <path d="m9 9 6 6M15 9l-6 6" />
    </>
  ),
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof SHAPES

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
      {SHAPES[name]}
    </svg>
  )
}
