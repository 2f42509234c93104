import { type FormEvent, useRef, useState } from 'react'
import { type HandoverDetail, type TrackingResult, trackingAnswer } from '#features/parcels/handovers/contract.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field, FieldFrame } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './shipping.module.css'

/** Tracking numbers, scanned one by one (a scanner types, and ends with Enter) or pasted. */
export function TrackingNumbers({ list, onChanged }: { list: HandoverDetail; onChanged: () => Promise<void> }) {
  const [results, setResults] = useState<readonly TrackingResult[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [pasted, setPasted] = useState('')
  const [number, setNumber] = useState('')
  const [tracking, setTracking] = useState('')
  const numberField = useRef<HTMLInputElement>(null)
  const trackingField = useRef<HTMLInputElement>(null)
  const known = list.parcels.filter((parcel) => parcel.tracking !== null).length

  const enter = async (body: object): Promise<boolean> => {
    setProblem(null)
    try {
      const answer = await callApi('/api/admin/parcels/tracking', {
        method: 'POST',
        body,
        answer: trackingAnswer,
        timeoutSeconds: 60,
      })
      setResults(answer.results)
      await onChanged()
      return answer.results.every(({ ok }) => ok)
    } catch (error) {
      setProblem(errorSentence(error))
      return false
    }
  }

  const scan = async (event: FormEvent) => {
    event.preventDefault()
    if (number.trim() === '') return numberField.current?.focus()
    if (tracking.trim() === '') return trackingField.current?.focus()
    const isStored = await enter({ text: `${number.trim()}\t${tracking}` })
    if (isStored) setNumber('')
    setTracking('')
    numberField.current?.focus()
    numberField.current?.select()
  }

  const paste = async (event: FormEvent) => {
    event.preventDefault()
    if (pasted.trim() === '') return
    if (await enter({ text: pasted })) setPasted('')
  }

  const refused = results.filter(({ ok }) => !ok)
  return (
    <div className={classes(common.stack, common.gap3)}>
      <p className={classes(common.small, common.quiet)}>
        {known} sur {list.count}&nbsp;colis ont leur numéro.
      </p>
      <form className={style.scan} onSubmit={scan}>
        <Field
          ref={numberField}
          label="Commande"
          size="small"
          inputMode="numeric"
          autoComplete="off"
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <Field
          ref={trackingField}
          label="Numéro de suivi"
          size="small"
          autoComplete="off"
          value={tracking}
          onChange={(event) => setTracking(event.currentTarget.value)}
        />
        <Button type="submit" look="secondary" size="small">
          Noter
        </Button>
      </form>
      <details className={style.parcels}>
        <summary>Coller une liste</summary>
        <form onSubmit={paste} className={classes(common.stack, common.gap3)}>
          <FieldFrame
            label="Un colis par ligne"
            hint="N° de commande, puis numéro de suivi, comme deux colonnes d’Excel."
          >
            {(control) => (
              <textarea
                {...control}
                rows={5}
                value={pasted}
                onChange={(event) => setPasted(event.currentTarget.value)}
              />
            )}
          </FieldFrame>
          <Button type="submit" size="small">
            Enregistrer les numéros
          </Button>
        </form>
      </details>
      {refused.length > 0 && (
        <Notice
          tone="danger"
          role="alert"
          title={refused.length > 1 ? `${refused.length} lignes refusées` : '1 ligne refusée'}
        >
          <ul className={classes(common.stack, common.gap1)}>
            {refused.map(({ row, id, message }) => (
              <li key={row}>
                Ligne {row}
                {id !== null && `, commande ${id}`}&nbsp;: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {problem && (
        <Notice tone="danger" role="alert" title="Les numéros n’ont pas été enregistrés">
          {problem}
        </Notice>
      )}
    </div>
  )
}
