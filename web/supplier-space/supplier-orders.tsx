import { useState } from 'react'
import type * as z from 'zod/mini'
import type { SupplierOrder, supplierDashboard } from '#features/supplier-space/contract.ts'
import type { ApiAnswer } from '#web/forms/use-api.ts'
import { clearing, PER_PAGE } from '#web/list-kit/list-api-query.ts'
import { ChoiceField, SearchFilter } from '#web/list-kit/list-page.tsx'
import { PagedList } from '#web/list-kit/paged-list.tsx'
import { ProblemNotice } from '#web/list-kit/problem-notice.tsx'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { GainDialog } from './gains/gain-explained.tsx'
import { STEP_NAMES } from './gains/gain-flow.tsx'
import { useSupplierOrderChanges } from './supplier-order-changes.ts'
import { supplierOrderColumns } from './supplier-order-columns.tsx'
import { DeleteOrderDialog } from './supplier-order-delete.tsx'
import { EditOrderDialog } from './supplier-order-edit.tsx'
import { filtersIn, ORDERS_ID, STATUS_CHOICES } from './supplier-order-query.ts'
import style from './supplier-orders.module.css'

const TEXTS = {
  list: 'Liste de vos commandes',
  pages: 'Pages de vos commandes',
  loading: 'Chargement de vos commandes…',
  failed: 'Vos commandes n’ont pas pu être chargées',
  nothingYet: {
    title: 'Aucune commande pour le moment',
    text: 'Commandez pour un client, ou partagez votre code promo\u00A0: vos commandes apparaîtront ici.',
  },
  nothingMatches: {
    title: 'Aucune commande ne correspond',
    text: 'Choisissez un autre statut ou vérifiez ce que vous cherchez.',
  },
}

interface SupplierOrdersProps {
  answer: ApiAnswer<z.output<typeof supplierDashboard>>
  address: ListAddress
  onChanged: () => Promise<void>
}

const CARD = ['id date', 'customer', 'products', 'total gain', 'status payment', 'actions']

/** Lists a supplier's orders, its own and those placed with its code. */
export function SupplierOrders({ answer, address, onChanged }: SupplierOrdersProps) {
  const filters = filtersIn(address)
  const changes = useSupplierOrderChanges(onChanged)
  const [explained, setExplained] = useState<SupplierOrder | null>(null)

  return (
    <section className={classes(common.stack, style.orders)} id={ORDERS_ID} aria-labelledby="titre-commandes">
      <h2 id="titre-commandes" className={style.title}>
        Mes commandes
      </h2>
      <search className={style.filters} aria-label="Filtrer vos commandes">
        <SearchFilter address={address} label="Recherche" placeholder="N°, nom, tél." />
        <ChoiceField
          label="Statut"
          value={filters.status}
          choices={[{ value: '', label: 'Tous' }, ...STATUS_CHOICES]}
          onChoose={(status) => address.filter({ status, step: null })}
        />
      </search>
      {filters.step !== '' && (
        <p className={classes(common.wrap, common.note, common.middle)}>
          Gains à l’étape «&nbsp;{STEP_NAMES[filters.step]}&nbsp;»
          <Button look="link" size="small" onClick={() => address.filter({ step: null })}>
            Voir toutes mes commandes
          </Button>
        </p>
      )}
      <ProblemNotice problem={changes.problem} onClose={changes.forgetProblem} />
      <PagedList
        answer={{ ...answer, data: answer.data && pageOf(answer.data) }}
        address={address}
        columns={supplierOrderColumns({ explain: setExplained, edit: changes.edit, remove: changes.askToRemove })}
        rowKey={(order) => order.id}
        card={CARD}
        isCardJustified
        rowClassName={style.row}
        rowState={({ isWithdrawn }) => (isWithdrawn ? 'withdrawn' : undefined)}
        icon="bag"
        clearFilters={clearing(address, { ...filters })}
        texts={TEXTS}
      />
      <GainDialog order={explained} onClose={() => setExplained(null)} />
      <EditOrderDialog order={changes.editing} onClose={changes.cancel} onSaved={changes.saved} />
      <DeleteOrderDialog order={changes.removing} onClose={changes.cancel} onRemove={changes.remove} />
    </section>
  )
}

const pageOf = ({ orders, page }: z.output<typeof supplierDashboard>) => ({
  data: orders,
  current_page: page?.current ?? 1,
  last_page: page?.last ?? 1,
  per_page: PER_PAGE,
  total: page?.total ?? orders.length,
})
