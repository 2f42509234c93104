import { type FormEvent, useRef, useState } from 'react'
import { type HandoverDetail, type TrackingResult, trackingAnswer } from '#features/parcels/handovers/contract.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { useUnsaved } from '#web/forms/use-unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field, FieldFrame } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './shipping.module.css'

/** Tracking numbers, scanned one by one (a scanner types, and ends with Enter) or pasted. */
export function TrackingNumbers({ list, onChanged }: { list: HandoverDetail; onChanged: () => Promise<void> }) {
  /** Lines that were not stored, and why: under the number of each scanned order, and of the pasted list under none. */
  const [refused, setRefused] = useState<ReadonlyMap<string, readonly string[]>>(new Map())
  const [pasted, setPasted] = useState('')
  const [number, setNumber] = useState('')
  const [tracking, setTracking] = useState('')
  useUnsaved([pasted, number, tracking].some((text) => text !== ''))
  const numberField = useRef<HTMLInputElement>(null)
  const trackingField = useRef<HTMLInputElement>(null)
  const known = list.parcels.filter((parcel) => parcel.tracking !== null).length

  // A scanner is faster than the shop: one call after the other, so that the last number of an order is its number.
  const last = useRef<Promise<unknown>>(Promise.resolve())

  const enter = (key: string, text: string, nameOf: (result?: TrackingResult) => string): Promise<boolean> => {
    const entered = last.current.then(async () => {
      const lines: string[] = []
      try {
        const { results } = await callApi('/api/admin/parcels/tracking', {
          method: 'POST',
          body: { text },
          answer: trackingAnswer,
          timeoutSeconds: 60,
        })
        for (const result of results) if (!result.ok) lines.push(`${nameOf(result)}\u00A0: ${result.message}`)
      } catch (error) {
        lines.push(`${nameOf()}\u00A0: ${errorSentence(error)}`)
      }
      setRefused((before) => new Map(before).set(key, lines))
      await onChanged()
      return lines.length === 0
    })
    last.current = entered
    return entered
  }

  const scan = (event: FormEvent) => {
    event.preventDefault()
    const order = number.trim()
    if (order === '') return numberField.current?.focus()
    if (tracking.trim() === '') return trackingField.current?.focus()
    enter(order, `${order}\t${tracking}`, () => `Commande ${order}, ${tracking}`)
    // Before the answer: the next parcel may be scanned already.
    setNumber('')
    setTracking('')
    numberField.current?.focus()
  }

  const paste = async (event: FormEvent) => {
    event.preventDefault()
    if (pasted.trim() === '') return
    if (await enter('', pasted, nameInList)) setPasted('')
  }

  const lines = [...refused.values()].flat()
  return (
    <div className={classes(common.stack, common.gap3)}>
      <p className={classes(common.small, common.quiet)}>
        Numéros notés&nbsp;: {known} sur {list.count}&nbsp;colis.
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
      {lines.length > 0 && (
        <Notice tone="danger" role="alert" title="Ces numéros n’ont pas été enregistrés">
          <ul className={classes(common.stack, common.gap1)}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Button look="link" size="small" onClick={() => setRefused(new Map())}>
            C’est lu
          </Button>
        </Notice>
      )}
    </div>
  )
}

const nameInList = (result?: TrackingResult): string => {
  if (!result) return 'La liste'
  return `Ligne ${result.row}${result.id === null ? '' : `, commande ${result.id}`}`
}
