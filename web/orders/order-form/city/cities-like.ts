import { CITIES, OTHER_CITY } from '#platform/kernel/cities.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'

/** The cities that a text may mean: those that begin with it first, and always the one for all others. */
export function citiesLike(typed: string): readonly string[] {
  const wanted = normaliseForSearch(typed)
  const listed = CITIES.filter((city) => city !== OTHER_CITY && normaliseForSearch(city).includes(wanted))
  const [first, then] = [true, false].map((begins) =>
    listed.filter((city) => normaliseForSearch(city).startsWith(wanted) === begins),
  )
  return [...first!, ...then!, OTHER_CITY]
}
