import { lazy, type ReactNode } from 'react'
import { data, isRouteErrorResponse, Link, useRouteLoaderData } from 'react-router'
import { type CardProduct, type Product, type ProductDetail, TAB_NAMES } from '#features/catalogue/model.ts'
import { MAX_ID } from '#platform/kernel/ids.ts'
import { type Centimes, formatDirhams, formatShortDirhams, minus } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { ErrorPage } from '#web/errors/error-page.tsx'
import { pageServices, unlessAway } from '#web/loader-context.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { shareLink } from '#web/sharing/share-link.ts'
import { sharedMeta } from '#web/shell/shared-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { addShapes, Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Picture } from '#web/ui/picture.tsx'
import codeStyle from '#web/ui/price-with-code.module.css'
import { useDiscountPercent, withCode } from '#web/ui/price-with-code.tsx'
import { OrderBox } from '../buying/order-box.tsx'
import { SoldOut, SoldOutPill } from '../buying/sold-out.tsx'
import { Trust } from '../buying/trust.tsx'
import { Delivery } from '../delivery.tsx'
import { type NotFoundData, notFoundData } from '../not-found-page.tsx'
import { Prices } from '../prices.tsx'
import { FEW_LEFT } from '../product-card.tsx'
import { ProductGrid } from '../product-grid.tsx'
import { forCards, shopAddress } from '../shop-query.ts'
import { useSupplierPrices } from '../use-supplier-prices.ts'
import type { Route } from './+types/product'
import { Gallery } from './gallery.tsx'
import { PRODUCT_SHAPES } from './icons.ts'
import { PackContents, PackSaving } from './pack.tsx'
import style from './product.module.css'
import { productTexts } from './product-texts.ts'
import { productData } from './structured-data.ts'
import { AddTogether, Together } from './together.tsx'

addShapes(PRODUCT_SHAPES)

/** Its dates are shown until another city is chosen: most parcels go there. */
const LARGEST_CITY = 'Casablanca'

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(pageServices)
  const { findProduct, packOffer, packWith, orderedWith, listSimilar, suggest, cardAddress, publicUrl } = services
  const id = /^[1-9]\d{0,9}$/.test(params.id) ? Number(params.id) : 0
  const product = id >= 1 && id <= MAX_ID ? await findProduct(id) : null
  if (!product) {
    throw data(notFoundData(await unlessAway(suggest(''))), { status: 404 })
  }
  const isPack = product.category === 'pack'
  const [pack, packAround, together, figures, dates] = await Promise.all([
    isPack ? unlessAway(packOffer(product)) : null,
    isPack ? null : unlessAway(packWith(product)),
    product.stock > 0 ? unlessAway(orderedWith(product)) : null,
    unlessAway(services.shopFigures()),
    unlessAway(services.deliveryDates(LARGEST_CITY)),
  ])
  // A pack beside one of its own pieces would be two of that.
  const isApart = (each: Product) => each.category !== 'pack' && !pack?.parts.some((part) => part.id === each.id)
  const other = together?.find(isApart)
  const similar = await unlessAway(listSimilar(id, other ? [other.id] : []))
  const description = product.description.trim() || defaultDescription(product)
  const parts = pack?.parts ?? []
  return {
    meta: [
      ...sharedMeta({
        title: product.name,
        description,
        publicUrl,
        path: addresses.product(product.id),
        card: { path: cardAddress(product), alt: `${product.name}, ${formatDirhams(product.userPrice)}` },
        type: 'product',
      }),
      { property: 'product:price:amount', content: (product.userPrice / 100).toFixed(2) },
      { property: 'product:price:currency', content: 'MAD' },
      { property: 'product:availability', content: product.stock > 0 ? 'in stock' : 'out of stock' },
      ...productData(publicUrl, product, description),
    ],
    product: { ...cardOf(product), separately: pack?.separately ?? null },
    ...productTexts(product, parts),
    // In a narrow column the dot before the size would end a line.
    parts: parts.map((part) => ({ ...part, benefit: part.benefit?.replace(' · ', ', ') ?? null })),
    around: forCards([other, packAround].filter((each) => each != null)),
    similar: forCards(similar ?? []),
    delivered: figures?.delivered ?? null,
    dates,
  }
}

/** A product without its texts and pictures. */
function cardOf({ usage: _, highlights: _1, precautions: _2, images: _3, ...card }: ProductDetail) {
  return card
}

const defaultDescription = ({ name, userPrice }: Product): string =>
  `${name}, ${formatDirhams(userPrice)}. Livraison partout au Maroc, paiement en espèces à la réception.`

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? []

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, similar } = loaderData
  return (
    <Page className={style.page}>
      <div className={style.top}>
        <Trail product={product} />
        <ShareButton product={product} />
      </div>
      {/* The key gives each product a page of its own: nothing typed or shown for the last one stays. */}
      <ProductFacts key={product.id} {...loaderData} />
      <section className={classes(common.stack, common.gap5, style.similar)} aria-labelledby="similaires">
        <h2 id="similaires">Produits similaires</h2>
        {similar.length > 0 ? (
          <ProductGrid products={similar} />
        ) : (
          <p className={common.quiet}>Aucun produit similaire trouvé.</p>
        )}
      </section>
    </Page>
  )
}

// Few look at a product that is not there: everybody else does without its page.
const NotFoundPage = lazy(async () => ({ default: (await import('../not-found-page.tsx')).NotFoundPage }))

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage {...(error.data as NotFoundData)} />
  return <ErrorPage />
}

function Trail({ product }: { product: Route.ComponentProps['loaderData']['product'] }) {
  return (
    <nav aria-label="Fil d’Ariane">
      <ol className={classes(common.wrap, common.note, common.targets, style.steps)}>
        <li>
          <Link to={addresses.shop}>Boutique</Link>
          <Icon name="chevron-right" size={16} />
        </li>
        <li>
          <Link to={shopAddress({ category: product.category })}>{TAB_NAMES[product.category]}</Link>
        </li>
      </ol>
    </nav>
  )
}

function ShareButton({ product: { id, name } }: { product: Product }) {
  const share = () => shareLink({ title: name, text: name, url: window.location.origin + addresses.product(id) })
  return (
    <Button look="plain" size="small" icon="share" className={style.share} onClick={share}>
      Partager
    </Button>
  )
}

type ProductFactsProps = Omit<Route.ComponentProps['loaderData'], 'meta' | 'similar'>

function ProductFacts({ product: loaded, parts, around, delivered, dates, ...words }: ProductFactsProps) {
  const { images, lead, points } = words
  const [priced, ...pricedAround] = useSupplierPrices<CardProduct>([loaded, ...around])
  const product = priced!
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const isGone = product.stock < 1
  const { separately } = product
  const benefit = loaded.benefit || (parts.length > 1 && `${parts.length} produits`)
  const purpose = lead && <p className={classes(common.larger, style.lead)}>{lead}</p>
  const texts = <Texts {...words}>{parts.length === 0 && purpose}</Texts>
  const trust = root && !isGone && (
    <Trust className={style.trust} productName={product.name} settings={root.settings} delivered={delivered} />
  )
  const offer = (
    <div className={classes(common.wrap, style.offer)}>
      <Prices product={product} size="large" isBesideDearer={separately !== null} />
      {separately !== null ? (
        <PackSaving separately={separately} price={product.userPrice} />
      ) : (
        <CodeSaving price={product.userPrice} />
      )}
      {isGone && <SoldOutPill product={product} />}
      {!isGone && product.stock <= FEW_LEFT && (
        <Badge tone="warn" icon="clock">
          {product.stock === 1 ? 'Plus qu’un en stock' : `Plus que ${product.stock} en stock`}
        </Badge>
      )}
    </div>
  )
  return (
    <article className={classes(common.stack, style.product)}>
      {/* Its room: in the grid itself what is sticky would lie on the rows below. */}
      <div className={style.pictures}>
        <Gallery images={images} name={product.name} />
      </div>
      <div className={classes(common.stack, style.facts)}>
        <div className={common.lines}>
          <h1 className={style.name}>{product.name}</h1>
          {benefit && <p className={common.quiet}>{benefit}</p>}
        </div>
        <Notice tone="danger" className={style.buyerNotice}>
          <p>Vous ne pouvez pas passer des commandes en tant que acheteur</p>
        </Notice>
        {isGone ? (
          <>
            {offer}
            <SoldOut product={product} />
          </>
        ) : (
          <OrderBox product={product}>{offer}</OrderBox>
        )}
        {points.length > 0 && (
          <ul className={style.points} aria-label="À retenir">
            {points.map((point) => (
              <li key={point} className={common.iconed}>
                <Icon name="check" size={18} />
                {point}
              </li>
            ))}
          </ul>
        )}
        {root && !isGone && (
          <div className={style.delivery}>
            <Delivery
              rates={root.rates}
              delay={root.settings.deliveryDelay}
              words={deliveryWords(root, dates, product.stock > FEW_LEFT)}
            />
          </div>
        )}
      </div>
      {trust}
      {parts.length > 0 && (
        <PackContents
          parts={parts}
          separately={separately}
          price={product.userPrice}
          act={!isGone && <AddTogether products={[product]} />}
          className={style.contents}
        >
          <h2 className={style.name} id="dans-ce-pack">
            Dans ce pack
          </h2>
          {purpose}
        </PackContents>
      )}
      {/* The product itself comes before what goes with it, unless it is sold out. */}
      {!isGone && texts}
      <Together className={style.together} product={product} around={pricedAround} />
      {isGone && texts}
    </article>
  )
}

/** The dates of the largest city; without them the shop's own words. */
function deliveryWords(
  { settings, feesInWords }: Awaited<ReturnType<typeof rootLoader>>,
  dates: string | null,
  isInStock: boolean,
) {
  if (!dates) return `${settings.deliveryText}${settings.deliveryDelay && ` Délai\u00A0: ${settings.deliveryDelay}.`}`
  return (
    <>
      Par exemple, à {LARGEST_CITY}&nbsp;: <b>{dates}</b>{' '}
      <span className={common.block}>
        {isInStock && 'En stock · '}
        {feesInWords}.
      </span>
    </>
  )
}

/** The saving by a code. */
function CodeSaving({ price }: { price: Centimes }) {
  const percent = useDiscountPercent()
  if (!percent) return null
  return (
    <p className={classes(codeStyle.withCode, style.saved)}>
      Vous économisez {formatShortDirhams(minus(price, withCode(price, percent)))}
    </p>
  )
}

interface TextsProps extends Pick<ProductFactsProps, 'texts' | 'further' | 'review'> {
  /** Its purpose, unless that stands elsewhere. */
  children: ReactNode
}

/** The texts of a product, beside one more of its pictures. */
function Texts({ texts, further, review, children }: TextsProps) {
  return (
    <div className={style.texts}>
      {/* Cut to a tall box: wider than that. */}
      {further && <Picture image={further} alt="" sizes="(min-width: 768px) 60vw, 100vw" />}
      <div className={style.sections}>
        {children}
        {texts.map(({ icon, title, paragraphs, beginning }) => {
          const told = paragraphs.map((text) =>
            typeof text === 'string' ? (
              <p key={text} className={common.quiet}>
                {text}
              </p>
            ) : (
              <ul key={text[0]} className={common.quiet}>
                {text.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            ),
          )
          return (
            <section key={title} className={style.text}>
              <Icon name={icon} size={24} />
              <h2 className={common.larger}>{title}</h2>
              {beginning ? (
                <details>
                  <summary className={common.quiet}>
                    <span>{beginning}… </span>
                    <u>
                      Voir la liste<span className="visually-hidden"> de la composition</span>
                    </u>
                  </summary>
                  {told}
                </details>
              ) : (
                told
              )}
            </section>
          )
        })}
        {review && (
          <figure className={classes(common.panel, style.review)}>
            <blockquote>«&nbsp;{review.quote}&nbsp;»</blockquote>
            <figcaption className={common.hint}>
              {review.by} · {review.mark}
            </figcaption>
          </figure>
        )}
      </div>
    </div>
  )
}
