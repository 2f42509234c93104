import { normaliseForSearch } from './text.ts'

/** Cities to which parcels go, in the order of the form. */
export const CITIES: readonly string[] = [
  'Agadir',
  'Béni Mellal',
  'Berkane',
  'Berrechid',
  'Casablanca',
  'Dakhla',
  'El Jadida',
  'Errachidia',
  'Fès',
  'Guelmim',
  'Inezgane',
  'Kénitra',
  'Khémisset',
  'Khouribga',
  'Laâyoune',
  'Larache',
  'Marrakech',
  'Meknès',
  'Mohammédia',
  'Nador',
  'Oujda',
  'Rabat',
  'Safi',
  'Salé',
  'Settat',
  'Tanger',
  'Taza',
  'Témara',
  'Tétouan',
  'autre',
]

/** The last city of the list, for every place that the list does not name. */
export const OTHER_CITY = CITIES.at(-1)!

/** The listed name of a city, whatever the accents, case and spaces; null for one that is not listed. */
export const findCity = (text: string): string | null =>
  CITIES.find((city) => normaliseForSearch(city) === normaliseForSearch(text)) ?? null
