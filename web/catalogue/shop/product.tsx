import { type ComponentType, lazy, type MouseEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { data, isRouteErrorResponse, Link, useRouteLoaderData } from 'react-router'
import { type Product, TAB_NAMES, TEXT_TITLES } from '#features/catalogue/model.ts'
import type { Settings } from '#features/settings/model.ts'
import { MAX_ID } from '#platform/kernel/ids.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { addToCart } from '#web/cart/cart.ts'
import { quantityIdOf } from '#web/cart/lines.ts'
import { readCart } from '#web/cart/stored-cart.ts'
import { ErrorPage } from '#web/errors/error-page.tsx'
import { pageServices, unlessAway } from '#web/loader-context.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { shareLink } from '#web/sharing/share-link.ts'
import { sharedMeta } from '#web/shell/shared-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { chatAddress } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { ParcelPromise } from '#web/ui/parcel-promise.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PriceWithCode } from '#web/ui/price-with-code.tsx'
import { QuantityInput } from '#web/ui/quantity-input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/product'
import { Delivery } from './delivery.tsx'
import { Gallery } from './gallery.tsx'
import { type NotFoundData, NotFoundPage, notFoundData } from './not-found-page.tsx'
import { PackContents, PackSaving } from './pack.tsx'
import { Prices } from './prices.tsx'
import style from './product.module.css'
import { type CartRefusal, FEW_LEFT } from './product-card.tsx'
import { ProductGrid, RefusalDialog } from './product-grid.tsx'
import { forCards, slugOf } from './shop-query.ts'
import { productData } from './structured-data.ts'
import { type PricedProduct, useSupplierPrices } from './use-supplier-prices.ts'

const ADDED_MS = 3000

const QUICK_ORDER = 'Commander en une minute'

const NotLoaded = () => (
  <p role="alert">Le formulaire ne s’est pas chargé. Vérifiez la connexion, ou passez à la caisse.</p>
)

const QuickOrder = lazy<ComponentType<{ product: Product; quantity: number }>>(() =>
  import('#web/orders/quick-order/quick-order.tsx').catch(() => ({ default: NotLoaded })),
)

/** A first paragraph of at most this many characters is short enough to stand under the name. */
const LONGEST_LEAD = 180

export async function loader({ params, context }: Route.LoaderArgs) {
  const { findProduct, packOffer, listSimilar, suggest, cardAddress, publicUrl } = context.get(pageServices)
  const id = /^[1-9]\d{0,9}$/.test(params.id) ? Number(params.id) : 0
  const product = id >= 1 && id <= MAX_ID ? await findProduct(id) : null
  if (!product) {
    throw data(notFoundData(await unlessAway(suggest(''))), { status: 404 })
  }
  const description = product.description.trim() || defaultDescription(product)
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
    product,
    pack: product.category === 'pack' ? await unlessAway(packOffer(product)) : null,
    similar: forCards((await unlessAway(listSimilar(id))) ?? []),
  }
}

const defaultDescription = ({ name, userPrice }: Product): string =>
  `${name}, ${formatDirhams(userPrice)}. Livraison partout au Maroc, paiement en espèces à la réception.`

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? []

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, pack, similar } = loaderData
  return (
    <Page className={style.page}>
      <div className={style.top}>
        <Trail product={product} />
        <ShareButton product={product} />
      </div>
      {/* The key gives each product a page of its own: nothing typed or shown for the last one stays. */}
      <ProductFacts key={product.id} product={product} pack={pack} />
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
          <Link to={`${addresses.shop}?categorie=${slugOf(product.category)}`}>{TAB_NAMES[product.category]}</Link>
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

function ProductFacts({ product: loaded, pack }: Pick<Route.ComponentProps['loaderData'], 'product' | 'pack'>) {
  const product = useSupplierPrices([loaded])[0]!
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const isGone = product.stock < 1
  const separately = pack?.separately ?? null
  const paragraphs = paragraphsOf(product.description)
  const [first = '', ...others] = paragraphs
  const hasLead = others.length > 0 && first.length <= LONGEST_LEAD
  return (
    <article className={classes(common.stack, style.product)}>
      <Gallery images={loaded.images} name={product.name} isFaded={isGone} />
      <div className={classes(common.stack, style.facts)}>
        <div className={common.lines}>
          <h1 className={style.name}>{product.name}</h1>
          {loaded.benefit && <p className={common.quiet}>{loaded.benefit}</p>}
        </div>
        <div className={classes(common.wrap, style.offer)}>
          <Prices product={product} size="large" isBesideDearer={separately !== null} />
          {separately !== null && <PackSaving separately={separately} price={product.userPrice} />}
          {!isGone && <StockBadge stock={product.stock} />}
        </div>
        {hasLead && <p className={classes(common.quiet, style.lead)}>{first}</p>}
        <Notice tone="danger" className={style.buyerNotice}>
          <p>Vous ne pouvez pas passer des commandes en tant que acheteur</p>
        </Notice>
        {isGone && (
          <Notice tone="warn" title="Produit en rupture de stock">
            <p>
              Il n’est pas disponible pour le moment. <a href="#similaires">Voir les produits similaires</a>
            </p>
          </Notice>
        )}
        <OrderForm product={product} />
        {root && (
          <div className={style.delivery}>
            <Delivery text={root.settings.deliveryText} rates={root.rates} />
          </div>
        )}
        {pack && pack.parts.length > 0 && <PackContents parts={pack.parts} />}
        <div className={style.texts}>
          <TextSection title="Description" paragraphs={hasLead ? others : paragraphs} />
          {(['usage', 'highlights', 'precautions'] as const).map((text) => (
            <TextSection key={text} title={TEXT_TITLES[text]} paragraphs={paragraphsOf(loaded[text] ?? '')} />
          ))}
        </div>
      </div>
      {root && <Reassurance productName={product.name} settings={root.settings} />}
    </article>
  )
}

const paragraphsOf = (text: string): string[] => text.split(/\n\s*\n/).filter((each) => each.trim() !== '')

function TextSection({ title, paragraphs }: { title: string; paragraphs: readonly string[] }) {
  if (paragraphs.length === 0) return null
  return (
    <details className={style.details} open>
      <summary>
        <h2>{title}</h2>
        <Icon name="chevron-down" />
      </summary>
      <div className={classes(common.stack, common.gap3, common.quiet, style.text)}>
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </details>
  )
}

function StockBadge({ stock }: { stock: number }) {
  return stock <= FEW_LEFT ? (
    <Badge tone="warn" icon="clock">
      {stock === 1 ? 'Plus qu’un en stock' : `Plus que ${stock} en stock`}
    </Badge>
  ) : (
    <Badge tone="ok" icon="check">
      En stock
    </Badge>
  )
}

function OrderForm({ product }: { product: PricedProduct }) {
  const [quantity, setQuantity] = useState(1)
  const [refusal, setRefusal] = useState<CartRefusal | null>(null)
  const [isQuick, setQuick] = useState(false)
  const buttons = useRef<HTMLDivElement>(null)
  const areButtonsPassed = useIsScrolledPast(buttons)
  const errorId = useId()
  // A sold-out product has a message of its own, shown on the tap.
  const isTooMany = product.stock > 0 && quantity > product.stock

  const add = () => {
    const answer = addToCart(product, quantity)
    if (!answer.ok) return setRefusal(answer)
    toast({
      title: 'Produit ajouté au panier!',
      text: `${quantity} × ${product.name}`,
      action: { label: 'Passer à la caisse', to: addresses.checkout },
      duration: ADDED_MS,
    })
  }

  const addFirst = (event: MouseEvent) => {
    if (readCart().length > 0) return
    const answer = addToCart(product, quantity)
    if (answer.ok) return
    event.preventDefault()
    setRefusal(answer)
  }

  return (
    <>
      <div className={classes(common.stack, common.gap3, style.order)}>
        <div className={classes(common.wrap, style.amount)} ref={buttons}>
          {isQuick && (
            <span className={common.medium} aria-hidden="true">
              Quantité
            </span>
          )}
          <QuantityInput
            label="Quantité"
            id={quantityIdOf(product.id)}
            value={quantity}
            max={product.stock}
            onChange={setQuantity}
            isInvalid={isTooMany}
            describedBy={isTooMany ? errorId : undefined}
          />
          <Button className={style.add} onClick={add} hidden={isQuick}>
            Ajouter au panier
          </Button>
        </div>
        {isTooMany && (
          <p className={common.problem} id={errorId} role="status">
            Il ne reste que {product.stock} unités en stock.
          </p>
        )}
        <div className={classes(common.stack, common.gap3, style.ways)}>
          <ButtonLink look="secondary" to={addresses.checkout} prefetch="intent" onClick={addFirst} hidden={isQuick}>
            Passer à la caisse
          </ButtonLink>
          {product.stock > 0 && <QuickOrderToggle isOpen={isQuick} onToggle={() => setQuick(!isQuick)} />}
        </div>
        {isQuick && (
          <section className={classes(common.panel, style.quick)} aria-label={QUICK_ORDER}>
            <Suspense fallback={<Skeleton shape="block" className={style.quickRoom} />}>
              <QuickOrder product={product} quantity={quantity} />
            </Suspense>
          </section>
        )}
      </div>
      <div className={style.sticky} data-shown={areButtonsPassed} hidden={isQuick}>
        <Picture image={product.image} alt="" sizes="52px" className={style.thumbnail} />
        <div className={style.stickyWords}>
          <p className={style.stickyName}>{product.name}</p>
          <p className={common.bold}>
            {product.isPriceAwaited ? (
              <Skeleton />
            ) : (
              <PriceWithCode amount={product.distributorPrice ?? product.userPrice} />
            )}
          </p>
        </div>
        <Button size="small" aria-label={`Ajouter au panier, ${product.name}`} onClick={add}>
          Ajouter
        </Button>
      </div>
      <RefusalDialog refusal={refusal} onClose={() => setRefusal(null)} />
    </>
  )
}

interface QuickOrderToggleProps {
  isOpen: boolean
  onToggle: () => void
}

/** Opens the form that orders this product alone. Without a script it leads to the checkout. */
function QuickOrderToggle({ isOpen, onToggle }: QuickOrderToggleProps) {
  return (
    <>
      <Button
        look="plain"
        icon={isOpen ? 'close' : 'clock'}
        className={style.toggle}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {QUICK_ORDER}
      </Button>
      <noscript>
        <ButtonLink look="plain" icon="clock" className={style.toggleLink} to={addresses.checkout}>
          {QUICK_ORDER}
        </ButtonLink>
      </noscript>
    </>
  )
}

function Reassurance({ productName, settings }: { productName: string; settings: Settings }) {
  return (
    <ul className={classes(common.stack, common.gap3, style.reassurance)}>
      <li className={common.iconed}>
        <Icon name="shield" />
        Produits autorisés DMP et ONSSA
      </li>
      <li className={common.iconed}>
        <Icon name="cash" />
        Paiement en espèces à la réception
      </li>
      <li className={common.iconed}>
        <Icon name="truck" />
        Livraison partout au Maroc{settings.deliveryDelay && `, en ${settings.deliveryDelay}`}
      </li>
      <li>
        <ParcelPromise />
      </li>
      {settings.chatNumber !== '' && (
        <li className={common.iconed}>
          <Icon name="whatsapp" />
          <span>
            Une question&nbsp;?{' '}
            <a
              href={chatAddress(settings.chatNumber, `${settings.chatGreeting} (${productName})`)}
              target="_blank"
              rel="noopener noreferrer"
            >
              Écrivez-nous sur WhatsApp
            </a>
          </span>
        </li>
      )}
    </ul>
  )
}

/** True while an element is above the screen. */
function useIsScrolledPast(element: React.RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    if (!element.current) return
    // An element below the screen counts as on it: a jump from above it to below it would report nothing otherwise.
    const observer = new IntersectionObserver(([entry]) => setPast(entry?.isIntersecting === false), {
      rootMargin: '0px 0px 1000000px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isPast
}
