import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { TrackedOrder } from '#features/tracking/model.ts'
import { addresses } from '#web/addresses.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Notice } from '#web/ui/notice.tsx'
import style from './tracking.module.css'

type State = 'idle' | 'busy' | { failure: string } | { missing: readonly string[]; isAnyThere: boolean }

/** Puts what is still sold into the cart and leads to the checkout, after saying what is not. */
export function OrderAgain({ lines }: { lines: TrackedOrder['lines'] }) {
  const navigate = useNavigate()
  const [state, setState] = useState<State>('idle')

  const order = async () => {
    setState('busy')
    try {
      const { orderAgain } = await import('./reorder.ts')
      const result = await orderAgain(lines)
      if (result.missing.length > 0) return setState(result)
      setState('idle')
      await navigate(addresses.checkout)
    } catch (error) {
      setState({ failure: errorSentence(error) })
    }
  }

  if (typeof state === 'object' && 'missing' in state)
    return (
      <div className={classes(common.stack, common.gap3, style.again)}>
        <Notice
          tone="warn"
          role="status"
          title={state.isAnyThere ? 'Tout n’est plus disponible' : 'Plus rien n’est disponible'}
        >
          {state.missing.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
        {state.isAnyThere ? (
          <ButtonLink icon="bag" to={addresses.checkout}>
            Commander le reste
          </ButtonLink>
        ) : (
          <ButtonLink to={addresses.shop}>Voir la boutique</ButtonLink>
        )}
      </div>
    )
  return (
    <div className={classes(common.stack, common.gap3, style.again)}>
      <Button icon="bag" busy={state === 'busy'} onClick={order}>
        Commander à nouveau
      </Button>
      {typeof state === 'object' && (
        <Notice tone="danger" role="alert">
          {state.failure}
        </Notice>
      )}
    </div>
  )
}
