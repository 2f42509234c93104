import { readStored, watchStored, writeStored } from '#web/browser-storage.ts'
import { useBrowserValue } from '#web/browser-value.ts'
import { ROWS_KEY } from '#web/session/stored-session.ts'
import { Select } from '#web/ui/field.tsx'
import style from './rows-per-page.module.css'

const CHOICES = [25, 50, 100] as const
const [USUAL] = CHOICES

type Rows = (typeof CHOICES)[number]

export interface RowsPerPage {
  rows: Rows
  choose: (rows: Rows) => void
}

const watch = (onChange: () => void) => watchStored([ROWS_KEY], onChange)
const read = (): Rows => CHOICES.find((rows) => String(rows) === readStored(ROWS_KEY)) ?? USUAL

/** How many rows the person wants on a page of a list; remembered in the browser, for all lists that let them choose. */
export function useRowsPerPage(): RowsPerPage {
  const rows = useBrowserValue(watch, read, USUAL)
  return { rows, choose: (chosen) => writeStored(ROWS_KEY, String(chosen)) }
}

/** The choice itself. */
export function RowsChoice({ rows, choose, onChoose }: RowsPerPage & { onChoose: () => void }) {
  return (
    <div className={style.choice}>
      <span aria-hidden="true">Lignes par page</span>
      <Select
        size="small"
        aria-label="Lignes par page"
        className={style.select}
        value={rows}
        onChange={(event) => {
          choose(Number(event.currentTarget.value) as Rows)
          onChoose()
        }}
      >
        {CHOICES.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
    </div>
  )
}

/** True if a longer or shorter page would show other rows. */
export const isChoiceOfRows = (total: number): boolean => total > USUAL
