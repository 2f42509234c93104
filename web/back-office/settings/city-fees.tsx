import { cityWithoutFee } from '#features/settings/contract.ts'
import { joinCityFees, splitCityFees } from '#features/settings/model.ts'
import { CITIES } from '#platform/kernel/cities.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Input } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import style from './city-fees.module.css'

interface CityFeesProps {
  /** The id of what a summary leads to: the city at fault, else the first. */
  id: string
  label: string
  hint: string
  error: string | undefined
  /** The general fee, which a city without one of its own costs. */
  general: string
  value: string
  onChange: (value: string) => void
}

/** A fee for each city of the list; an empty one is the general fee. */
export function CityFees({ id, label, hint, error, general, value, onChange }: CityFeesProps) {
  const fees = new Map(splitCityFees(value))
  const wrong = error === undefined ? null : cityWithoutFee(value)
  const target = wrong !== null && CITIES.includes(wrong) ? wrong : CITIES[0]
  const type = (city: string, fee: string) => {
    const typed = new Map(fees).set(city, fee.replace(/[\s;]/g, ''))
    onChange(joinCityFees(CITIES.flatMap((each) => (typed.get(each) ? [[each, typed.get(each)!] as const] : []))))
  }
  return (
    <fieldset className={style.cities} aria-describedby={`${id}-hint`}>
      <legend className={common.medium}>{label}</legend>
      <p className={common.hint} id={`${id}-hint`}>
        {hint}
      </p>
      {error && (
        <p className={classes(common.problem, style.problem)} id={`${id}-error`}>
          <Icon name="danger" size={16} />
          {error}
        </p>
      )}
      <div className={style.grid}>
        {CITIES.map((city, at) => {
          const control = city === target ? id : `${id}-${at}`
          return (
            <div key={city} className={style.city}>
              <label htmlFor={control}>
                {city === 'autre' ? 'Autre ville' : city}
                <span className="visually-hidden"> (DH)</span>
              </label>
              <Input
                id={control}
                size="small"
                className={style.fee}
                inputMode="decimal"
                autoComplete="off"
                maxLength={6}
                placeholder={general}
                value={fees.get(city) ?? ''}
                aria-invalid={city === wrong || undefined}
                aria-describedby={city === wrong ? `${id}-error` : undefined}
                onChange={({ currentTarget }) => type(city, currentTarget.value)}
              />
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
