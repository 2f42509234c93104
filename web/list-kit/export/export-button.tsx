import { useState } from 'react'
import type { ApiCall } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import style from './export-button.module.css'
import { saveFile } from './save-file.ts'

interface ExportButtonProps {
  /** With the filters that the list shows. */
  path: `/api/${string}`
  /** Name under which it is saved. */
  file: string
  label?: string
  icon?: IconName
  /** Method and body of the call that answers it; a plain GET unless given. */
  call?: ApiCall
}

/** Saves a list, as it is filtered, as a table for a spreadsheet; or any other file that needs the bearer. */
export function ExportButton({ path, file, label = 'Exporter (CSV)', icon = 'download', call }: ExportButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const save = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await saveFile(path, file, call)
    } catch (error) {
      setProblem(errorSentence(error))
    }
    setBusy(false)
  }

  return (
    <div className={style.export}>
      <Button look="secondary" size="small" icon={icon} busy={isBusy} onClick={save}>
        {label}
      </Button>
      {problem && (
        <p className={style.trouble} role="alert">
          Le fichier n’a pas pu être téléchargé. {problem}
        </p>
      )}
    </div>
  )
}
