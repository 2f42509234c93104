import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './order-trouble.module.css'

/** The reason why an order did not come through. After `isOffline` it is sent again once the connection is back. */
export type Trouble =
  | { kind: 'refused'; sentence: string }
  | { kind: 'no answer'; sentence: string; isOffline: boolean }
  | { kind: 'stopped' | 'left unanswered' | 'another unanswered' }

interface TroubleNoticeProps {
  trouble: Trouble | null
  /** True while the page sends the order again by itself. */
  isRetrying: boolean
  isOnline: boolean
  onStop: () => void
}

/** Says beside the button why the order has not come through. */
export function TroubleNotice({ trouble, isRetrying, isOnline, onStop }: TroubleNoticeProps) {
  if (isRetrying) return <Retrying isOnline={isOnline} onStop={onStop} />
  if (trouble) return troubleNotice(trouble)
  if (isOnline) return null
  return (
    <Notice tone="warn" role="status">
      Vous êtes hors ligne. Ce que vous avez saisi reste sur cet appareil.
    </Notice>
  )
}

function Retrying({ isOnline, onStop }: { isOnline: boolean; onStop: () => void }) {
  return (
    <Notice tone="warn" title="Nous réessayons…" role="status">
      <p>
        {isOnline ? 'La boutique ne répond pas pour l’instant.' : 'La connexion est coupée.'} Restez sur cette
        page&nbsp;: votre commande part dès que possible, une seule fois.
      </p>
      <Button look="secondary" size="small" className={style.stop} onClick={onStop}>
        Arrêter
      </Button>
    </Notice>
  )
}

function troubleNotice(trouble: Trouble): ReactNode {
  switch (trouble.kind) {
    case 'refused':
      return (
        <Notice tone="danger" role="alert">
          <p>{trouble.sentence}</p>
        </Notice>
      )
    case 'no answer':
      return (
        <Notice tone="danger" role="alert">
          <p>{trouble.sentence}</p>
          <p>
            Rien n’est perdu&nbsp;:{' '}
            {trouble.isOffline ? 'la commande repart dès que la connexion revient' : 'vous pouvez la renvoyer'}, et elle
            ne sera enregistrée qu’une fois. <WriteToUs>Si cela dure, écrivez-nous.</WriteToUs>
          </p>
        </Notice>
      )
    case 'stopped':
      return (
        <Notice tone="warn" title="L’envoi est arrêté" role="status">
          <MayHaveArrived />
        </Notice>
      )
    case 'left unanswered':
      return (
        <Notice tone="warn" title="Cette commande est restée sans réponse" role="status">
          <MayHaveArrived />
        </Notice>
      )
    case 'another unanswered':
      return (
        <Notice tone="warn" title="Votre commande précédente est restée sans réponse" role="status">
          <p>
            Elle est peut-être déjà enregistrée&nbsp;: celle-ci en serait une autre.{' '}
            <WriteToUs>En cas de doute, écrivez-nous.</WriteToUs>
          </p>
        </Notice>
      )
  }
}

const MayHaveArrived = () => (
  <p>
    Votre commande est peut-être déjà enregistrée. Renvoyez-la telle quelle&nbsp;: elle ne sera enregistrée qu’une fois.{' '}
    <WriteToUs>Un doute&nbsp;? Écrivez-nous.</WriteToUs>
  </p>
)

const WriteToUs = ({ children }: { children: ReactNode }) => <Link to={addresses.contact}>{children}</Link>
