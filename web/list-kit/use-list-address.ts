import { useSearchParams } from 'react-router'

/** Names of filters and their values as the address spells them; empty or null is none. */
type AddressChange = Readonly<Record<string, string | null>>

export interface ListAddress {
  /** From 1. */
  page: number
  /** Reads a choice from the address; null where it is none of `known`. */
  choice: <Value extends string>(name: string, known: readonly Value[]) => Value | null
  text: (name: string) => string
  /** Links to another page of the same list. */
  pageLink: (page: number) => string
  /** Links to the first page of the list in another order. */
  sortLink: (sort: string) => string
  /** Links to the first page of the list with other filters. */
  filterLink: (change: AddressChange) => string
  /** Sets filters and goes to the first page. `typing` writes over the last address instead of adding one. */
  filter: (change: AddressChange, typing?: 'typing') => void
  /** Corrects a page that the list does not have any more. */
  goToPage: (page: number) => void
}

/** Reads the address itself: a filter that was set a moment ago may not be drawn yet. */
const addressed = () => new URLSearchParams(window.location.search)

/** A list's page and filters live in its address: they can be linked, reloaded and gone back to. */
export function useListAddress(): ListAddress {
  const [query, setQuery] = useSearchParams()
  const typedPage = query.get('page') ?? ''

  const at = (change: AddressChange, from = query): URLSearchParams => {
    const next = new URLSearchParams(from)
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    return next
  }
  const pageChange = (page: number): AddressChange => ({ page: page > 1 ? String(page) : null })
  // Loaders know the same at every address of the list.
  const stay = { preventScrollReset: true, defaultShouldRevalidate: false }

  return {
    page: /^[1-9]\d{0,6}$/.test(typedPage) ? Number(typedPage) : 1,
    choice: (name, known) => known.find((value) => value === query.get(name)) ?? null,
    text: (name) => query.get(name)?.trim() ?? '',
    pageLink: (page) => `?${at(pageChange(page))}`,
    sortLink: (sort) => `?${at({ sort, ...pageChange(1) })}`,
    filterLink: (change) => `?${at({ ...change, ...pageChange(1) })}`,
    filter: (change, typing) =>
      setQuery(at({ ...change, ...pageChange(1) }, addressed()), { ...stay, replace: typing !== undefined }),
    goToPage: (page) => setQuery(at(pageChange(page), addressed()), { ...stay, replace: true }),
  }
}

/** The address of a list with filters set. */
export const listAddress = (page: string, filter: Readonly<Record<string, string>>): string =>
  `${page}?${new URLSearchParams(filter)}`
