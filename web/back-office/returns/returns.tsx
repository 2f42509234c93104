import { useState } from 'react'
import { type ExpectedReturn, expectedReturnPage } from '#features/back-office/contract.ts'
import { REFUSED_FOR_DAYS, RETURN_PERIODS } from '#features/back-office/model.ts'
import { couriersAnswer } from '#features/parcels/couriers/contract.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { ExportButton } from '#web/list-kit/export/export-button.tsx'
import { clearing, pageIn, searchIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ChoiceFilter, ListFilters, ListPage, SearchFilter } from '#web/list-kit/list-page.tsx'
import { PagedList, reloadList } from '#web/list-kit/paged-list.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { LostDialog } from './lost-dialog.tsx'
import { type ParcelInHand, ReceiveDialog } from './receive-dialog.tsx'
import style from './returns.module.css'
import { returnColumns } from './returns-columns.tsx'
import { ScanField } from './scan-field.tsx'

export const handle: AdminPage = { title: 'Retours attendus' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Retours attendus',
  pages: 'Pages des retours attendus',
  loading: 'Chargement des retours attendus…',
  failed: 'Les retours attendus n’ont pas pu être chargés',
  nothingYet: {
    title: 'Aucun retour attendu',
    text: `Une commande annulée ou supprimée pendant qu’un livreur a le colis, ou refusée depuis au moins ${REFUSED_FOR_DAYS}\u00A0jours, apparaîtra ici.`,
  },
  nothingMatches: {
    title: 'Aucun retour ne correspond',
    text: 'Choisissez une autre durée, ou vérifiez le numéro, le nom ou le téléphone cherché.',
  },
}

const PERIODS = RETURN_PERIODS.map(String)
const PERIOD_CHOICES = PERIODS.map((value) => ({ value, label: `Plus de ${value}\u00A0jours` }))

const CARD = ['id left', 'customer closed', 'products value', 'actions']

/** The open dialog, and its parcel. */
type Opened = { action: 'receive'; parcel: ParcelInHand } | { action: 'lose'; parcel: ExpectedReturn }

export default function Returns() {
  const address = useListAddress()
  const filters = {
    search: searchIn(address),
    days: address.choice('days', PERIODS) ?? '',
    courier: /^\d+$/.test(address.text('courier')) ? address.text('courier') : '',
  }
  const couriers = useApi('/api/admin/couriers', couriersAnswer).data?.couriers ?? []
  const returns = useApi(
    withQuery('/api/admin/returns/expected', { ...pageIn(address), ...filters }),
    expectedReturnPage,
  )
  const [open, setOpen] = useState<Opened | null>(null)
  const dialog = { onClose: () => setOpen(null), onSettled: () => reloadList(returns.reload) }

  return (
    <ListPage>
      <p className={classes(common.quiet, style.intro)}>
        Ces commandes ont été annulées ou supprimées pendant que le livreur avait le colis, ou refusées depuis au moins{' '}
        {REFUSED_FOR_DAYS}&nbsp;jours. Leurs pièces reviennent en stock quand vous les avez en main.
      </p>
      <ScanField onFound={(parcel) => setOpen({ action: 'receive', parcel })} />
      <ListFilters
        label="Filtrer les retours attendus"
        action={
          filters.courier && (
            <ExportButton
              path={withQuery('/api/admin/returns/claim.pdf', { courier: filters.courier, days: filters.days })}
              file="reclamation-retours.pdf"
              label="Lettre de réclamation"
              icon="mail"
            />
          )
        }
        exported={{ path: withQuery('/api/admin/returns/expected.csv', filters), file: 'retours-attendus.csv' }}
      >
        <SearchFilter address={address} label="Recherche" placeholder="N°, nom, téléphone ou ville" />
        <ChoiceFilter address={address} name="days" label="Parti depuis" all="Tous" choices={PERIOD_CHOICES} />
        {couriers.length > 0 && (
          <ChoiceFilter
            address={address}
            name="courier"
            label="Livreur"
            all="Tous"
            choices={couriers.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
      </ListFilters>
      <PagedList
        answer={returns}
        address={address}
        columns={returnColumns((action, parcel) => {
          const isOver = parcel.isDeleted || parcel.status === 'cancelled'
          setOpen(action === 'receive' ? { action, parcel: { ...parcel, isOver } } : { action, parcel })
        })}
        rowKey={({ id }) => id}
        card={CARD}
        rowClassName={style.row}
        icon="box"
        clearFilters={clearing(address, filters)}
        texts={TEXTS}
      />
      <ReceiveDialog parcel={open?.action === 'receive' ? open.parcel : null} {...dialog} />
      <LostDialog parcel={open?.action === 'lose' ? open.parcel : null} {...dialog} />
    </ListPage>
  )
}
