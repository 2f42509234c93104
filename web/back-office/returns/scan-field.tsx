import { type FormEvent, useRef, useState } from 'react'
import { type ScannedParcel, scannedParcel } from '#features/back-office/contract.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { withQuery } from '#web/list-kit/list-api-query.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldFrame } from '#web/ui/field.tsx'
import style from './returns.module.css'

/**
 * The field of a scanner, which is a keyboard: a code and Enter. It empties itself and takes the focus again, so that parcel after
 * parcel needs no mouse.
 */
export function ScanField({ onFound }: { onFound: (parcel: ScannedParcel) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const find = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = field.current!.value.trim()
    if (code === '' || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      onFound(await callApi(withQuery('/api/admin/returns/parcel', { code }), { answer: scannedParcel }))
      field.current!.value = ''
    } catch (error) {
      setProblem(`${code}\u00A0: ${errorSentence(error)}`)
      field.current!.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={style.scan} onSubmit={find}>
      <FieldFrame label="Scanner un colis revenu" error={problem}>
        {(control) => (
          <input
            {...control}
            ref={field}
            name="code"
            placeholder="N° de commande ou de suivi"
            autoComplete="off"
            autoCapitalize="off"
            enterKeyHint="go"
            spellCheck={false}
            maxLength={60}
          />
        )}
      </FieldFrame>
      <Button type="submit" busy={isBusy} icon="box">
        Ouvrir
      </Button>
    </form>
  )
}
