import { useState } from 'react'
import type { ShownOrder } from '#features/orders/model.ts'
import { type FollowedParcel, followPage } from '#features/parcels/follow/contract.ts'
import { FOLLOW_SORTS, FOLLOW_TAB_NAMES, FOLLOW_TABS, type FollowUp } from '#features/parcels/follow/rules.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { useApi } from '#web/forms/use-api.ts'
import { clearing, pageIn, searchIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ChoiceFilter, ListFilters, ListPage, SearchFilter } from '#web/list-kit/list-page.tsx'
import { ListTabs } from '#web/list-kit/list-tabs.tsx'
import { PagedList, reloadList } from '#web/list-kit/paged-list.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { useSelection } from '#web/list-kit/use-selection.ts'
import { MoveOutcomes, OrderFoot, SelectedRows } from '#web/orders/admin/order-bulk-bar.tsx'
import { OrderCancelDialog } from '#web/orders/admin/order-cancel.tsx'
import { moveOf, useDelayedMoves } from '#web/orders/admin/order-delayed-moves.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectAllCheckbox } from '#web/ui/checkbox.tsx'
import common from '#web/ui/common.module.css'
import { FollowDialog } from './follow-dialog.tsx'
import { ImportStatuses } from './import-statuses.tsx'
import { type Ask, CARD, parcelColumns, SORT_CHOICES } from './parcel-columns.tsx'
import { isRefused } from './parcel-words.ts'

const TEXTS = {
  list: 'Colis en route',
  pages: 'Pages des colis',
  loading: 'Chargement des colis…',
  failed: 'Les colis n’ont pas pu être chargés',
  nothingYet: {
    title: 'Rien dans cette liste',
    text: 'Les colis remis à un livreur arrivent ici d’eux-mêmes, avec ce que disent ses fichiers.',
  },
  nothingMatches: {
    title: 'Aucun colis ne correspond',
    text: 'Vérifiez le numéro, le nom, le téléphone, la ville ou le numéro de suivi cherché.',
  },
}

/** The order of a parcel, which is refused until its courier says otherwise. */
const shownOf = ({ id, status, updatedAt }: FollowedParcel): ShownOrder => ({ id, status, lastChange: updatedAt })

/** Lists of parcels by what is to be done about them. */
export default function ParcelList() {
  const isAdmin = useSession()?.role === 'admin'
  const address = useListAddress()
  const tab = address.choice('tab', FOLLOW_TAB_NAMES) ?? 'chase'
  const isImporting = isAdmin && address.text('vue') === 'import'
  const filters = { search: searchIn(address), courier: address.text('courier').replace(/\D/g, '') }
  const sort = address.choice('sort', FOLLOW_SORTS) ?? FOLLOW_SORTS[0]
  const parcels = useApi(withQuery('/api/parcels', { ...pageIn(address), tab, sort, ...filters }), followPage)
  const [open, setOpen] = useState<{ kind: FollowUp; parcel: FollowedParcel } | null>(null)
  const [cancelling, setCancelling] = useState<readonly ShownOrder[]>([])
  const moves = useDelayedMoves(parcels.reload)
  const isHeld = (id: OrderId) => moves.statusOf(id) !== null
  const isSearching = filters.search !== ''
  const isTicking = isAdmin && (isSearching || tab === 'refused')
  const tickable = isTicking ? (parcels.data?.data ?? []).filter((row) => isRefused(row) && !isHeld(row.id)) : []
  const selection = useSelection(tickable.map(({ id }) => id))
  const ask: Ask = (what, parcel) =>
    what === 'cancel' ? setCancelling([shownOf(parcel)]) : setOpen({ kind: what, parcel })
  return (
    <ListPage>
      {isImporting && <ImportStatuses onApplied={parcels.reload} />}
      <ListTabs
        label="Colis"
        tabs={FOLLOW_TAB_NAMES.map((name) => ({
          label: FOLLOW_TABS[name],
          to: address.filterLink({ tab: name === 'chase' ? null : name, search: null }),
          isCurrent: name === tab && !isSearching,
          count: parcels.data?.counts[name] ?? null,
        }))}
      />
      <ListFilters
        label="Filtrer les colis"
        action={
          isAdmin && (
            <Button
              size="small"
              look={isImporting ? 'secondary' : 'primary'}
              icon={isImporting ? 'close' : 'upload'}
              onClick={() => address.filter({ vue: isImporting ? null : 'import' })}
            >
              {isImporting ? 'Fermer l’import' : 'Importer les statuts'}
            </Button>
          )
        }
      >
        <SearchFilter address={address} label="Recherche" placeholder="N°, nom, téléphone, ville ou suivi" />
        <ChoiceFilter
          address={address}
          name="courier"
          label="Livreur"
          all="Tous"
          choices={(parcels.data?.couriers ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <ChoiceFilter address={address} name="sort" label="Tri" choices={SORT_CHOICES} />
      </ListFilters>
      {isSearching && <p className={common.note}>La recherche porte sur toutes les listes.</p>}
      <MoveOutcomes moves={moves} />
      <PagedList
        answer={parcels}
        address={address}
        columns={parcelColumns({ ask, isAdmin, isHeld, selection: isTicking ? selection : null })}
        rowKey={({ id }) => id}
        sorting={{ current: sort, linkTo: address.sortLink }}
        before={
          tickable.length > 0 && (
            <SelectAllCheckbox
              checked={selection.isWhole}
              isPartial={selection.ids.length > 0 && !selection.isWhole}
              onChange={selection.toggleAll}
            >
              Sélectionner<span className="visually-hidden"> les commandes de la page</span>
            </SelectAllCheckbox>
          )
        }
        card={CARD}
        icon="truck"
        clearFilters={clearing(address, filters)}
        texts={TEXTS}
      />
      <FollowDialog open={open} onClose={() => setOpen(null)} onSettled={() => reloadList(parcels.reload)} />
      <OrderCancelDialog
        ids={cancelling.map(({ id }) => id)}
        suggested="refused"
        onClose={() => setCancelling([])}
        onCancel={(reason) => {
          moves.delay(moveOf(cancelling, 'cancelled', reason))
          setCancelling([])
          selection.clear()
        }}
      />
      <OrderFoot moves={moves}>
        {selection.ids.length > 0 && (
          <SelectedRows label="Colis sélectionnés" count={selection.ids.length} onClear={selection.clear}>
            <Button
              look="danger"
              size="small"
              onClick={() => setCancelling(tickable.filter(({ id }) => selection.has(id)).map(shownOf))}
            >
              Annuler, refusées
            </Button>
          </SelectedRows>
        )}
      </OrderFoot>
    </ListPage>
  )
}
