import { addresses } from '#web/addresses.ts'
import { Logo } from '#web/shell/brand.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './bare-error-page.module.css'

/** The page for a layout that failed, with plain links, so that nothing else has to work. */
export function BareErrorPage() {
  return (
    <main className={classes(common.stack, style.page)}>
      <title>Une erreur est survenue</title>
      <Logo />
      <h1>La page n’a pas pu être chargée</h1>
      <p>Un incident nous empêche de l’afficher. Votre panier est conservé. Réessayez dans un instant.</p>
      <p>
        <a href={addresses.home}>Revenir à l’accueil</a>
      </p>
    </main>
  )
}
