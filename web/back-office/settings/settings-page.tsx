import { retentionAnswer } from '#features/privacy/contract.ts'
import { settingsAnswer } from '#features/settings/contract.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RetentionSection } from './retention.tsx'
import { SETTING_GROUPS } from './setting-groups.ts'
import { SettingsForm } from './settings-form.tsx'
import style from './settings-page.module.css'

export const handle: AdminPage = { title: 'Réglages' }

export const meta = () => adminMeta(handle)

export default function SettingsPage() {
  const { data, error, isLoading, reload } = useApi('/api/admin/settings', settingsAnswer)
  const retention = useApi('/api/admin/retention', retentionAnswer)
  // A question that waits for an answer comes first.
  const isAsking = retention.data !== null && retention.data.waiting !== null
  const section = <RetentionSection answer={retention} />
  if (data)
    return (
      <div className={classes(common.stack, common.gap5)}>
        {isAsking && section}
        <SettingsForm known={data.settings} />
        {!isAsking && section}
      </div>
    )
  if (error !== null)
    return (
      <LoadFailed title="Les réglages n’ont pas pu être chargés" error={error} isLoading={isLoading} onRetry={reload} />
    )
  return (
    <div className={classes(common.stack, common.gap5)} role="status">
      <span className="visually-hidden">Chargement des réglages…</span>
      {SETTING_GROUPS.map(({ id, fields }) => (
        <div key={id} className={common.panel}>
          <Skeleton className={style.titleWait} />
          <div className={classes(common.stack, style.fields)}>
            {fields.map(({ name, isWide }) => (
              <div key={name} className={style.field} data-wide={isWide}>
                <Skeleton className={style.labelWait} />
                <Skeleton shape="block" className={style.inputWait} />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
