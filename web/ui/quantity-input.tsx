import { useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import style from './quantity-input.module.css'

interface QuantityInputProps {
  /** The name of the field with its product: `Quantité de Sérum éclat`. */
  label: string
  value: number
  /** Receives whole numbers of at least one; other texts are ignored. A typed number may exceed `max`. */
  onChange: (quantity: number) => void
  /** The number at which + stops, at least one. A typed number may be larger, so that the caller can name the stock. */
  max?: number | undefined
  id?: string
  isInvalid?: boolean
  describedBy?: string | undefined
}

export function QuantityInput({
  label,
  value,
  onChange,
  max: wantedMax,
  id,
  isInvalid = false,
  describedBy,
}: QuantityInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const max = wantedMax === undefined ? undefined : Math.max(1, wantedMax)
  const isLeast = value <= 1
  const isMost = max !== undefined && value >= max

  const type = (text: string) => {
    setTyped(text)
    const quantity = Number(text)
    if (Number.isSafeInteger(quantity) && quantity >= 1) onChange(quantity)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a number that was typed before hydration
  useEffect(() => {
    const text = input.current!.value
    if (text !== String(value)) type(text)
  }, [])
  const step = (to: number) => {
    setTyped(null)
    onChange(to)
  }

  return (
    <div className={style.quantity}>
      <button
        type="button"
        className={style.step}
        aria-label={`Diminuer, ${label}`}
        aria-disabled={isLeast}
        onClick={() => !isLeast && step(value - 1)}
      >
        <Icon name="minus" size={18} />
      </button>
      <input
        ref={input}
        id={id}
        className={style.number}
        type="number"
        inputMode="numeric"
        autoComplete="off"
        min={1}
        max={max}
        step={1}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      <button
        type="button"
        className={style.step}
        aria-label={`Augmenter, ${label}`}
        aria-disabled={isMost}
        onClick={() => !isMost && step(value + 1)}
      >
        <Icon name="plus" size={18} />
      </button>
    </div>
  )
}
