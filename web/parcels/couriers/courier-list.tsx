import { useState } from 'react'
import { type Courier, couriersAnswer } from '#features/parcels/couriers/contract.ts'
import { addresses } from '#web/addresses.ts'
import { useApi } from '#web/forms/use-api.ts'
import { ListPage } from '#web/list-kit/list-page.tsx'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { CellLink, Nothing, Phone, RowButtons, Strong } from '#web/list-kit/table/cells.tsx'
import { type Column, DataTable } from '#web/list-kit/table/data-table.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CourierDialog } from './courier-dialog.tsx'

/** `4 villes sans tarif`. */
function tariffInWords({ citiesWithoutFee: { length } }: Courier) {
  if (length === 0) return <Badge tone="ok">toutes les villes</Badge>
  return <Badge tone="warn">{length > 1 ? `${length} villes sans tarif` : '1 ville sans tarif'}</Badge>
}

const columns = (onEdit: (courier: Courier) => void): readonly Column<Courier>[] => [
  {
    id: 'name',
    head: 'Livreur',
    isPinned: true,
    cell: ({ id, name, isActive }) => (
      <span className={classes(common.wrap, common.gap2, common.middle)}>
        <CellLink to={`${addresses.admin.couriers}/${id}`}>
          <Strong>{name}</Strong>
        </CellLink>
        {!isActive && <Badge>Inactif</Badge>}
      </span>
    ),
  },
  { id: 'phone', head: 'Téléphone', cell: ({ phone }) => (phone ? <Phone digits={phone} /> : <Nothing />) },
  { id: 'tariff', head: 'Villes et tarifs', cell: tariffInWords },
  {
    id: 'settles',
    head: 'Verse',
    cell: ({ settlesEveryDays: days }) =>
      days === null ? <Nothing /> : days === 1 ? 'chaque jour' : `tous les ${days} jours`,
  },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (courier) => (
      <RowButtons>
        <Button look="secondary" size="small" icon="edit" onClick={() => onEdit(courier)}>
          Modifier<span className="visually-hidden"> {courier.name}</span>
        </Button>
      </RowButtons>
    ),
  },
]

const CARD = ['name', 'phone settles', 'tariff', 'actions']

/** All couriers. */
export default function CourierList() {
  const { data, error, isLoading, reload } = useApi('/api/admin/couriers', couriersAnswer)
  const [edited, setEdited] = useState<Courier | 'new' | null>(null)
  const couriers = data?.couriers ?? null
  const add = (
    <Button size="small" icon="plus" onClick={() => setEdited('new')}>
      Ajouter un livreur
    </Button>
  )
  return (
    <ListPage>
      {error !== null && (
        <LoadFailed
          title="Les livreurs n’ont pas pu être chargés"
          error={error}
          isLoading={isLoading}
          onRetry={reload}
        />
      )}
      {couriers?.length === 0 ? (
        <EmptyState icon="truck" title="Aucun livreur pour le moment" action={add}>
          <p>
            Ajoutez ceux à qui vous remettez vos colis&nbsp;: leurs villes, leurs tarifs et les mots de leurs fichiers.
          </p>
        </EmptyState>
      ) : (
        (couriers || error === null) && (
          <>
            <div>{add}</div>
            <DataTable
              label="Livreurs"
              columns={columns(setEdited)}
              rows={couriers}
              rowKey={({ id }) => id}
              card={CARD}
              isBusy={isLoading}
            />
          </>
        )
      )}
      <CourierDialog edited={edited} onClose={() => setEdited(null)} onStored={reload} />
    </ListPage>
  )
}
