/**
 * The icons of dashboards, in the style of the kit. Their frame adds them, and whatever of them is shown on a public page,
 * so that the other pages do not load them.
 */
export const DASHBOARD_SHAPES = {
  'arrow-left': 'M20 12H4m6-6-6 6 6 6',
  'arrow-right': 'M4 12h16m-6-6 6 6-6 6',
  bell: 'M6 16V10.5a6 6 0 0 1 12 0V16l1.5 2h-15zM10 20.5a2.2 2.2 0 0 0 4 0',
  chart: 'M4 3.5v17h16.5M8.5 16.5v-4M12.5 16.5v-8M16.5 16.5v-6',
  chat: 'M12 3.5a8.5 8.5 0 0 1 0 17 8.7 8.7 0 0 1-4-1L3.5 20.5l1.1-4.3A8.5 8.5 0 0 1 12 3.5zM8.5 10.5h7M8.5 14h4.5',
  coins:
    'M3.5 7a6 3 0 1 0 12 0a6 3 0 1 0-12 0zM3.5 7v5c0 1.7 2.7 3 6 3M3.5 12v4.5c0 1.7 2.7 3 6 3M11 15.5a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM16 13.3v4.4',
  external:
    'M13.5 4.5h6v6M19.5 4.5 11 13M17.5 14v4.5a1.5 1.5 0 0 1-1.5 1.5H6a1.5 1.5 0 0 1-1.5-1.5v-10A1.5 1.5 0 0 1 6 7h4.5',
  flag: 'M5.5 21V4h12l-2.2 4.3 2.2 4.2h-12',
  keyboard:
    'M4.5 6h15a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM6.5 10h.01M10.2 10h.01M13.8 10h.01M17.5 10h.01M8 14.5h8',
  lock: 'M7 10.5h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2',
  megaphone: 'M4 10v4.5h3l8.5 4v-13l-8.5 4.5zM18.5 9.5a4 4 0 0 1 0 5M7.5 14.8v4.7H10v-3.6',
  pin: 'M12 21s7-6.3 7-11.5a7 7 0 0 0-14 0C5 14.7 12 21 12 21zM9.5 9.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z',
  sliders: 'M4 7h9M17 7h3M13 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM4 17h3M11 17h9M7 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0z',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z',
  store: 'M4.5 9.5v10h15v-10M3 9.5l2-5h14l2 5zM10 19.5v-5h4v5',
  upload: 'M12 15V3.5m-5 5 5-5 5 5M4.5 20.5h15',
  'user-check': 'M6 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM3 20.5c.6-4 3-6 7-6 1.2 0 2.3.2 3.2.6M15 18.5l2.2 2.2 4.3-4.7',
  users:
    'M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0zM2.5 20c.5-3.6 2.9-5.5 6.5-5.5s6 1.9 6.5 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.9c2.3.6 3.7 2.4 4 5.1',
  'x-circle': 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM9 9l6 6M15 9l-6 6',
} as const satisfies Record<string, string>

export type DashboardIconName = keyof typeof DASHBOARD_SHAPES
