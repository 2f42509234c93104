/** The icons that show and hide what is typed or masked; the pages without passwords do not load them. */
export const EYE_SHAPES = {
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0z',
  'eye-off':
    'M9.7 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.4 3.2M6.2 7.3A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 5-1.5M9.9 9.9a3 3 0 0 0 4.2 4.2M3.5 3.5l17 17',
} as const satisfies Record<string, string>

export type EyeIconName = keyof typeof EYE_SHAPES
