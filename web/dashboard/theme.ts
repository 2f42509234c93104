import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const ramp = (colours: string): MantineColorsTuple => colours.split(' ') as unknown as MantineColorsTuple

const TARGET = '44px'
const INK = '#18202c'
const SECONDARY = '#616b7a'
const CONTROL_BORDER = '#7f8896'

const atLeastTarget = (name: string) => ({ [name]: TARGET })

/** The dashboards' component kit in the shop's colours, sizes and language. */
export const theme = createTheme({
  colors: {
    rose: ramp('#fef4f7 #ffe5ee #ffcbdf #faa7c9 #ef7eb0 #e15699 #c93582 #aa296c #882056 #62183e'),
    gray: ramp('#f9fafc #f0f3f7 #dfe3ea #c9d0d9 #a2aab6 #7f8896 #616b7a #454f5e #2e3745 #18202c'),
    green: ramp('#f1faf3 #e0f4e4 #c0eaca #91daa4 #52c479 #0cad59 #028442 #077038 #045f2e #01441f'),
    yellow: ramp('#fdf6ef #fcebd9 #fad6b2 #f3b979 #e69527 #c97d03 #a36501 #8a5503 #6f4302 #512f01'),
    red: ramp('#fdf5f4 #fee8e5 #ffd1cb #feaea4 #f98075 #e65f55 #c6463e #a73630 #862b26 #601f1b'),
    blue: ramp('#f3f8fd #e3effe #c6e0fe #9dcafd #62adff #3093f4 #0273cf #0162b1 #034f90 #073967'),
    violet: ramp('#f7f6ff #eeebfd #ddd8fe #c6bbfe #ac96fd #9579ee #7b5ecd #664daf #523e8c #3a2c64'),
  },
  primaryColor: 'rose',
  primaryShade: 7,
  autoContrast: true,
  luminanceThreshold: 0.25,
  black: INK,
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)' },
  lineHeights: { md: '1.5' },
  radius: { sm: '8px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { radius: 'lg' },
      vars: (_theme: unknown, { variant = 'filled', color }: { variant?: string; color?: string }) => ({
        root: {
          '--button-height': TARGET,
          // White on the pink would be 2.54:1; ink on it is 6.46:1.
          ...(variant === 'filled' && !color
            ? { '--button-bg': '#ef7eb0', '--button-hover': '#ea6ea6', '--button-color': INK }
            : {}),
        },
      }),
    },
    ActionIcon: { vars: () => ({ root: atLeastTarget('--ai-size') }) },
    CloseButton: {
      defaultProps: { 'aria-label': 'Fermer' },
      vars: () => ({ root: atLeastTarget('--cb-size') }),
    },
    Input: { defaultProps: { size: 'md' }, vars: () => ({ wrapper: atLeastTarget('--input-height') }) },
    InputWrapper: { defaultProps: { size: 'md' }, styles: { label: { marginBottom: '4px' } } },
    Checkbox: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: { radius: 'xl', centered: true, padding: 'lg', transitionProps: { duration: 300 } },
    },
    Burger: { defaultProps: { 'aria-label': 'Menu' } },
    Pagination: {
      defaultProps: {
        getControlProps: (control: keyof typeof PAGINATION_NAMES) => ({ 'aria-label': PAGINATION_NAMES[control] }),
        getItemProps: (page: number) => ({ 'aria-label': `Page ${page}` }),
      },
    },
  },
})

const PAGINATION_NAMES = {
  previous: 'Page précédente',
  next: 'Page suivante',
  first: 'Première page',
  last: 'Dernière page',
}

/** Where the kit's own greys and reds are too light to be read. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': SECONDARY,
    '--mantine-color-placeholder': SECONDARY,
    '--mantine-color-error': '#a73630',
    '--mantine-color-anchor': '#aa296c',
    '--mantine-color-default-border': CONTROL_BORDER,
    // What borders of inputs, checkboxes and radios are made of.
    '--mantine-color-gray-4': CONTROL_BORDER,
    '--mantine-color-disabled-color': '#454f5e',
  },
  dark: {},
})
