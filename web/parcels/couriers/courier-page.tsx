import { useState } from 'react'
import { Link } from 'react-router'
import { courierDetail } from '#features/parcels/couriers/contract.ts'
import { addresses } from '#web/addresses.ts'
import { useApi } from '#web/forms/use-api.ts'
import { ListPage } from '#web/list-kit/list-page.tsx'
import { ListTabs } from '#web/list-kit/list-tabs.tsx'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { Phone } from '#web/list-kit/table/cells.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CourierDialog } from './courier-dialog.tsx'
import { CourierFile } from './courier-file.tsx'
import style from './courier-page.module.css'
import { CourierTariffs } from './courier-tariffs.tsx'
import { CourierWords } from './courier-words.tsx'

const TABS = { villes: 'Villes et tarifs', libelles: 'Libellés', fichier: 'Fichier' } as const

type Tab = keyof typeof TABS

const TAB_NAMES = Object.keys(TABS) as Tab[]

/** One courier: who it is, and what it asks. */
export default function CourierPage({ id }: { id: number }) {
  const address = useListAddress()
  const { data: courier, error, isLoading, reload } = useApi(`/api/admin/couriers/${id}`, courierDetail)
  const tab = address.choice('onglet', TAB_NAMES) ?? 'villes'
  const [isEditing, setEditing] = useState(false)
  return (
    <ListPage>
      <p className={common.targets}>
        <Link to={addresses.admin.couriers} className={style.back}>
          <Icon name="arrow-left" size={16} /> Tous les livreurs
        </Link>
      </p>
      {error !== null && (
        <LoadFailed title="Ce livreur n’a pas pu être chargé" error={error} isLoading={isLoading} onRetry={reload} />
      )}
      {!courier && error === null && <Skeleton shape="block" className={style.waiting} />}
      {courier && (
        <>
          <header className={classes(common.wrap, common.middle)}>
            <h2 className={style.name}>{courier.name}</h2>
            {!courier.isActive && <Badge>Inactif</Badge>}
            {courier.phone && <Phone digits={courier.phone} />}
            <Button look="secondary" size="small" icon="edit" onClick={() => setEditing(true)}>
              Modifier
            </Button>
          </header>
          <ListTabs
            label="Ce livreur"
            tabs={TAB_NAMES.map((name) => ({
              label: TABS[name],
              to: address.filterLink({ onglet: name === 'villes' ? null : name }),
              isCurrent: name === tab,
            }))}
          />
          {tab === 'villes' && <CourierTariffs courier={courier} onApplied={reload} />}
          {tab === 'libelles' && <CourierWords courier={courier} onStored={reload} />}
          {tab === 'fichier' && <CourierFile courier={courier} onStored={reload} />}
          <CourierDialog edited={isEditing ? courier : null} onClose={() => setEditing(false)} onStored={reload} />
        </>
      )}
    </ListPage>
  )
}
