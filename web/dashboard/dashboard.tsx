import { MantineProvider } from '@mantine/core'
import '@mantine/core/styles.layer.css'
import type { ReactNode } from 'react'
import { cssVariables, theme } from './theme.ts'

/** What a layout of dashboards puts around its pages. Nothing of the component kit reaches pages outside of it. */
export function Dashboard({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme="light">
      {children}
    </MantineProvider>
  )
}
