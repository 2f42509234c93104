import { deliveryDatesAnswer } from '#features/orders/delivery-dates/contract.ts'
import { callApi } from '#web/api/api.ts'

/** Asks when an order of now should arrive in a city, in words; null where the shop cannot tell. Throws as `callApi` does. */
export async function askDeliveryDates(city: string): Promise<string | null> {
  const path = `/api/delivery-dates/${encodeURIComponent(city)}` as const
  return (await callApi(path, { answer: deliveryDatesAnswer, anonymous: true })).dates
}
