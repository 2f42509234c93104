import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { handoverPage } from '#features/parcels/handovers/contract.ts'
import type { HandoverId } from '#platform/kernel/ids.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { useApi } from '#web/forms/use-api.ts'
import { pageIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Pagination } from '#web/ui/pagination.tsx'
import style from './shipping.module.css'

/** The lists, newest first; the one that is shown above is marked. */
export function PastLists({ change, shown }: { change: number; shown: HandoverId | null }) {
  const address = useListAddress()
  const lists = useApi(withQuery('/api/admin/handovers', pageIn(address)), handoverPage)
  const { reload } = lists
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change elsewhere on the page is what reads it again
  useEffect(() => {
    if (!isFirst.current) reload()
    isFirst.current = false
  }, [change])
  return (
    <section className={common.panel} aria-labelledby="bordereaux">
      <h2 id="bordereaux">Bordereaux</h2>
      {lists.error !== null && (
        <LoadFailed title="Les bordereaux n’ont pas pu être chargés" {...lists} onRetry={reload} />
      )}
      {lists.data?.total === 0 && (
        <p className={common.quiet}>
          Aucun bordereau encore. Cochez des commandes, puis préparez-les&nbsp;: le bordereau s’ouvre ici.
        </p>
      )}
      {lists.data !== null && lists.data.total > 0 && (
        <>
          <ul className={style.lists}>
            {lists.data.data.map(({ id, number, courier, count, collected, createdAt, handedAt }) => (
              <li key={id}>
                <Link
                  to={address.filterLink({ bordereau: String(id) })}
                  aria-current={id === shown ? 'true' : undefined}
                  className={style.list}
                >
                  <span className={classes(common.medium, common.digits, common.nowrap)}>{number}</span>
                  <span className={common.small}>{courier}</span>
                  <span className={classes(common.small, common.quiet, common.digits)}>
                    {count}&nbsp;colis, {formatDirhams(collected)}
                  </span>
                  {handedAt === null ? (
                    <Badge tone="info">Préparé le {formatMinute(createdAt)}</Badge>
                  ) : (
                    <Badge tone="ok">Remis le {formatMinute(handedAt)}</Badge>
                  )}
                </Link>
              </li>
            ))}
          </ul>
          <Pagination
            label="Pages des bordereaux"
            steps={['Avant', 'Après']}
            current={lists.data.current_page}
            last={lists.data.last_page}
            linkTo={address.pageLink}
          />
        </>
      )}
    </section>
  )
}
