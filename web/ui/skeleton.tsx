import { classes } from './class-names.ts'
import style from './skeleton.module.css'

/** Stands in for content that is loading. `text` is as high as one line; `block` takes its size from `className`. */
export function Skeleton({ shape = 'text', className }: { shape?: 'text' | 'block'; className?: string | undefined }) {
  return <span className={classes(style.skeleton, style[shape], className)} aria-hidden="true" />
}
