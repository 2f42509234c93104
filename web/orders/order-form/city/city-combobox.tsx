import { useEffect, useRef, useState } from 'react'
import { findCity, OTHER_CITY } from '#platform/kernel/cities.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { FieldFrame } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { FIELD_LABELS, fieldIdOf } from '../fields.ts'
import { citiesLike } from './cities-like.ts'
import style from './city-combobox.module.css'

export interface CityProps {
  /** The chosen city of the list; null until then. */
  city: string | null
  onChange: (city: string | null) => void
  /** Runs when the field loses the focus with a text in it; `isKnown` tells whether the text names a city. */
  onLeave: (isKnown: boolean) => void
  error: string | undefined
  /** Stands beside the label. */
  hint: string | undefined
  /** The delivery fee to a city, in words. */
  feeOf: (city: string) => string
  /** True for a city that has a button of its own above the field. */
  isAbove: boolean
}

/** A list that is searched by typing, accents and case ignored, after the ARIA pattern for comboboxes. */
export default function CityCombobox({ city, onChange, onLeave, error, hint, feeOf, isAbove }: CityProps) {
  const id = fieldIdOf('city')
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  /** The typed text, until it settles on a city; null shows the chosen city. */
  const [typed, setTyped] = useState<string | null>(null)
  const [shown, setShown] = useState(city)
  /** The city that was chosen here: one that was chosen above is shown there alone. */
  const [own, setOwn] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  /** True from its opening until a city above it is chosen: a field that moved back while it is left would move what is being pressed. */
  const [isUsed, setUsed] = useState(false)
  const [active, setActive] = useState(-1)
  // A city that was chosen beside the field takes the place of what was typed.
  if (city !== shown) {
    setShown(city)
    if (city !== own) setOwn(null)
    if (isAbove) setUsed(false)
    if (city !== null && typed !== null && findCity(typed) !== city) setTyped(null)
  }
  const options = citiesLike(typed ?? '')
  const isUnknown = typed !== null && options.length === 1 && city === null
  const optionId = (index: number) => `${id}-option-${index}`

  useEffect(() => {
    if (!isOpen) return
    // The keyboard of a phone takes the lower half of the screen: the list gets the upper one.
    if (matchMedia('(pointer: coarse)').matches) input.current?.scrollIntoView({ block: 'start' })
    else popup.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  useEffect(() => {
    if (isOpen && active >= 0) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  })

  const open = (at: number) => {
    setOpen(true)
    setUsed(true)
    setActive(at)
  }
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const choose = (chosen: string) => {
    setTyped(null)
    setOwn(chosen)
    onChange(chosen)
    close()
  }
  const type = (text: string) => {
    setTyped(text)
    onChange(findCity(text))
    // The browser fills in a whole address without a focus in each field: a list that opened would never be left.
    if (document.activeElement !== input.current) return settle(text)
    // The first match is ready for Enter and Tab; the entry for other places must be chosen knowingly.
    open(text.trim() !== '' && citiesLike(text).length > 1 ? 0 : -1)
  }
  const settle = (text: string) => {
    const like = citiesLike(text)
    const sole = like.length === 2 && text.trim().length > 1 ? like[0] : undefined
    const meant = findCity(text) ?? sole
    if (meant) choose(meant)
    if (meant || text.trim() !== '') onLeave(meant !== undefined)
  }
  const leave = () => {
    close()
    if (typed !== null) settle(typed)
  }
  const press = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      const from = isOpen ? active : city ? options.indexOf(city) - step : -1
      const start = from === -1 && step === -1 ? 0 : from
      open((start + step + options.length) % options.length)
    } else if ((event.key === 'Enter' || event.key === 'Tab') && isOpen && active >= 0) {
      if (event.key === 'Enter') event.preventDefault()
      choose(options[active]!)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (isOpen) close()
      else {
        setTyped('')
        onChange(null)
      }
    }
  }

  return (
    <FieldFrame label={FIELD_LABELS.city} id={id} hint={hint} error={error}>
      {(control) => (
        <>
          <input
            {...control}
            ref={input}
            className={classes(control.className, style.input)}
            type="text"
            name="city"
            role="combobox"
            aria-expanded={isOpen}
            data-used={isUsed || undefined}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
            autoComplete="address-level2"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            placeholder="Autre ville"
            value={typed ?? (city === own || !isAbove ? (city ?? '') : '')}
            onChange={(event) => type(event.target.value)}
            onClick={() => open(city && typed === null ? options.indexOf(city) : active)}
            onKeyDown={press}
            onBlur={leave}
          />
          <Icon name="chevron-down" />
          <small className={style.fee}>{feeOf(OTHER_CITY)}</small>
          <div ref={popup} className={style.popup} hidden={!isOpen} onPointerDown={(event) => event.preventDefault()}>
            {isUnknown && (
              <p className={classes(common.hint, style.none)}>Votre ville n’est pas dans la liste&nbsp;?</p>
            )}
            <div id={`${id}-list`} role="listbox" aria-label="Propositions">
              {options.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the input
                <div
                  key={option}
                  id={optionId(index)}
                  className={style.option}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option === city}
                  data-active={index === active || undefined}
                  onClick={() => choose(option)}
                >
                  <span className={style.name}>
                    {option} {option === OTHER_CITY && 'ville '}
                  </span>
                  <span className={common.hint}>{feeOf(option)}</span>
                  {option === city && <Icon name="check" size={18} />}
                </div>
              ))}
            </div>
          </div>
        </>
      )}
    </FieldFrame>
  )
}
