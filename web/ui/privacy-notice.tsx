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
 * What law 09-08 has every form say: what the answers are for, the rights over them, the declaration's number if any.
 * Its link leaves the form, and what was typed in it, where they are.
 */
export function PrivacyNotice({ purpose, className }: PrivacyNoticeProps) {
  const cndpNumber = useRouteLoaderData<typeof rootLoader>('root')?.settings.cndpNumber
  return (
    <p className={classes(style.notice, className)}>
      Ces informations servent à {purpose}. Loi 09-08&nbsp;: vous pouvez les consulter, les faire corriger ou vous
      opposer à leur usage
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
