import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './paste-sheet.module.css'

/** Rows shown at first, and added each time: a long table must not freeze the page. */
const STEP = 50

interface PreviewRowsProps<Row> {
  label: string
  rows: readonly Row[]
  /** What the table says, and what it stands beside. */
  cells: (row: Row) => { first: ReactNode; second: ReactNode; verdict: ReactNode }
}

/** Rows of a pasted table, each with what would become of it. */
export function PreviewRows<Row extends { row: number }>({ label, rows, cells }: PreviewRowsProps<Row>) {
  const [shown, setShown] = useState(STEP)
  return (
    <>
      <ol className={style.rows} aria-label={label}>
        {rows.slice(0, shown).map((row) => {
          const { first, second, verdict } = cells(row)
          return (
            <li key={row.row} className={style.row}>
              <span className={classes(common.hint, common.digits, common.nowrap)}>Ligne {row.row}</span>
              <div>{first}</div>
              <div>{second}</div>
              <div className={style.verdict}>{verdict}</div>
            </li>
          )
        })}
      </ol>
      {rows.length > shown && (
        <Button look="secondary" size="small" onClick={() => setShown(shown + STEP)}>
          {`Montrer ${Math.min(STEP, rows.length - shown)} lignes de plus (${shown} sur ${rows.length})`}
        </Button>
      )}
    </>
  )
}
