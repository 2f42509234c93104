import { Link, useRouteLoaderData } from 'react-router'
import { addresses } from '#web/addresses.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { classes } from './class-names.ts'
import style from './privacy-notice.module.css'

interface PrivacyNoticeProps {
  /** Completes *Ces informations servent à …*, without a full stop. */
  purpose: string
  className?: string | undefined
}

/**
 * The notice that law 09-08 demands beside every form: the purpose of the data, the person's rights, and the number of the
 * declaration if any. Its link opens a new tab, so that the typed text stays.
 */
export function PrivacyNotice({ purpose, className }: PrivacyNoticeProps) {
  const cndpNumber = useRouteLoaderData<typeof rootLoader>('root')?.settings.cndpNumber
  return (
    <p className={classes(style.notice, className)}>
      Ces informations servent à {purpose}. <span className={style.number}>Loi 09-08</span>&nbsp;: vous pouvez les
      consulter, les faire corriger ou vous opposer à leur usage
      {cndpNumber && (
        <>
          {' '}
          (déclaration CNDP n°&nbsp;<span className={style.number}>{cndpNumber}</span>)
        </>
      )}
      .{' '}
      <Link to={addresses.privacy} target="_blank">
        Vos données personnelles<span className="visually-hidden"> (nouvel onglet)</span>
      </Link>
    </p>
  )
}
