import { callApi } from '#web/api/api.ts'
import { fields, nullable, text } from '#web/cart/plain-answer.ts'

/** `mardi 24 ou mercredi 25 novembre`; null where the shop has too few deliveries to name any. */
export const deliveryDates = (answer: unknown): string | null => nullable(text)(fields<'dates'>(answer).dates)

/** Several parts of a page name the dates of one city: they share a question that is under way. */
const underWay = new Map<string, Promise<string | null>>()

/** Asks when an order of now should arrive in a city, in words; null where the shop cannot tell. Throws as `callApi` does. */
export function askDeliveryDates(city: string): Promise<string | null> {
  const path = `/api/delivery-dates/${encodeURIComponent(city)}` as const
  const answer =
    underWay.get(city) ??
    callApi(path, { answer: { parse: deliveryDates }, anonymous: true }).finally(() => underWay.delete(city))
  underWay.set(city, answer)
  return answer
}
