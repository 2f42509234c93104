import { useEffect, useState } from 'react'

/**
 * When an order of now should arrive in a city, in words: null where nobody can tell, undefined until the shop has
 * answered.
 */
export function useDeliveryDates(city: string | null): string | null | undefined {
  const [answer, setAnswer] = useState<{ city: string; dates: string | null }>()

  useEffect(() => {
    if (!city) return
    let isCurrent = true
    const answered = (dates: string | null) => isCurrent && setAnswer({ city, dates })
    import('./ask-delivery-dates.ts')
      .then(({ askDeliveryDates }) => askDeliveryDates(city))
      .then(answered, () => answered(null))
    return () => {
      isCurrent = false
    }
  }, [city])

  return city ? (answer?.city === city ? answer.dates : undefined) : null
}
