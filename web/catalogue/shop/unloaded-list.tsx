import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Stands in for products that could not be loaded, and loads them once the connection is back. */
export function UnloadedList() {
  const { state, revalidate } = useRevalidator()
  const load = useRef(revalidate)
  load.current = revalidate
  useEffect(() => {
    const back = () => void load.current()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [])
  return (
    <div role="status">
      <EmptyState
        icon="alert"
        title="No products available."
        action={
          <Button look="secondary" icon="refresh" busy={state === 'loading'} onClick={() => void revalidate()}>
            Réessayer
          </Button>
        }
      >
        <p>La liste n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.</p>
      </EmptyState>
    </div>
  )
}
