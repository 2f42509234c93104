/** The icons of the home page and of *À propos* alone. These two add them, so that the other pages do not load them. */
export const HOME_SHAPES = {
  play: 'M7.5 4.8v14.4L19.5 12z',
  leaf: 'M5 19C4 10 9 4.5 20 4.5 20 15.5 14.5 20 7 18M5 21c.5-4.5 3-8 8-10.5',
  smile: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM8 14a4.6 4.6 0 0 0 8 0M9 9.5v.01M15 9.5v.01',
} as const satisfies Record<string, string>

export type HomeIconName = keyof typeof HOME_SHAPES
