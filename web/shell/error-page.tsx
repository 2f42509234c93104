import { isRouteErrorResponse, Link } from 'react-router'
import type { Product } from '#features/catalogue/names.ts'
import { addresses } from '#web/addresses.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Picture } from '#web/ui/picture.tsx'
import style from './error-page.module.css'

/** What a loader throws with a 404, so that the page can offer something else. */
export interface NotFoundData {
  suggestions: readonly Product[]
}

/** Whatever went wrong, in French: a page that is not there, or one that could not be made. */
export function ErrorPage({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  if (isMissing) return <NotFoundPage suggestions={(error.data as NotFoundData | null)?.suggestions ?? []} />
  return (
    <Page className={style.page}>
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

function NotFoundPage({ suggestions }: NotFoundData) {
  return (
    <Page className={style.page}>
      <title>Page introuvable</title>
      <div className={style.message}>
        <span className={style.code}>Erreur 404</span>
        <h1>Cette page n’existe pas ou n’existe plus</h1>
        <p>L’adresse contient peut-être une faute, ou le produit a quitté la boutique.</p>
        <div className={style.actions}>
          <ButtonLink to={addresses.shop}>Voir la boutique</ButtonLink>
          <ButtonLink look="secondary" to={addresses.home}>
            Revenir à l’accueil
          </ButtonLink>
        </div>
      </div>
      {suggestions.length > 0 && (
        <section className={style.suggestions} aria-labelledby="suggestions">
          <h2 id="suggestions">Ces produits peuvent vous plaire</h2>
          <ul className={style.products}>
            {suggestions.map(({ id, name, image }) => (
              <li key={id}>
                <Link className={style.product} to={addresses.product(id)}>
                  <Picture image={image} alt="" sizes="(min-width: 48em) 25vw, 46vw" />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  )
}
