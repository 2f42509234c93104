import { addresses } from '#web/addresses.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import style from './error-page.module.css'

/** A page that could not be made, in French. */
export function ErrorPage() {
  return (
    <Page>
      <title>Une erreur est survenue</title>
      <div className={style.message}>
        <h1>La page n’a pas pu être chargée</h1>
        <p>Un incident nous empêche de l’afficher. Votre panier est conservé. Réessayez dans un instant.</p>
        <div className={style.actions}>
          <Button icon="refresh" onClick={() => window.location.reload()}>
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
