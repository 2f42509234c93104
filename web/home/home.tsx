import { useRef } from 'react'
import { data, useLocation } from 'react-router'
import { CATEGORIES, type Category } from '#features/catalogue/model.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { addresses } from '#web/addresses.ts'
import { shopData } from '#web/catalogue/shop/product/structured-data.ts'
import { categoryOf, forCards } from '#web/catalogue/shop/shop-query.ts'
import { listStatus, pageServices, unlessAway } from '#web/loader-context.ts'
import { sharedMeta } from '#web/shell/shared-meta.ts'
import { figuresInWords } from '#web/shell/shop-figures.ts'
import { addShapes } from '#web/ui/icon.tsx'
import type { Route } from './+types/home'
import { ORIGINS, Origins } from './bands/origins.tsx'
import { Routines, SHOWN_PACK } from './bands/routines.tsx'
import { Benefits } from './benefits/benefits.tsx'
import { benefitsOnSale } from './benefits/wanted-benefits.ts'
import { BestSellers } from './best-sellers.tsx'
import { CatalogueBanner } from './catalogue-banner.tsx'
import { Hero } from './hero.tsx'
import { HOME_SHAPES } from './icons.ts'
import { type Browse, firstPageOf, onSale } from './on-sale.ts'
import { bandSources, reviewSources, sceneSources } from './pictures.ts'
import { ReviewGallery } from './review-gallery.tsx'
import { REVIEW_MARK, reviews } from './reviews.ts'
import { SellingPoints } from './selling-points.tsx'
import { Showcase } from './showcase.tsx'
import { Steps } from './steps.tsx'
import { Verifiable } from './verifiable.tsx'

addShapes(HOME_SHAPES)

const TITLE = 'Rosalia\u00A0: cosmétiques et compléments livrés au Maroc'
const FIRST_TAB = CATEGORIES[0]!

/** Products of a tab, two whole rows of five on a wide screen; the shop has them all. */
const IN_A_TAB = 10
/** The last of so many of each family is on the catalogue's cover: the first ones are among the cards above. */
const FOR_COVERS = 10
/** Products of the row of best sellers, all in sight on a wide screen. */
const BEST_SELLERS = 5

export async function loader({ request, context }: Route.LoaderArgs) {
  const { browse, listOldestOfCategory, countOnSale, bestSellers, shopFigures, sellerFacts, publicUrl, settings } =
    context.get(pageServices)
  const tab = tabOf(new URL(request.url).search)
  const known = await settings()
  const { videoUrl, deliveryText, deliveryDelay, seller, cndpNumber } = known
  const browseAll: Browse = (wanted) => unlessAway(browse(wanted))
  const [inTab, counts, best, covers, figures, benefits, origins, pack, { licences }] = await Promise.all([
    unlessAway(listOldestOfCategory(tab, IN_A_TAB + BEST_SELLERS)),
    unlessAway(countOnSale()),
    unlessAway(bestSellers(BEST_SELLERS)),
    unlessAway(Promise.all(CATEGORIES.map((each) => listOldestOfCategory(each, FOR_COVERS)))),
    unlessAway(shopFigures()),
    benefitsOnSale(browseAll),
    onSale(browseAll, ORIGINS),
    firstPageOf(browseAll, SHOWN_PACK).then((page) =>
      page?.products.find(({ name, stock }) => stock > 0 && name === SHOWN_PACK.search),
    ),
    sellerFacts(),
  ])
  const page = {
    meta: [
      ...sharedMeta({
        title: TITLE,
        description:
          'Soins du visage et du corps, compléments et packs autorisés au Maroc. Livraison partout dans le pays, paiement à la réception.',
        publicUrl,
        path: addresses.home,
      }),
      ...shopData(publicUrl, known),
    ],
    videoUrl,
    deliveryText,
    deliveryDelay,
    // Only what a visitor can check, in the shop's own orders or in a register.
    verifiable: {
      figures: figures ? figuresInWords(figures) : [],
      seller,
      licences,
      cndpNumber,
      parcel: sceneSources('parcel'),
    },
    tab,
    counts,
    products: inTab && forCards(othersFirst(inTab, best?.products ?? []).slice(0, IN_A_TAB)),
    best: best && { ...best, products: forCards(best.products) },
    // One benefit alone is no choice.
    benefits: benefits.length > 1 ? benefits : [],
    // All that the picture shows is on sale.
    origins: origins.length === ORIGINS.length ? { pictures: bandSources('origins'), links: origins } : null,
    routines: pack && {
      pictures: bandSources('evening'),
      pack: { id: pack.id, name: pack.name, separately: pack.separately, userPrice: pack.userPrice },
      count: counts?.pack ?? 0,
    },
    hero: { wide: bandSources('hero'), narrow: bandSources('hero-narrow') },
    // Put together in the loader, so that neither the quotes nor the many file names travel in the script.
    reviews: reviews.map(({ picture, productSlug: _, ...words }) => ({
      ...words,
      ...reviewSources(picture),
      mark: REVIEW_MARK,
    })),
    covers: covers?.flatMap((products) => products.at(-1)?.image ?? []) ?? [],
  }
  return data(page, listStatus(inTab))
}

/** Products that the row of best sellers shows come last: they are on the page already. */
function othersFirst<Shown extends { id: ProductId }>(products: readonly Shown[], best: readonly Shown[]): Shown[] {
  const isBest = ({ id }: Shown) => best.some((each) => each.id === id)
  return [...products.filter((each) => !isBest(each)), ...products.filter(isBest)]
}

const tabOf = (search: string): Category => categoryOf(new URLSearchParams(search).get('onglet')) ?? FIRST_TAB

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [{ title: TITLE }]

/** `loaderData` is null where no answer came: the last data then stands around an empty list. */
export default function Home({ loaderData }: { loaderData: Route.ComponentProps['loaderData'] | null }) {
  const { search } = useLocation()
  const lastKnown = useRef(loaderData)
  if (loaderData) lastKnown.current = loaderData
  const known = lastKnown.current
  return (
    <main>
      <Hero pictures={known?.hero ?? null} videoUrl={known?.videoUrl ?? ''} />
      {known?.best && known.best.products.length > 0 && <BestSellers {...known.best} />}
      <SellingPoints
        deliveryText={known?.deliveryText ?? ''}
        deliveryDelay={known?.deliveryDelay ?? ''}
        hasOrigins={known?.origins != null}
      />
      <Steps />
      {known?.origins && <Origins {...known.origins} />}
      {known && known.benefits.length > 0 && <Benefits benefits={known.benefits} />}
      <Showcase tab={tabOf(search)} counts={known?.counts ?? null} products={loaderData?.products ?? null} />
      {known?.routines && <Routines {...known.routines} />}
      {known && (
        <ReviewGallery reviews={known.reviews}>
          <Verifiable {...known.verifiable} />
        </ReviewGallery>
      )}
      <CatalogueBanner covers={known?.covers ?? []} />
    </main>
  )
}
