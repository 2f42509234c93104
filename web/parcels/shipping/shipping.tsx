import { useState } from 'react'
import { toPrepareAnswer } from '#features/parcels/handovers/contract.ts'
import type { CourierId, HandoverId, OrderId } from '#platform/kernel/ids.ts'
import { addresses } from '#web/addresses.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { withQuery } from '#web/list-kit/list-api-query.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PastLists } from './past-lists.tsx'
import style from './shipping.module.css'
import { type OpenList, ShownList } from './shown-list.tsx'
import { ToPrepare } from './to-prepare.tsx'

export const handle: AdminPage = { title: 'Expédition' }

export const meta = () => adminMeta(handle)

const numberIn = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/** Orders that wait for a courier on the left; the list that is being prepared, or those of before, on the right. */
export default function Shipping() {
  const address = useListAddress()
  const listId = numberIn(address.text('bordereau')) as HandoverId | null
  const chosen = numberIn(address.text('livreur')) as CourierId | null
  /** The list on the right while orders may join it. */
  const [opened, setOpened] = useState<OpenList | null>(null)
  const openList = opened?.id === listId ? opened : null
  // Orders join the open list: whether its courier knows their cities is what counts, not the one chosen for the next.
  const asked = openList?.courier.id ?? chosen
  const waiting = useApi(
    withQuery('/api/admin/handovers/to-prepare', { courier: asked === null ? '' : String(asked) }),
    toPrepareAnswer,
  )
  const [ticked, setTicked] = useState<ReadonlySet<OrderId>>(new Set())
  const [change, setChange] = useState(0)

  const reload = async () => {
    setChange((count) => count + 1)
    await waiting.reload()
  }
  const open = (id: HandoverId | null) => address.filter({ bordereau: id === null ? null : String(id) })

  if (waiting.data === null)
    return waiting.error ? (
      <LoadFailed title="Les commandes à préparer n’ont pas pu être chargées" {...waiting} onRetry={waiting.reload} />
    ) : (
      <p className={common.quiet}>Chargement des commandes…</p>
    )
  const { data, total, couriers } = waiting.data
  if (couriers.length === 0)
    return (
      <EmptyState
        icon="truck"
        title="Aucun livreur"
        action={<ButtonLink to={addresses.admin.couriers}>Ajouter un livreur</ButtonLink>}
      >
        Un bordereau se prépare pour un livreur&nbsp;: ajoutez le vôtre, avec ses villes et ses tarifs.
      </EmptyState>
    )
  return (
    <div className={style.page}>
      <ToPrepare
        orders={data}
        total={total}
        couriers={couriers}
        courier={openList?.courier ?? couriers.find(({ id }) => id === chosen) ?? couriers[0]!}
        listId={openList?.id ?? null}
        ticked={ticked}
        onTick={setTicked}
        onCourier={(id) => address.filter({ livreur: String(id) })}
        onPrepared={async (id) => {
          setTicked(new Set())
          await reload()
          open(id)
        }}
      />
      <div className={classes(common.stack, style.side)}>
        {listId !== null && (
          <ShownList
            key={listId}
            id={listId}
            change={change}
            onChanged={reload}
            onOpen={setOpened}
            onClose={() => open(null)}
          />
        )}
        <PastLists change={change} shown={listId} />
      </div>
    </div>
  )
}
