import { useState } from 'react'
import type * as z from 'zod/mini'
import { retentionAnswer } from '#features/privacy/contract.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { callApi } from '#web/api/api.ts'
import { ConfirmDialog } from '#web/forms/form-dialog.tsx'
import type { ApiAnswer } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './settings-page.module.css'

type Retention = z.output<typeof retentionAnswer>

/** State of the erasure of people in old orders, with the questions that wait for the owner's answer. */
export function RetentionSection({ answer }: { answer: ApiAnswer<Retention> }) {
  const { data, error, isLoading, reload } = answer
  if (error !== null)
    return (
      <LoadFailed
        title="L’état de la conservation des données n’a pas pu être chargé"
        error={error}
        isLoading={isLoading}
        onRetry={reload}
      />
    )
  if (!data) return null
  return (
    <section className={classes(common.panel, common.gap3, style.section)} aria-labelledby="conservation">
      <h2 id="conservation">Conservation des données</h2>
      <p>
        Le nom, le téléphone et l’adresse d’une commande terminée sont effacés au bout de {yearsIn(data.retentionYears)}
        &nbsp;; les montants restent.
        {data.lastRoundAt && ` Dernier contrôle le ${formatMinute(data.lastRoundAt)}.`}
      </p>
      {data.confirmedOrders !== null && (
        <Notice tone="ok">
          Confirmé&nbsp;: {ordersIn(data.confirmedOrders)} au plus seront anonymisées au prochain contrôle, dans
          l’heure.
        </Notice>
      )}
      {data.waiting === 'clock' && <ClockQuestion known={data} onSettled={reload} />}
      {data.waiting === 'round' && <RoundQuestion known={data} onSettled={reload} />}
    </section>
  )
}

interface QuestionProps {
  known: Retention
  onSettled: () => Promise<void>
}

function ClockQuestion({ known, onSettled }: QuestionProps) {
  const [isOpen, setOpen] = useState(false)
  const shown = formatMinute(known.now)
  const confirm = async () => {
    const body = { now: known.now.toISOString() }
    await callApi('/api/admin/retention/confirm-clock', { method: 'POST', body, answer: retentionAnswer })
    setOpen(false)
    toast({ title: 'Date confirmée', text: 'Les contrôles reprennent dans l’heure.' })
  }
  return (
    <Notice tone="warn" title={`Le serveur indique le ${shown}. Est\u2011ce juste\u00A0?`}>
      <p>
        {known.lastCertainAt && `La dernière activité connue est du ${formatMinute(known.lastCertainAt)}. `}
        Par prudence, rien n’est effacé et aucune sauvegarde n’est retirée en attendant votre réponse. Si cette date est
        fausse, ne confirmez pas&nbsp;: faites régler l’horloge du serveur.
      </p>
      <Button className={style.button} look="secondary" size="small" onClick={() => setOpen(true)}>
        Confirmer la date…
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Confirmer la date du serveur"
        confirm="Oui, elle est juste"
        act={confirm}
        onSettled={onSettled}
        failed="La date n’a pas été confirmée"
      >
        <p>
          Nous serions le <strong>{shown}</strong>. Ce qui est trop ancien à cette date sera effacé pour toujours.
        </p>
      </ConfirmDialog>
    </Notice>
  )
}

function RoundQuestion({ known, onSettled }: QuestionProps) {
  const [isOpen, setOpen] = useState(false)
  const due = known.dueOrders ?? 0
  const confirm = async () => {
    const body = { orders_due: due }
    await callApi('/api/admin/retention/confirm-round', { method: 'POST', body, answer: retentionAnswer })
    setOpen(false)
    toast({ title: 'Anonymisation confirmée', text: 'Elle se fera au prochain contrôle, dans l’heure.' })
  }
  return (
    <Notice
      tone="warn"
      title={`${ordersIn(due)} sur ${formatInteger(known.allOrders ?? 0)} à anonymiser\u00A0: est\u2011ce voulu\u00A0?`}
    >
      <p>
        C’est plus qu’un contrôle n’en touche d’ordinaire. Rien n’est effacé en attendant votre réponse. Si ce nombre
        vous étonne, ne confirmez pas&nbsp;: vérifiez la date du serveur et la durée de conservation.
      </p>
      <Button className={style.button} look="secondary" size="small" onClick={() => setOpen(true)}>
        Confirmer l’anonymisation…
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Anonymiser ${ordersIn(due)}`}
        confirm="Anonymiser"
        look="danger"
        act={confirm}
        onSettled={onSettled}
        failed="L’anonymisation n’a pas été confirmée"
      >
        <p>
          Elles ont plus de {yearsIn(known.retentionYears)}. Nom, téléphone, adresse et note seront effacés{' '}
          <strong>pour toujours</strong>, aussi dans le journal.
        </p>
      </ConfirmDialog>
    </Notice>
  )
}

const ordersIn = (count: number): string => (count > 1 ? `${formatInteger(count)} commandes` : '1 commande')

const yearsIn = (years: number): string => (years > 1 ? `${years}\u00A0ans` : 'un an')
