import { useState } from 'react'
import type { OpenSession } from '#features/accounts/contract.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import type { ApiAnswer } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './account-security.module.css'

/** Lists the account's sessions, and ends all but this one. */
export function SessionList({ sessions }: { sessions: ApiAnswer<OpenSession[]> }) {
  const { data, error, isLoading, reload } = sessions
  return (
    <section className={classes(common.panel, common.gap3, style.panel)} aria-labelledby="sessions-title">
      <h2 id="sessions-title">Mes sessions</h2>
      {data && (
        <ul className={classes(common.stack, style.sessions)}>
          {data.map((session) => (
            <Session key={`${session.since.getTime()} ${session.browser}`} session={session} />
          ))}
        </ul>
      )}
      {data === null && error === null && <Skeleton shape="block" className={style.wait} />}
      {error !== null && (
        <LoadFailed
          title="Vos sessions n’ont pas pu être chargées"
          error={error}
          isLoading={isLoading}
          onRetry={reload}
          className={common.whole}
        />
      )}
      {data && <Others count={data.length - 1} reload={reload} />}
    </section>
  )
}

function Session({ session }: { session: OpenSession }) {
  const { browser, since, lastUsed, address, isCurrent } = session
  return (
    <li>
      <p className={classes(common.wrap, common.strong, style.browser)}>
        {browser}
        {isCurrent && <Badge tone="ok">Cette session</Badge>}
      </p>
      <p className={classes(common.note, common.anywhere)}>
        {isCurrent ? 'Utilisée maintenant' : `Utilisée le ${formatMinute(lastUsed)}`}
        {address && `, depuis ${address}`}
      </p>
      <p className={classes(common.note, common.anywhere)}>Ouverte le {formatMinute(since)}</p>
    </li>
  )
}

function Others({ count, reload }: { count: number; reload: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  const end = async () => {
    setBusy(true)
    setTrouble(null)
    try {
      await callApi('/api/sessions', { method: 'DELETE' })
      await reload()
      toast({ title: 'Les autres sessions sont fermées' })
    } catch (error) {
      setTrouble(errorSentence(error))
    } finally {
      setBusy(false)
    }
  }

  if (count === 0) return <p>Vous n’êtes connecté nulle part ailleurs.</p>
  return (
    <>
      <p>Une session que vous ne reconnaissez pas&nbsp;? Fermez les autres, puis changez votre mot de passe.</p>
      {trouble && (
        <Notice tone="danger" role="alert" className={common.whole} title="Les autres sessions n’ont pas été fermées">
          {trouble}
        </Notice>
      )}
      <Button look="secondary" size="small" busy={isBusy} onClick={end}>
        Fermer les autres<span className="visually-hidden"> sessions</span>
      </Button>
    </>
  )
}
