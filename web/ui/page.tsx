import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import style from './page.module.css'

interface PageProps {
  /** `narrow` is for forms and long texts. */
  width?: 'normal' | 'narrow'
  className?: string | undefined
  children: ReactNode
}

/** A page's `main`, with the width and the margins of the shop. */
export function Page({ width = 'normal', className, children }: PageProps) {
  return <main className={classes(style.page, width === 'narrow' && style.narrow, className)}>{children}</main>
}
