import { useCallback, useEffect, useRef, useState } from 'react'
import { type AdminOrder, adminOrderPage, orderCounts } from '#features/back-office/contract.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { callApi } from '#web/api/api.ts'
import { useApi } from '#web/forms/use-api.ts'
import { useOrderNews } from './order-news.ts'

/**
 * A page of the orders and the counts of the steps. After a change the rows that are shown are read again, each in its
 * place: a row that belongs to another step by now stays until the list is loaded anew, so that nothing moves under a hand.
 */
export function useOrderList(path: `/api/${string}`) {
  const listed = useApi(path, adminOrderPage)
  const counts = useApi('/api/admin/orders/counts', orderCounts)
  const [fresh, setFresh] = useState<{ of: unknown; rows: ReadonlyMap<OrderId, AdminOrder> } | null>(null)

  const page = listed.data
  const rows =
    page === null ? [] : fresh?.of === page ? page.data.flatMap(({ id }) => fresh.rows.get(id) ?? []) : page.data
  const shown = useRef({ page, rows })
  shown.current = { page, rows }

  const reloadAll = useCallback(async () => {
    await Promise.all([listed.reload(), counts.reload()])
  }, [listed.reload, counts.reload])

  const refresh = useCallback(async () => {
    const { page: of, rows: before } = shown.current
    if (before.length === 0) return reloadAll()
    const ids = before.map(({ id }) => id).join()
    try {
      const again = await callApi(`/api/admin/orders?ids=${ids}&per_page=100`, { answer: adminOrderPage })
      if (again.data.length === 0) return reloadAll()
      setFresh({ of, rows: new Map(again.data.map((row) => [row.id, row])) })
      await counts.reload()
    } catch {
      // The whole list says what went wrong.
      await reloadAll()
    }
  }, [reloadAll, counts.reload])

  // Another page or step: somebody else may have moved orders since.
  const counted = useRef(path)
  useEffect(() => {
    if (counted.current !== path) counts.reload()
    counted.current = path
  }, [path, counts.reload])

  const tell = useOrderNews(refresh)
  return {
    // Rows that are gone, such as deleted orders, are in no list any more.
    answer: { ...listed, data: page && { ...page, data: rows, total: page.total - page.data.length + rows.length } },
    counts: counts.data,
    /** After a change, here or in the panel. */
    refresh: async () => {
      await refresh()
      tell()
    },
    reloadAll,
  }
}
