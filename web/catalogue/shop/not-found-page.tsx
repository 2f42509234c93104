import { Link } from 'react-router'
import type { CardProduct } from '#features/catalogue/model.ts'
import { addresses } from '#web/addresses.ts'
import small from '#web/assets/scenes/lost-320.avif'
import avif from '#web/assets/scenes/lost-640.avif'
import webp from '#web/assets/scenes/lost-640.webp'
import type { PageServices } from '#web/loader-context.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Input } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import tones from '#web/ui/tones.module.css'
import style from './not-found-page.module.css'
import { ProductGrid } from './product-grid.tsx'
import { forCards } from './shop-query.ts'

export interface NotFoundData {
  /** True when the suggestions resemble the address; otherwise they are the first products of the shop. */
  areAlike: boolean
  suggestions: readonly CardProduct[]
}

/** Cards show no description; none while the shop's products cannot be had. */
export const notFoundData = (suggested: Awaited<ReturnType<PageServices['suggest']>> | null): NotFoundData => ({
  areAlike: suggested?.areAlike ?? false,
  suggestions: forCards(suggested?.products ?? []),
})

/** The page for an address without a page or a product: it offers a search, and some products. */
export function NotFoundPage({ areAlike, suggestions }: NotFoundData) {
  return (
    <Page className={classes(common.stack, common.gap12)}>
      <title>Page introuvable</title>
      <meta name="robots" content="noindex" />
      <div className={style.opening}>
        <div className={classes(common.stack, style.message)}>
          <span className={classes(tones.accent, common.small, common.strong, style.code)}>Erreur 404</span>
          <h1>Cette page n’existe pas ou n’existe plus</h1>
          <p>L’adresse contient peut-être une faute, ou le produit n’est plus vendu.</p>
          <search className={style.searching}>
            <form className={style.form} action={addresses.shop}>
              <Input
                type="search"
                name="q"
                required
                maxLength={100}
                placeholder="Crème…"
                aria-label="Rechercher un produit"
                enterKeyHint="search"
                autoComplete="off"
              />
              <Button type="submit">Rechercher</Button>
            </form>
          </search>
          <p className={classes(common.wrap, common.targets, style.links)}>
            <Link to={addresses.shop}>Voir la boutique</Link>
            <Link to={addresses.followOrder}>Suivre ma commande</Link>
          </p>
        </div>
        <picture className={style.number}>
          <source type="image/avif" media="(max-width: 63.9375em)" srcSet={small} />
          <source type="image/avif" srcSet={avif} />
          <img src={webp} alt="" width={640} height={640} decoding="async" className={style.arch} />
        </picture>
      </div>
      {suggestions.length > 0 && (
        <section className={style.suggestions} aria-labelledby="suggestions">
          <h2 id="suggestions">{areAlike ? 'Vous cherchiez peut-être' : 'Ces produits pourraient vous plaire'}</h2>
          <ProductGrid products={suggestions} />
        </section>
      )}
    </Page>
  )
}
