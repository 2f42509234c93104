import { type ReactNode, useEffect, useRef } from 'react'
import { data, Link, redirect, useLocation, useNavigation } from 'react-router'
import { CATEGORIES, type Category, countedProducts, SHOP_PAGE, TAB_NAMES } from '#features/catalogue/model.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import argan from '#web/assets/scenes/argan-320.webp'
import rose from '#web/assets/scenes/lost-320.webp'
import trio from '#web/assets/scenes/sign-up-320.webp'
import spirulina from '#web/assets/scenes/spirulina-320.webp'
import { useBrowserValue } from '#web/browser-value.ts'
import { listStatus, pageServices, unlessAway } from '#web/loader-context.ts'
import { LatestReceipt } from '#web/orders/receipt/latest-receipt.tsx'
import { type Receipt, readReceipt, saveReceipt, watchReceipt } from '#web/orders/receipt/receipt.ts'
import { CONTENT_ID } from '#web/shell/content-id.ts'
import { sharedMeta } from '#web/shell/shared-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ChatLink } from '#web/ui/chat-link.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/boutique'
import style from './boutique.module.css'
import { useChatNumber } from './buying/tell-me.tsx'
import { FAMILY_WORDS } from './family-words.ts'
import { type InSight, inSight } from './pages-in-sight.ts'
import { listData } from './product/structured-data.ts'
import { ProductGrid } from './product-grid.tsx'
import { LONGEST_SEARCH, SearchForm, SortSelect } from './search-form.tsx'
import { categoryOf, forCards, orderOf, pageOf, type Sort, shopAddress, sortOf } from './shop-query.ts'
import { UnloadedList } from './unloaded-list.tsx'

/** Products below a search that found few: a row of four, or two of two. Twice as many below one that found none. */
const INSTEAD = 4

export async function loader({ request, context }: Route.LoaderArgs) {
  const { browse, bestSellers, publicUrl } = context.get(pageServices)
  const wanted = requestOf(new URL(request.url).search)
  const { category, sort, search } = wanted
  const shown = await unlessAway(browse({ category, search, sort: orderOf(sort), page: wanted.page }))
  const { page, found } = shown ?? { page: wanted.page, found: 0 }
  if (page < wanted.page) throw redirect(shopAddress({ ...wanted, page }))
  // A search that found little is no dead end: more of that family, or best sellers.
  const isPoor = shown && search !== '' && found < INSTEAD
  const like = isPoor ? shown.products[0]?.category : undefined
  const alike = like ? await unlessAway(browse({ category: like, search: '', sort: 'first', page: 1 })) : null
  const sold = isPoor && !like ? await unlessAway(bestSellers(2 * INSTEAD)) : null
  const others = alike ?? sold
  const isOther = ({ id, stock }: { id: number; stock: number }) =>
    stock > 0 && !shown?.products.some((each) => each.id === id)
  const isWhole = category === null && search === '' && sort === ''
  const pageWords = page > 1 ? `, page ${page}` : ''
  const answer = {
    meta: [
      ...sharedMeta({
        title: category
          ? `Boutique\u00A0: ${TAB_NAMES[category]}${pageWords}`
          : `Boutique\u00A0: tous nos soins et compléments${pageWords}`,
        description: `${page > 1 ? `Page ${page}\u00A0: tous nos` : 'Tous nos'} cosmétiques, compléments et packs. Livraison partout au Maroc, paiement en espèces à la réception.`,
        publicUrl,
        path: search === '' && sort === '' ? shopAddress({ category, page }) : addresses.shop,
        isIndexed: search === '',
      }),
      ...(isWhole && shown ? listData(publicUrl, shown.products, (page - 1) * SHOP_PAGE, found) : []),
    ],
    shown: shown && { ...shown, products: forCards(shown.products) },
    instead: others && {
      title: alike ? 'À voir aussi' : sold?.areSold ? 'Nos meilleures ventes' : 'Nos nouveautés',
      products: forCards(others.products.filter(isOther).slice(0, alike ? INSTEAD : 2 * INSTEAD)),
    },
  }
  return data(answer, listStatus(shown))
}

/** The picture of each head, on wide screens. */
const NICHES = {
  all: argan,
  supplement: spirulina,
  cosmetic: rose,
  pack: trio,
} as const satisfies Record<Category | 'all', string>

/** Reads the category, the order, the search and the page from an address of the shop. */
function requestOf(search: string) {
  const query = new URLSearchParams(search)
  return {
    category: categoryOf(query.get('categorie')),
    sort: sortOf(query.get('tri')),
    search: (query.get('q') ?? '').slice(0, LONGEST_SEARCH),
    page: pageOf(query.get('page')),
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [{ title: 'Boutique' }]

/** `loaderData` is null where no answer came. */
export default function Boutique({ loaderData }: { loaderData: Route.ComponentProps['loaderData'] | null }) {
  const { search: query, hash, key } = useLocation()
  const { category, sort, search } = requestOf(query)
  const shown = loaderData?.shown ?? null
  const navigation = useNavigation()
  const isFiltering = navigation.location?.pathname === addresses.shop
  const results = useRef<HTMLDivElement>(null)
  const seeResults = () => {
    results.current?.focus({ preventScroll: true })
    results.current?.scrollIntoView()
  }
  const all = shown && inSight(shopAddress({ category, sort, search }), shown.page, shown.products)
  /** The number of products before those that were asked for; null when none were. */
  const above = useRef<number | null>(null)
  const page = shown?.page
  // The link may have gone: the focus moves to the first of what it brought.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that has come
  useEffect(() => {
    if (above.current === null) return
    results.current?.querySelectorAll<HTMLElement>('h3 a')[above.current]?.focus({ preventScroll: true })
    above.current = null
  }, [page])
  const receipt = useBrowserValue(watchReceipt, readReceipt, null)
  // A search needs the field, in whose place the receipt stands.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press; the receipt may be opened again
  useEffect(() => {
    if (hash !== '' && receipt && !receipt.isFolded) saveReceipt({ ...receipt, isFolded: true })
  }, [key])
  if (receipt && shown && !receipt.isFolded && query === '')
    return <AfterOrder receipt={receipt} products={shown.products} />
  // The number of results, where others follow them.
  const few = (loaderData?.instead && shown?.found) || undefined
  // A search that finds nothing anywhere is left by the categories.
  const isNowhere = shown?.foundAnywhere === 0
  const kept = isNowhere ? '' : search
  const isNone = search !== '' && shown !== null && !shown.isShopEmpty && shown.products.length === 0
  const countOf = (count: number | undefined) =>
    count === undefined || isNowhere ? {} : { count: formatInteger(count) }
  return (
    <Page className={classes(common.stack, style.page)}>
      {receipt && <LatestReceipt receipt={receipt} isFolded />}
      <div className={style.head} data-family={isNone ? 'none' : (category ?? 'all')}>
        <h1>{category ? TAB_NAMES[category] : 'Boutique'}</h1>
        <p className={common.note} role="status">
          {shown && all && all.products.length > 0 && rangeInWords(all, shown.found)}
        </p>
        <p className={style.lead}>
          {search && shown?.products.length ? (
            <>
              Pour «&nbsp;<bdi>{search}</bdi>&nbsp;» · <Link to={shopAddress({ category, sort })}>Tout afficher</Link>
            </>
          ) : (
            <Lead category={category} sort={sort} onFollow={() => results.current?.focus({ preventScroll: true })} />
          )}
        </p>
        {!isNone && (
          <img
            className={style.niche}
            src={NICHES[category ?? 'all']}
            alt=""
            width={320}
            height={320}
            loading="lazy"
            decoding="async"
          />
        )}
      </div>
      <div className={style.controls}>
        <Chips
          label="Catégories"
          chips={[
            {
              label: 'Tout',
              ...countOf(shown?.foundAnywhere),
              to: shopAddress({ sort, search: kept }),
              isCurrent: category === null,
            },
            ...CATEGORIES.map((each) => ({
              label: TAB_NAMES[each],
              ...countOf(shown?.counts[each]),
              to: shopAddress({ category: each, sort, search: kept }),
              isCurrent: category === each,
            })),
          ]}
        />
        <SearchForm category={category} sort={sort} search={search} shown={shown} onSeeResults={seeResults} />
        <SortSelect sort={sort} />
      </div>
      <div
        ref={results}
        tabIndex={-1}
        className={classes(common.stack, style.results)}
        data-pending={isFiltering}
        data-few={few}
      >
        <h2 className={few ? undefined : 'visually-hidden'}>{few ? 'Votre recherche' : 'Produits'}</h2>
        {shown && all ? (
          <Results
            shown={shown}
            all={all}
            onMore={() => {
              above.current = all.products.length
            }}
            instead={loaderData?.instead ?? null}
            none={
              isNone && (
                <NothingFound
                  families={CATEGORIES.filter((each) => isNowhere || shown.counts[each] > 0)}
                  search={search}
                  kept={kept}
                />
              )
            }
            linkTo={(page) => shopAddress({ category, sort, search, page })}
          />
        ) : (
          <UnloadedList />
        )}
      </div>
    </Page>
  )
}

interface LeadProps {
  category: Category | null
  sort: Sort
  /** Runs when a search is followed: its link goes with the words. */
  onFollow: () => void
}

/** The words of a family, its searches as links. */
function Lead({ category, sort, onFollow }: LeadProps) {
  const parts = FAMILY_WORDS[category ?? 'all'].split(/[[\]]/)
  return parts.map((part, nth) =>
    nth % 2 === 0 ? (
      part
    ) : (
      <Link key={part} to={shopAddress({ category, sort, search: part })} preventScrollReset onClick={onFollow}>
        {part}
      </Link>
    ),
  )
}

interface AfterOrderProps {
  receipt: Receipt
  products: NonNullable<Route.ComponentProps['loaderData']['shown']>['products']
}

/** The receipt, and a few products that are not in the order: whoever has just ordered seldom searches the whole shop. */
function AfterOrder({ receipt, products }: AfterOrderProps) {
  const ordered = new Set(receipt.lines.map(({ productId }) => productId))
  const others = products.filter(({ id, stock }) => stock > 0 && !ordered.has(id)).slice(0, INSTEAD)
  const isSuppliers = receipt.order.collected !== undefined
  const seeAll = () => {
    saveReceipt({ ...receipt, isFolded: true })
    window.scrollTo(0, 0)
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
  }
  return (
    <Page className={classes(common.stack, common.gap6, style.receipt)}>
      <LatestReceipt receipt={receipt} isFolded={false} />
      <div className={style.others}>
        <h2>En attendant le colis</h2>
        <p>
          {isSuppliers ? (
            'Une autre commande est livrée et payée à part.'
          ) : (
            <>
              Commandez avant le départ du colis, avec le même numéro&nbsp;: nous réunissons vos commandes, et vous
              payez <b>une seule livraison</b>.
            </>
          )}
        </p>
      </div>
      <ProductGrid products={others} strip={style.strip} />
      <div className={common.centred}>
        <Button look="secondary" onClick={seeAll}>
          Voir toute la boutique
        </Button>
      </div>
    </Page>
  )
}

interface ResultsProps {
  shown: NonNullable<Route.ComponentProps['loaderData']['shown']>
  all: InSight
  onMore: () => void
  instead: Route.ComponentProps['loaderData']['instead']
  /** They stand in for a search's results when there are none. */
  none: ReactNode
  linkTo: (page: number) => string
}

function Results({ shown, all: { products, from }, onMore, instead, none, linkTo }: ResultsProps) {
  const { page, found, isShopEmpty } = shown
  const before = from - 1
  const after = found - before - products.length
  return (
    <>
      {products.length > 0 && <ProductGrid products={products} eager={4} />}
      {before + after > 0 && products.length > 0 && (
        <nav className={style.pages} aria-label="Pages de la boutique">
          {before > 0 && (
            <ButtonLink look="secondary" to={linkTo(before / SHOP_PAGE)}>
              Revenir aux {SHOP_PAGE} précédents
            </ButtonLink>
          )}
          {after > 0 && (
            <ButtonLink look="secondary" to={linkTo(page + 1)} preventScrollReset onClick={onMore}>
              {`Afficher ${countedProducts(Math.min(after, SHOP_PAGE))} de plus`}
            </ButtonLink>
          )}
        </nav>
      )}
      {products.length === 0 && isShopEmpty && <EmptyState title="No products available." />}
      {none}
      {instead && instead.products.length > 0 && (
        <section className={style.instead} aria-labelledby="ventes">
          <h2 id="ventes">{instead.title}</h2>
          <ProductGrid products={instead.products} />
        </section>
      )}
      {products.length === 0 && !isShopEmpty && !none && (
        <EmptyState
          title="Aucun produit dans cette catégorie pour le moment"
          action={
            <ButtonLink look="secondary" to={addresses.shop} preventScrollReset>
              Voir tous les produits
            </ButtonLink>
          }
        />
      )}
    </>
  )
}

interface NothingFoundProps {
  /** Those that the search leads on to. */
  families: readonly Category[]
  search: string
  /** The search that goes along with them; empty where it finds nothing in them either. */
  kept: string
}

function NothingFound({ families, search, kept }: NothingFoundProps) {
  const chatNumber = useChatNumber()
  return (
    <div className={style.none}>
      <div className={classes(common.stack, style.words)}>
        <p className={style.title}>Aucun produit ne correspond à&nbsp;votre recherche</p>
        <p>Essayez un mot plus court, ou une {kept && 'autre '}catégorie.</p>
        <div className={classes(common.wrap, style.ways)}>
          <ButtonLink look="secondary" to={addresses.shop} preventScrollReset>
            Effacer la recherche
          </ButtonLink>
          {chatNumber && (
            <ChatLink
              number={chatNumber}
              words={`Bonjour, je cherche «\u00A0${search}\u00A0» et ne le trouve pas dans la boutique.`}
              className={style.ask}
            >
              Demandez-nous sur WhatsApp
            </ChatLink>
          )}
        </div>
      </div>
      <ul className={style.families} aria-label="Parcourir par catégorie">
        {families.map((family) => (
          <li key={family}>
            <Link to={shopAddress({ category: family, search: kept })} preventScrollReset>
              <img src={NICHES[family]} alt="" width={320} height={320} loading="lazy" decoding="async" />
              {TAB_NAMES[family]}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Counts the products in sight and those of the whole list: `25–48 sur 60 produits`. */
function rangeInWords({ products, from }: InSight, found: number): string {
  if (products.length === found) return countedProducts(found)
  return `${formatInteger(from)}–${formatInteger(from + products.length - 1)} sur ${countedProducts(found)}`
}
