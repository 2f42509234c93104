import { deliveryFee } from '#features/orders/rules.ts'
import { CITIES } from '#platform/kernel/cities.ts'
import { formatShortDirhams } from '#platform/kernel/money.ts'
import { useBrowserValue } from '#web/browser-value.ts'
import { useDeliveryDates } from '#web/orders/delivery-dates/use-delivery-dates.ts'
import { readDraft, saveDraft, watchDraft } from '#web/orders/order-form/draft.ts'
import { SelectField } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './delivery.module.css'
import { DeliveryBox, type DeliveryProps } from './delivery-box.tsx'

const readCity = () => readDraft().city

/** The choice of a city. It is the checkout's: whoever has chosen on one page finds it on the other. */
export default function CityDelivery({ words, rates, delay }: DeliveryProps) {
  const city = useBrowserValue(watchDraft, readCity, '')
  const dates = useDeliveryDates(city || null)
  const fee = formatShortDirhams(deliveryFee(city, rates))
  const choice = (
    <SelectField
      label={`Livraison\u00A0:`}
      size="small"
      className={style.city}
      value={city}
      onChange={({ target }) => saveDraft({ ...readDraft(), city: target.value })}
    >
      <option value="">choisir ma ville</option>
      {CITIES.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </SelectField>
  )
  return (
    <DeliveryBox choice={choice}>
      {dates === undefined ? (
        <Skeleton />
      ) : city === '' ? (
        words
      ) : dates === null ? (
        `${fee}${delay && `, en ${delay}`}`
      ) : (
        <>
          <b>{dates}</b> · {fee}
        </>
      )}
    </DeliveryBox>
  )
}
