import { useState } from 'react'
import { linkAnswer } from '#features/calls/customer/contract.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Makes the link of the customer's own page, then opens the conversation in which it is sent. */
export function SendLink({ id, onMade }: { id: OrderId; onMade: () => Promise<void> }) {
  const [conversation, setConversation] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
  const make = async () => {
    setMaking(true)
    setProblem(null)
    try {
      const { whatsapp } = await callApi(`/api/confirmation/${id}/link`, { method: 'POST', answer: linkAnswer })
      setConversation(whatsapp)
      announce('Le lien est prêt')
      await onMade()
    } catch (error) {
      setProblem(errorSentence(error))
    } finally {
      setMaking(false)
    }
  }
  return (
    <>
      <div>
        {conversation === null ? (
          <Button look="secondary" size="small" icon="share" busy={isMaking} onClick={make}>
            Envoyer le lien
          </Button>
        ) : (
          <ButtonLink
            look="secondary"
            size="small"
            icon="whatsapp"
            to={conversation}
            reloadDocument
            target="_blank"
            rel="noreferrer"
          >
            Ouvrir la conversation<span className="visually-hidden"> (nouvel onglet)</span>
          </ButtonLink>
        )}
      </div>
      {problem !== null && (
        <Notice tone="danger" role="alert" title="Le lien n’a pas été fait">
          {problem}
        </Notice>
      )}
    </>
  )
}
