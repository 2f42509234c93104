import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import type { OrderStatus, ShownOrder } from '#features/orders/model.ts'
import { isFinal } from '#features/orders/rules.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { addresses } from '#web/addresses.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useRoomBeside } from '#web/closed-area/room-beside.ts'
import { ExportButton } from '#web/list-kit/export/export-button.tsx'
import { orderSortIn } from '#web/list-kit/list-api-query.ts'
import { PagedList, reloadList } from '#web/list-kit/paged-list.tsx'
import { ProblemNotice } from '#web/list-kit/problem-notice.tsx'
import { useRowsPerPage } from '#web/list-kit/rows-per-page.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { useSelection } from '#web/list-kit/use-selection.ts'
import { SelectAllCheckbox } from '#web/ui/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import style from './order-admin.module.css'
import { OrderBeside } from './order-beside.tsx'
import { MoveOutcomes, OrderFoot, SelectionBar } from './order-bulk-bar.tsx'
import { OrderCancelDialog } from './order-cancel.tsx'
import { useOrderChanges } from './order-changes.ts'
import { orderColumns } from './order-columns.tsx'
import { moveOf } from './order-delayed-moves.ts'
import { OrderFilters } from './order-filters.tsx'
import { OrderInstructions } from './order-instructions.tsx'
import { useOrderKeys } from './order-keys.ts'
import { CLEARED, filtersIn, isFiltered, ordersFilePath, ordersPath } from './order-query.ts'
import row from './order-row.module.css'
import { SetBackDialog } from './order-set-back.tsx'
import { orderLinkId, ordersInWords, selectedInWords } from './order-words.ts'
import { LongUnreachable } from './steps/long-unreachable.tsx'
import { StepDone, StepDoor } from './steps/step-emptied.tsx'
import { StepTabs } from './steps/step-tabs.tsx'
import { ALL_ORDERS, wholeStepOf } from './steps/steps.ts'
import { useOrderList } from './use-order-list.ts'

export const handle: AdminPage = { title: 'Tableau de bord - commandes' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Liste des commandes',
  pages: 'Pages des commandes',
  loading: 'Chargement des commandes…',
  failed: 'Les commandes n’ont pas pu être chargées',
  nothingYet: ALL_ORDERS.nothing,
  nothingMatches: {
    title: 'Aucune commande ne correspond',
    text: 'Élargissez la période, choisissez un autre statut ou vérifiez l’ID cherché.',
  },
}

const CARD = ['pick id collected contact', 'customer', 'date pieces supplier', 'status']

/** The orders, and beside them the one that is open; where there is no room it has the page to itself. */
export default function OrderAdmin() {
  const { id } = useParams()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const isBeside = useRoomBeside()
  const [shown, setShown] = useState<readonly OrderId[]>([])
  const linkTo = (order: OrderId) => `${addresses.adminOrder(order)}${search}`
  const closeTo = `${addresses.admin.orders}${search}`
  const isListShown = id === undefined || isBeside
  // Kept while an order is open: it is there again, scrolled and selected as it was.
  const [wasListShown, setListShown] = useState(isListShown)
  if (isListShown && !wasListShown) setListShown(true)

  const close = () => navigate(closeTo, { state: { focus: 'list' }, preventScrollReset: isBeside })
  const last = useRef(id)
  useLayoutEffect(() => {
    const closed = last.current
    last.current = id
    if (closed !== undefined && id === undefined)
      document.getElementById(orderLinkId(Number(closed) as OrderId))?.focus({ preventScroll: true })
  }, [id])

  return (
    <div className={style.desk} data-open={id !== undefined}>
      {wasListShown && (
        <OrderList
          isHidden={!isListShown}
          isBeside={isBeside}
          opened={id === undefined ? null : (Number(id) as OrderId)}
          linkTo={linkTo}
          onShown={setShown}
          onClose={close}
        />
      )}
      {id !== undefined && (
        <OrderBeside
          id={Number(id)}
          shown={shown}
          linkTo={linkTo}
          closeTo={closeTo}
          onClose={close}
          isBeside={isBeside}
          takesFocus={state?.focus === 'panel'}
        >
          <Outlet />
        </OrderBeside>
      )}
    </div>
  )
}

interface OrderListProps {
  isHidden: boolean
  isBeside: boolean
  opened: OrderId | null
  linkTo: (id: OrderId) => string
  onShown: (ids: readonly OrderId[]) => void
  onClose: () => void
}

function OrderList({ isHidden, isBeside, opened, linkTo, onShown, onClose }: OrderListProps) {
  const address = useListAddress()
  const navigate = useNavigate()
  const filters = filtersIn(address)
  const rowsPerPage = useRowsPerPage()
  const { answer, counts, refresh, reloadAll } = useOrderList(ordersPath(filters, address, rowsPerPage.rows))
  const changes = useOrderChanges(refresh)
  const { moves } = changes
  const ids = answer.data?.data.map((order) => order.id) ?? []
  const selection = useSelection(ids)
  const [cancelling, setCancelling] = useState<readonly ShownOrder[]>([])
  const box = useRef<HTMLDivElement>(null)
  const clearFilters = () => address.filter(CLEARED)
  const step = wholeStepOf(filters)
  const door = step && step !== ALL_ORDERS ? { step, counts, address } : null

  const listed = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids are the same rows
  useLayoutEffect(() => onShown(ids), [listed])

  const selected = selection.ids.length
  useEffect(() => {
    if (selected > 0) announce(selectedInWords(selected))
  }, [selected])

  // Nobody sees any more what can be taken back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when an order takes the list's place
  useEffect(() => {
    if (isHidden) for (const move of moves.waiting) moves.sendNow(move)
  }, [isHidden])

  /** Rows as the person sees them now: they may be read again while a question is open, or a move waits. */
  const rowsOf = (chosen: readonly OrderId[]) =>
    (answer.data?.data ?? []).filter(({ id }) => chosen.includes(id)).map(changes.shownOf)

  const moveSelected = (status: OrderStatus) => {
    const rows = rowsOf(selection.ids)
    if (status === 'cancelled') return setCancelling(rows)
    changes.unlessSetBack(rows, status, () => {
      moves.delay(moveOf(rows, status))
      selection.clear()
    })
  }

  const canMove = (id: OrderId, status: OrderStatus): boolean => {
    const order = answer.data?.data.find((each) => each.id === id)
    return order !== undefined && order.status !== status && !isFinal(order.status) && moves.statusOf(id) === null
  }

  /** Moves the selection, or the row where there is none; orders that are there, finished or wait already stay. */
  const moveByKey = (id: OrderId, status: OrderStatus) => {
    const meant = selection.ids.length > 0 ? selection.ids : [id]
    const chosen = meant.filter((each) => canMove(each, status))
    if (chosen.length === 0) {
      const why = meant.some((each) => moves.statusOf(each) !== null) ? 'un changement est en cours' : 'rien à changer'
      return announce(`${meant.length > 1 ? ordersInWords(meant.length) : `Commande ${meant[0]}`}\u00A0: ${why}.`)
    }
    const rows = rowsOf(chosen)
    if (status === 'cancelled') return setCancelling(rows)
    changes.unlessSetBack(rows, status, () => {
      changes.step(rows, status)
      selection.clear()
    })
  }

  const open = (id: OrderId) => navigate(linkTo(id), { state: { focus: 'panel' }, preventScrollReset: isBeside })
  const { current, onFocus } = useOrderKeys({
    shown: ids,
    select: selection.only,
    toggle: selection.toggle,
    onStatus: moveByKey,
    opened,
    open,
    follow:
      opened === null
        ? null
        : (id) => navigate(linkTo(id), { state: { focus: 'list' }, replace: true, preventScrollReset: true }),
    close: () => (opened === null ? selection.clear() : onClose()),
    searchField: () => box.current?.querySelector<HTMLElement>('input[type="search"]') ?? null,
    isOn: !isHidden,
  })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus, nobody acts on it
    <div ref={box} className={style.list} hidden={isHidden} onFocus={onFocus}>
      <StepTabs address={address} filters={filters} counts={counts} />
      <OrderFilters filters={filters} sort={orderSortIn(address)} onFilter={address.filter} onReset={clearFilters} />
      <ProblemNotice problem={changes.problem} onClose={changes.forgetProblem} />
      <MoveOutcomes moves={moves} />
      {filters.confirmation === 'unreachable' && (
        <LongUnreachable rows={answer.data?.data ?? []} onSelect={selection.only} />
      )}
      <PagedList
        answer={answer}
        address={address}
        columns={orderColumns({ changes, selection, linkTo, isBeside })}
        rowKey={(order) => order.id}
        card={CARD}
        density="compact"
        rowClassName={row.row}
        rowState={(order) => (moves.statusOf(order.id) === null ? undefined : 'held')}
        isCurrentRow={(order) => order.id === current}
        sorting={{ current: orderSortIn(address), linkTo: address.sortLink }}
        icon="bag"
        rowsPerPage={rowsPerPage}
        clearFilters={isFiltered(filters) ? clearFilters : null}
        texts={door ? { ...TEXTS, nothingMatches: { ...door.step.nothing, action: <StepDoor {...door} /> } } : TEXTS}
        before={
          <SelectAllCheckbox
            className={style.top}
            checked={selection.isWhole}
            isPartial={selection.ids.length > 0 && !selection.isWhole}
            disabled={ids.length === 0}
            onChange={selection.toggleAll}
          >
            <span className={style.word}>Sélectionner</span>
            <span className="visually-hidden">{allInWords(ids.length)} de la page</span>
          </SelectAllCheckbox>
        }
        tools={
          <div className={style.tools}>
            <OrderInstructions />
            <ExportButton path={ordersFilePath(filters)} file="commandes.csv" />
            <IconButton
              icon="refresh"
              iconSize={18}
              label="Actualiser la liste"
              title="Actualiser la liste"
              onClick={() => void reloadAll()}
            />
          </div>
        }
      />
      {door && (
        <StepDone
          {...door}
          rows={answer.data?.data ?? []}
          isMoving={moves.waiting.length > 0 || moves.isSending}
          onMore={() => {
            address.goToPage(1)
            reloadList(reloadAll)
          }}
        />
      )}
      <OrderCancelDialog
        ids={changes.cancelling ? [changes.cancelling.id] : []}
        onClose={changes.stopCancelling}
        onCancel={(reason) => changes.cancelling && changes.cancel(changes.cancelling, reason)}
      />
      <OrderCancelDialog
        ids={cancelling.map(({ id }) => id)}
        suggested={filters.confirmation === 'unreachable' ? 'unreachable' : null}
        onClose={() => setCancelling([])}
        onCancel={(reason) => {
          moves.delay(moveOf(cancelling, 'cancelled', reason))
          setCancelling([])
          selection.clear()
        }}
      />
      <SetBackDialog changes={changes} />
      <OrderFoot moves={moves}>
        <SelectionBar selected={selection.ids} onClear={selection.clear} onMove={moveSelected} />
      </OrderFoot>
    </div>
  )
}

const allInWords = (count: number): string =>
  count === 1 ? ' la commande' : count === 0 ? ' les commandes' : ` les ${ordersInWords(count)}`
