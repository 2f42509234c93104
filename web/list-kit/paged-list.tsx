import { type ReactNode, useEffect, useRef } from 'react'
import { SEARCH_HITS } from '#platform/kernel/list-limits.ts'
import { ApiError } from '#web/api/api.ts'
import { focusIfLost } from '#web/forms/lost-focus.ts'
import type { ApiAnswer } from '#web/forms/use-api.ts'
import { REFUSALS } from '#web/session/login-address.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { LoadFailed } from './load-failed.tsx'
import style from './paged-list.module.css'
import { type Listed, lastPageOf, rangeOf } from './range-of.ts'
import { isChoiceOfRows, RowsChoice, type RowsPerPage } from './rows-per-page.tsx'
import { type Column, DataTable, type Density, type Sorting } from './table/data-table.tsx'
import type { ListAddress } from './use-list-address.ts'

interface EmptyText {
  title: string
  text: string
  /** In the place of the button that takes all filters away. */
  action?: ReactNode
}

interface PagedListProps<Row> {
  answer: ApiAnswer<Listed<Row>>
  address: ListAddress
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => React.Key
  card: readonly string[]
  isCardJustified?: boolean
  rowClassName?: string | undefined
  rowState?: (row: Row) => string | undefined
  isCurrentRow?: (row: Row) => boolean
  /** `compact` for a list that is worked through: rows of about 44 px, two lines without labels where there is no room. */
  density?: Density
  /** Given where the person chooses how long a page is. */
  rowsPerPage?: RowsPerPage
  /** Before the sentence that counts the rows, and after it. */
  before?: ReactNode
  tools?: ReactNode
  sorting?: Sorting
  icon: IconName
  /** Takes all filters away; null when none is set. */
  clearFilters: (() => void) | null
  texts: {
    list: string
    pages: string
    loading: string
    failed: string
    nothingYet: EmptyText
    nothingMatches: EmptyText
  }
}

const LIST_START = 'debut-de-liste'

const focusOn = (id: string): void => document.getElementById(id)?.focus({ preventScroll: true })

/** Leads back to the last page from one that the list does not have, and the next key to the start of another page. */
export function useShownPage(page: Listed<unknown> | null, isLoading: boolean, address: ListAddress, startId: string) {
  const lastPage = page ? lastPageOf(page) : address.page
  useEffect(() => {
    // As the address changes, the answer is still the former one, and its successor does not load yet.
    const isOfThisPage = page?.current_page === address.page
    if (!isLoading && isOfThisPage && lastPage < address.page) address.goToPage(lastPage)
  }, [isLoading, page, lastPage, address])

  const shownPage = useRef<number>(null)
  useEffect(() => {
    if (!page) return
    if (shownPage.current !== null && shownPage.current !== page.current_page) focusOn(startId)
    shownPage.current = page.current_page
  }, [page, startId])
}

/** A back-office list from its first skeleton to its last page, and what it says when it is empty or cannot be had. */
export function PagedList<Row>({
  answer,
  address,
  clearFilters,
  icon,
  texts,
  rowsPerPage,
  before,
  tools,
  ...table
}: PagedListProps<Row>) {
  const { data: page, error, isLoading, reload } = answer
  const nothing = clearFilters ? texts.nothingMatches : texts.nothingYet
  const isCutSearch = address.text('search') !== '' && page?.total === SEARCH_HITS
  useShownPage(page, isLoading, address, LIST_START)

  const failure = error !== null && (
    <LoadFailed
      title={texts.failed}
      error={error}
      reason={isForbidden(error) ? REFUSALS.admin : undefined}
      isLoading={isLoading}
      onRetry={reload}
    />
  )

  if (!page && failure) return failure

  return (
    <div className={classes(common.stack, common.gap3)}>
      {failure}
      <div className={style.top}>
        {before}
        <p
          className={page?.total === 0 ? 'visually-hidden' : classes(common.note, common.digits)}
          role="status"
          id={LIST_START}
          tabIndex={-1}
        >
          {page ? (page.total === 0 ? nothing.title : rangeOf(page)) : texts.loading}
        </p>
        {tools}
      </div>
      {page?.total === 0 ? (
        <EmptyState
          icon={clearFilters && !nothing.action ? 'search' : icon}
          title={nothing.title}
          action={
            nothing.action ??
            (clearFilters && (
              <Button look="secondary" icon="close" onClick={clearFilters}>
                Effacer les filtres
              </Button>
            ))
          }
        >
          <p>{nothing.text}</p>
        </EmptyState>
      ) : (
        <>
          {isCutSearch && (
            <p className={common.note}>
              Les {SEARCH_HITS} plus récents sont listés{'\u00A0'}: précisez la recherche pour voir les autres.
            </p>
          )}
          <DataTable label={texts.list} rows={page ? page.data : null} isBusy={isLoading} {...table} />
          {page && (
            <div className={style.foot}>
              <Pagination
                label={texts.pages}
                current={page.current_page}
                last={lastPageOf(page)}
                linkTo={address.pageLink}
                shouldRevalidate={false}
              />
              {rowsPerPage && isChoiceOfRows(page.total) && (
                <RowsChoice {...rowsPerPage} onChoose={() => address.goToPage(1)} />
              )}
            </div>
          )}
        </>
      )}
    </div>
  )
}

const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** Loads a list anew after a change. The row that had the focus may be gone: the next key then goes on in the list. */
export async function reloadList(reload: () => Promise<void>): Promise<void> {
  await reload()
  focusIfLost(LIST_START)
}
