import { lazy, Suspense } from 'react'
import { useRouteLoaderData } from 'react-router'
import { deliveryFee } from '#features/orders/rules.ts'
import { CITIES } from '#platform/kernel/cities.ts'
import { formatShortDirhams } from '#platform/kernel/money.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import chips from '#web/ui/chips.module.css'
import { classes } from '#web/ui/class-names.ts'
import { SelectField } from '#web/ui/field.tsx'
import { useDeliveryDates } from '../../delivery-dates/use-delivery-dates.ts'
import { FIELD_LABELS, fieldIdOf } from '../fields.ts'
import type { CityProps } from './city-combobox.tsx'
import style from './city-field.module.css'

/** The cities that most parcels go to: one tap instead of a search. */
const BIG_CITIES: readonly string[] = ['Casablanca', 'Rabat', 'Marrakech', 'Tanger', 'Fès']

const importCombobox = () => import('./city-combobox.tsx').catch(() => ({ default: CityList }))
// Asked for at once, beside the page's own script; until it is there, the native list serves.
const combobox = import.meta.env.SSR ? undefined : importCombobox()
const CityCombobox = lazy(() => combobox ?? importCombobox())

type CityFieldProps = Omit<CityProps, 'feeOf' | 'hint' | 'isAbove'> & { isReady: boolean }

/** The big cities to tap, above a list: native until the script runs, then one that is searched by typing. */
export function CityField({ isReady, ...props }: CityFieldProps) {
  const { rates, settings } = useRouteLoaderData<typeof rootLoader>('root')!
  const dates = useDeliveryDates(props.city)
  // The fees stand at the cities.
  const hint = dates ? `Livré ${dates}` : settings.deliveryDelay && `Livraison en ${settings.deliveryDelay}`
  const feeOf = (city: string): string => {
    const fee = deliveryFee(city, rates)
    return fee === 0 ? 'offerte' : formatShortDirhams(fee)
  }
  return (
    <div className={style.city}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset around one field would be read twice */}
      <div className={style.chips} role="group" aria-label="Choix rapide">
        {BIG_CITIES.map((city) => (
          <button
            key={city}
            type="button"
            className={classes(chips.chip, style.chip)}
            aria-pressed={city === props.city}
            onClick={() => props.onChange(city)}
          >
            {city} <small>{feeOf(city)}</small>
          </button>
        ))}
      </div>
      {isReady ? (
        <Suspense fallback={<CityList {...props} {...{ hint, feeOf }} />}>
          <CityCombobox {...props} {...{ hint, feeOf }} isAbove={BIG_CITIES.includes(props.city!)} />
        </Suspense>
      ) : (
        <CityList {...{ hint, feeOf }} />
      )}
    </div>
  )
}

/** Without a way to report a change it leaves the choice to the browser: what is chosen before hydration stays. */
function CityList({ city, onChange, error, hint, feeOf }: Partial<CityProps> & Pick<CityProps, 'feeOf'>) {
  return (
    <SelectField
      label={FIELD_LABELS.city}
      id={fieldIdOf('city')}
      hint={hint}
      name="city"
      autoComplete="address-level2"
      error={error}
      {...(onChange
        ? { value: city ?? '', onChange: ({ target }) => onChange(target.value || null) }
        : { defaultValue: '' })}
    >
      <option value="">Autre ville</option>
      {CITIES.map((each) => (
        <option key={each} value={each}>
          {each} · {feeOf(each)}
        </option>
      ))}
    </SelectField>
  )
}
