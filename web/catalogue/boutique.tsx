import { useEffect, useRef } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { CATEGORIES, type Category, TAB_NAMES } from '#features/catalogue/names.ts'
import { addresses } from '#web/addresses.ts'
import { ReceiptPanel } from '#web/orders/receipt-panel.tsx'
import { pageServices } from '#web/services.ts'
import { sharedMeta } from '#web/shell/shared-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/boutique'
import style from './boutique.module.css'
import { categoryOf, forCards, matching, SORT_NAMES, type Sort, slugOf, sorted, sortOf } from './listing.ts'
import { ProductGrid } from './product-grid.tsx'
import { listData } from './structured-data.ts'

const LONGEST_SEARCH = 100
const TYPING_PAUSE_MS = 300

export async function loader({ request, context }: Route.LoaderArgs) {
  const { listProducts, publicUrl } = context.get(pageServices)
  const { searchParams } = new URL(request.url)
  const category = categoryOf(searchParams.get('categorie'))
  const sort = sortOf(searchParams.get('tri'))
  const search = (searchParams.get('q') ?? '').slice(0, LONGEST_SEARCH)
  const all = await listProducts()
  const found = matching(all, search)
  const counts = Object.fromEntries(
    CATEGORIES.map((each) => [each, found.filter((product) => product.category === each).length]),
  ) as Record<Category, number>
  const shown = category ? found.filter((product) => product.category === category) : found
  const products = sorted(shown, sort)
  const isWhole = category === null && search === '' && sort === ''
  return {
    meta: [
      ...sharedMeta({
        title: category ? `Boutique\u00A0: ${TAB_NAMES[category]}` : 'Boutique\u00A0: tous nos soins et compléments',
        description:
          'Tous nos cosmétiques, compléments et packs. Livraison partout au Maroc, paiement en espèces à la réception.',
        publicUrl,
        path: addresses.shop,
        isIndexed: search === '',
      }),
      ...(isWhole ? listData(publicUrl, products) : []),
    ],
    category,
    sort,
    search,
    counts,
    found: found.length,
    isShopEmpty: all.length === 0,
    products: forCards(products),
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? []

export default function Boutique({ loaderData }: Route.ComponentProps) {
  const { category, sort, search, counts, found, isShopEmpty, products } = loaderData
  const navigation = useNavigation()
  const isFiltering = navigation.location?.pathname === addresses.shop
  return (
    <Page className={style.page}>
      <ReceiptPanel />
      <div className={style.head}>
        <h1>Boutique</h1>
        <p>Livraison partout au Maroc. Vous payez en espèces, à la réception.</p>
      </div>
      <div className={style.controls}>
        <Chips
          label="Catégories"
          chips={[
            { label: 'Tout', count: found, to: addressOf(null, sort, search), isCurrent: category === null },
            ...CATEGORIES.map((each) => ({
              label: TAB_NAMES[each],
              count: counts[each],
              to: addressOf(each, sort, search),
              isCurrent: category === each,
            })),
          ]}
        />
        <SearchForm category={category} sort={sort} search={search} />
      </div>
      <div className={style.results} data-pending={isFiltering}>
        <h2 className="visually-hidden">Produits</h2>
        {products.length > 0 && (
          <p className={style.count} role="status">
            {products.length} {products.length > 1 ? 'produits' : 'produit'}
          </p>
        )}
        {products.length > 0 && <ProductGrid products={products} eager={4} />}
        {products.length === 0 && isShopEmpty && <EmptyState title="No products available." />}
        {products.length === 0 && !isShopEmpty && (
          <EmptyState
            icon="search"
            title="Aucun produit ne correspond à votre recherche"
            action={
              <ButtonLink look="secondary" to={addresses.shop} preventScrollReset>
                Effacer les filtres
              </ButtonLink>
            }
          >
            <p>Essayez un mot plus court, ou une autre catégorie.</p>
          </EmptyState>
        )}
      </div>
    </Page>
  )
}

/** A plain GET form; with a script it is sent on each choice and after a pause in typing. */
function SearchForm({ category, sort, search }: { category: Category | null; sort: Sort; search: string }) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => () => clearTimeout(typing.current), [])
  useEffect(() => {
    // Filters erased, or a step back: what is written follows the address, unless somebody is writing.
    if (input.current && input.current !== document.activeElement) input.current.value = search
  }, [search])

  const send = () => {
    clearTimeout(typing.current)
    if (!form.current) return
    const asked = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) if (value !== '') asked.set(name, String(value))
    void submit(asked, { action: addresses.shop, replace: true, preventScrollReset: true })
  }
  const sendSoon = () => {
    clearTimeout(typing.current)
    typing.current = setTimeout(send, TYPING_PAUSE_MS)
  }

  return (
    <Form
      ref={form}
      className={style.form}
      action={addresses.shop}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {category && <input type="hidden" name="categorie" value={slugOf(category)} />}
      <div className={style.search}>
        <Icon name="search" />
        <input
          ref={input}
          className={style.control}
          type="search"
          name="q"
          defaultValue={search}
          maxLength={LONGEST_SEARCH}
          placeholder="Rechercher"
          aria-label="Rechercher un produit"
          enterKeyHint="search"
          autoComplete="off"
          onChange={sendSoon}
        />
      </div>
      <div className={style.sort}>
        <select
          key={sort}
          className={style.control}
          name="tri"
          defaultValue={sort}
          aria-label="Trier les produits"
          onChange={send}
        >
          {Object.entries(SORT_NAMES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
      <Button type="submit" look="secondary" className={style.submit}>
        Afficher
      </Button>
    </Form>
  )
}

function addressOf(category: Category | null, sort: Sort, search: string): string {
  const query = new URLSearchParams()
  if (category) query.set('categorie', slugOf(category))
  if (search) query.set('q', search)
  if (sort) query.set('tri', sort)
  return query.size > 0 ? `${addresses.shop}?${query}` : addresses.shop
}
