import { deliveryFee } from '#features/orders/rules.ts'
import type { Rates } from '#features/settings/model.ts'
import { CITIES } from '#platform/kernel/cities.ts'
import { formatShortDirhams } from '#platform/kernel/money.ts'
import { useBrowserValue } from '#web/browser-value.ts'
import { readDraft, saveDraft, watchDraft } from '#web/orders/checkout/checkout-draft.ts'
import { useDeliveryDates } from '#web/orders/delivery-dates/use-delivery-dates.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './delivery.module.css'

const readCity = () => readDraft().city

/** The shop's words about delivery; for a chosen city its fee and the dates, where past deliveries name any. */
export function Delivery({ text, rates }: { text: string; rates: Rates }) {
  // The city is the checkout's: whoever has chosen it on one page finds it on the other.
  const city = useBrowserValue(watchDraft, readCity, '')
  const dates = useDeliveryDates(city || null)
  return (
    <div className={classes(common.stack, common.gap2, style.delivery)}>
      <div className={style.choice}>
        <Icon name="truck" />
        <SelectField
          label="Livraison à"
          size="small"
          className={style.city}
          value={city}
          onChange={({ target }) => saveDraft({ ...readDraft(), city: target.value })}
        >
          <option value="">Votre ville</option>
          {CITIES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      </div>
      <p className={classes(common.quiet, style.words)} aria-live="polite">
        {dates === undefined ? (
          <Skeleton />
        ) : dates === null ? (
          text
        ) : (
          <>
            Livré <strong className={style.dates}>{dates}</strong> · {formatShortDirhams(deliveryFee(city, rates))}
          </>
        )}
      </p>
    </div>
  )
}
