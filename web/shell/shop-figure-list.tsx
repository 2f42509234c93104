import { classes } from '#web/ui/class-names.ts'
import style from './shop-figure-list.module.css'
import type { FigureInWords } from './shop-figures.ts'

interface ShopFigureListProps {
  figures: readonly FigureInWords[]
  className: string | undefined
}

/** Figures of the shop in large numbers, each above its words. Renders nothing where there are none. */
export function ShopFigureList({ figures, className }: ShopFigureListProps) {
  if (figures.length === 0) return null
  return (
    <dl className={classes(style.figures, className)}>
      {figures.map(({ figure, words }) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
