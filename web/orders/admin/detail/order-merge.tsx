import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { mergeAnswer, mergeRequest } from '#features/orders/corrections/contract.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { OrderSides } from './order-sides.tsx'

type Shown = Extract<z.output<typeof mergeAnswer>, { digest: string }>

interface OrderMergeDialogProps {
  id: OrderId
  /** Null closes the dialog. */
  other: OrderId | null
  onClose: () => void
  /** With the order that stays, once they are one; without, when something changed meanwhile. */
  reload: (kept?: OrderId) => Promise<void>
}

/** Shows what two orders would be as one, and makes them one. What changes meanwhile is shown anew. */
export function OrderMergeDialog({ id, other, onClose, reload }: OrderMergeDialogProps) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const merge = (body: { other: OrderId; digest?: string }, look: '' | '?preview=1') =>
    callApi(`/api/confirmation/${id}/merge${look}`, {
      method: 'POST',
      body: z.encode(mergeRequest, body),
      answer: mergeAnswer,
    })

  const look = async (wanted: OrderId) => {
    try {
      const answer = await merge({ other: wanted }, '?preview=1')
      if ('digest' in answer) setShown(answer)
    } catch (error) {
      setShown(null)
      setProblem(errorSentence(error))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening looks once
  useEffect(() => {
    setShown(null)
    setProblem(null)
    if (other !== null) look(other)
  }, [other])

  const store = async () => {
    if (other === null || shown === null || isBusy) return
    setBusy(true)
    setProblem(null)
    let kept: OrderId | undefined
    try {
      const answer = await merge({ other, digest: shown.digest }, '')
      kept = answer.id
      onClose()
      toast({ title: `La commande ${answer.cancelled} est réunie avec la commande ${answer.id}.` })
    } catch (error) {
      setProblem(errorSentence(error))
      await look(other)
    }
    await reload(kept)
    setBusy(false)
  }

  return (
    <Dialog
      size="wide"
      isOpen={other !== null}
      onClose={() => !isBusy && onClose()}
      title={`Réunir les commandes ${id} et ${other}`}
      actions={
        <>
          <Button look="secondary" data-autofocus onClick={() => !isBusy && onClose()}>
            Annuler
          </Button>
          {shown && (
            <Button busy={isBusy} onClick={store}>
              Réunir les deux commandes
            </Button>
          )}
        </>
      }
    >
      <div className={common.stack}>
        {problem !== null && (
          <Notice tone="danger" role="alert" title="Les commandes ne sont pas réunies">
            {problem}
          </Notice>
        )}
        {shown && <Merged shown={shown} />}
        {shown === null && problem === null && <Skeleton shape="block" />}
      </div>
    </Dialog>
  )
}

function Merged({ shown: { id, cancelled, other, before, after } }: { shown: Shown }) {
  const isElsewhere = other.address !== after.recipient.address || other.city !== after.recipient.city
  return (
    <>
      <p className={common.note}>
        La commande <strong>{id}</strong> garde son numéro et reçoit les produits des deux, avec une seule livraison. La
        commande <strong>{cancelled}</strong> est annulée, motif «&nbsp;doublon&nbsp;».
      </p>
      {isElsewhere && (
        <Notice tone="warn" title="Les deux adresses diffèrent">
          La commande {cancelled} allait à <bdi>{other.address}</bdi>, {other.city}. Le colis ira à{' '}
          <bdi>{after.recipient.address}</bdi>, {after.recipient.city}.
        </Notice>
      )}
      <OrderSides before={before} after={after} />
    </>
  )
}
