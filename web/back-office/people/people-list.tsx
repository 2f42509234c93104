import type * as z from 'zod/mini'
import { isAnonymised } from '#platform/kernel/anonymised.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { useApi } from '#web/forms/use-api.ts'
import { BY_DATE, clearing, dateSortIn, pageIn, searchIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { reloadList } from '#web/list-kit/paged-list.tsx'
import type { Listed } from '#web/list-kit/range-of.ts'
import { useRowsPerPage } from '#web/list-kit/rows-per-page.tsx'
import { Contact, Nothing, Strong } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { type ListAddress, useListAddress } from '#web/list-kit/use-list-address.ts'

interface Person {
  id: AccountId
  customId: string
  name: string
  phone: string
  email: string
}

export const IDENTIFIER: Column<Person> = {
  id: 'customId',
  head: 'Identifiant',
  isPinned: true,
  sort: BY_DATE,
  cell: ({ customId }) => <Strong>{customId}</Strong>,
}

export const CONTACT: Column<Person> = {
  id: 'contact',
  head: 'Contact',
  lines: 2,
  cell: (person) => (isAnonymised(person) ? <Nothing /> : <Contact of={person} />),
}

/** A list of accounts: newest first unless the address says otherwise, and narrowed by its search. */
export function usePeople<Row extends Person>(
  path: `/api/${string}`,
  page: z.ZodMiniType<Listed<Row>>,
  furtherFilters: (address: ListAddress) => Readonly<Record<string, string>> = () => ({}),
) {
  const address = useListAddress()
  const filters = { search: searchIn(address), ...furtherFilters(address) }
  const sort = dateSortIn(address)
  const rowsPerPage = useRowsPerPage()
  const answer = useApi(withQuery(path, { ...pageIn(address, rowsPerPage.rows), sort, ...filters }), page)
  return {
    address,
    filters,
    reload: () => reloadList(answer.reload),
    /** Given to its `PagedList`. */
    list: {
      ...{ answer, address, rowsPerPage },
      rowKey: ({ id }: Row) => id,
      density: 'compact' as const,
      sorting: { current: sort, linkTo: address.sortLink },
      clearFilters: clearing(address, filters),
    },
  }
}
