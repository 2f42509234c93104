import { useRevalidator } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Page } from '#web/ui/page.tsx'
import style from './error-page.module.css'

/** The page for one that failed to render or load. */
export function ErrorPage() {
  const { state, revalidate } = useRevalidator()
  return (
    <Page>
      <title>Une erreur est survenue</title>
      <div className={classes(common.stack, style.message)}>
        <h1>La page n’a pas pu être chargée</h1>
        <p>Un incident nous empêche de l’afficher. Votre panier est conservé. Réessayez dans un instant.</p>
        <div className={classes(common.wrap, style.actions)}>
          {/* Loads in place: without a network, a reload would leave the shop for the browser’s own error page. */}
          <Button icon="refresh" busy={state === 'loading'} onClick={() => void revalidate()}>
            Réessayer
          </Button>
          <ButtonLink look="secondary" to={addresses.home} reloadDocument>
            Revenir à l’accueil
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}
