/** The icons of the home page and of *À propos* alone. These two add them, so that the other pages do not load them. */
export const HOME_SHAPES = {
  drop: 'M12 3.5s6 6.3 6 10.7a6 6 0 0 1-12 0C6 9.8 12 3.5 12 3.5zM9 14.5a3 3 0 0 0 2.7 3',
  heart: 'M12 20S3.5 14.8 3.5 9A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8.5 2c0 5.8-8.5 11-8.5 11z',
  play: 'M7.5 4.8v14.4L19.5 12z',
  sun: 'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  leaf: 'M5 19C4 10 9 4.5 20 4.5 20 15.5 14.5 20 7 18M5 21c.5-4.5 3-8 8-10.5',
  smile: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM8 14a4.6 4.6 0 0 0 8 0M9 9.5v.01M15 9.5v.01',
} as const satisfies Record<string, string>

export type HomeIconName = keyof typeof HOME_SHAPES
