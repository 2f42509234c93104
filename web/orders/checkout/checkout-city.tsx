import { lazy, Suspense } from 'react'
import { CITIES } from '#platform/kernel/cities.ts'
import { SelectField } from '#web/ui/field.tsx'
import { fieldIdOf, OTHER_CITY } from './checkout-fields.ts'
import type { CityProps } from './city-combobox.tsx'

const importCombobox = () => import('./city-combobox.tsx').catch(() => ({ default: CityList }))
// Asked for at once, beside the page's own script; until it is there, the native list serves.
const combobox = import.meta.env.SSR ? undefined : importCombobox()
const CityCombobox = lazy(() => combobox ?? importCombobox())

/** A native list until the script runs; then one that is searched by typing. */
export function CityField({ isReady, ...props }: CityProps & { isReady: boolean }) {
  if (!isReady) return <CityList />
  return (
    <Suspense fallback={<CityList {...props} />}>
      <CityCombobox {...props} />
    </Suspense>
  )
}

/** Without a way to report a change it leaves the choice to the browser: what is chosen before hydration stays. */
function CityList({ city, onChange, error }: Partial<CityProps>) {
  return (
    <SelectField
      label="Ville"
      id={fieldIdOf('city')}
      name="city"
      autoComplete="address-level2"
      error={error}
      {...(onChange
        ? { value: city ?? '', onChange: ({ target }) => onChange(target.value || null) }
        : { defaultValue: '' })}
    >
      <option value="">Choisir une ville</option>
      {CITIES.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </SelectField>
  )
}

/** True when the list does not name the city, so that the address has to. */
export const needsCityInAddress = (city: string | null): boolean => city === OTHER_CITY
