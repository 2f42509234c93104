import { useState } from 'react'
import { errorSentence } from '#web/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from './save-file.ts'
import style from './supplier-orders.module.css'

/** Saves all orders with their gains as a table for a spreadsheet. */
export function StatementButton() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const save = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await saveFile('/api/supplier/statement.csv', 'releve.csv')
    } catch (error) {
      setProblem(errorSentence(error))
    }
    setBusy(false)
  }

  return (
    <div className={style.statement}>
      <Button look="secondary" size="small" icon="download" busy={isBusy} onClick={save}>
        Télécharger le relevé (CSV)
      </Button>
      <div role="alert">
        {problem && <p className={style.trouble}>Le relevé n’a pas pu être téléchargé. {problem}</p>}
      </div>
    </div>
  )
}
