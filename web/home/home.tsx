import { useRef, useState } from 'react'
import { data, useLocation, useNavigation } from 'react-router'
import { CATEGORIES, type CardProduct, type Category, TAB_NAMES } from '#features/catalogue/model.ts'
import { addresses } from '#web/addresses.ts'
import { ProductGrid } from '#web/catalogue/shop/product-grid.tsx'
import { categoryOf, forCards, slugOf } from '#web/catalogue/shop/shop-query.ts'
import { shopData } from '#web/catalogue/shop/structured-data.ts'
import { UnloadedList } from '#web/catalogue/shop/unloaded-list.tsx'
import { listStatus, pageServices, unlessAway } from '#web/loader-context.ts'
import { sharedMeta } from '#web/shell/shared-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { Route } from './+types/home'
import style from './home.module.css'
import { heroSources, reviewSources, type Sources } from './pictures.ts'
import { REVIEW_MARK, reviews } from './reviews.ts'

const TITLE = 'Rosalia\u00A0: cosmétiques et compléments livrés au Maroc'
const FIRST_TAB = CATEGORIES[0]!

/** The most products of a tab; the shop has them all. */
const MOST_IN_A_TAB = 24

/** Pictures beside the catalogue's link. */
const COVERS = 3

export async function loader({ request, context }: Route.LoaderArgs) {
  const { listOldestOfCategory, publicUrl, settings } = context.get(pageServices)
  const tab = tabOf(new URL(request.url).search)
  const known = await settings()
  const { videoUrl, deliveryText } = known
  const [inTab, covers] = await Promise.all([
    unlessAway(listOldestOfCategory(tab, MOST_IN_A_TAB)),
    unlessAway(listOldestOfCategory('cosmetic', COVERS)),
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
    tab,
    products: inTab && forCards(inTab),
    hero: heroSources(),
    // Computed in the loader, so that neither the quotes nor the many file names travel in the script.
    reviews: reviews.map(({ picture, stars, quote, firstName, city, product }) => ({
      ...reviewSources(picture),
      alt: `${REVIEW_MARK}, ${stars} étoiles sur 5\u00A0: «\u00A0${quote}\u00A0» ${firstName}, ${city}, à propos de\u00A0: ${product}`,
    })),
    covers: covers?.map(({ image }) => image) ?? [],
  }
  return data(page, listStatus(inTab))
}

const tabOf = (search: string): Category => categoryOf(new URLSearchParams(search).get('onglet')) ?? FIRST_TAB

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [{ title: TITLE }]

/** `loaderData` is null where no answer came: the last data then stands around an empty list. */
export default function Home({ loaderData }: { loaderData: Route.ComponentProps['loaderData'] | null }) {
  const { search } = useLocation()
  const lastKnown = useRef(loaderData)
  if (loaderData) lastKnown.current = loaderData
  const { covers = [], videoUrl = '', deliveryText = '', hero = null, reviews = [] } = lastKnown.current ?? {}
  return (
    <main>
      <Hero picture={hero} videoUrl={videoUrl} />
      <SellingPoints deliveryText={deliveryText} />
      <section className={classes(style.inside, style.section)} aria-labelledby="produits">
        <Showcase tab={tabOf(search)} products={loaderData?.products ?? null} />
      </section>
      <section className={style.inside} aria-labelledby="catalogue">
        <CatalogueBanner covers={covers} />
      </section>
      <section className={classes(style.inside, style.section)} aria-labelledby="bienfaits">
        <Benefits />
      </section>
      {reviews.length > 0 && (
        <section className={classes(style.inside, style.reviews)} aria-labelledby="avis">
          <Reviews pictures={reviews} />
        </section>
      )}
    </main>
  )
}

function Hero({ picture, videoUrl }: { picture: Sources | null; videoUrl: string }) {
  const sizes = '(min-width: 1280px) 592px, (min-width: 768px) 46vw, (min-width: 544px) 512px, 92vw'
  return (
    <section className={style.hero} aria-labelledby="titre">
      <div className={classes(common.stack, style.inside, style.heroInside)}>
        <div className={classes(common.stack, style.words)}>
          <h1 id="titre">Des soins choisis pour votre peau, payés à la livraison</h1>
          <p className={classes(common.quiet, style.lead)}>
            Cosmétiques, compléments et packs aux ingrédients d’exception, autorisés au Maroc et livrés chez vous.
          </p>
          <div className={classes(common.wrap, common.middle)}>
            <ButtonLink to={addresses.shop} prefetch="intent">
              Acheter maintenant
            </ButtonLink>
            {videoUrl !== '' && <Video url={videoUrl} />}
          </div>
          <p className={classes(common.note, style.promise)}>
            <Icon name="cash" />
            Vous payez en espèces, à la réception.
          </p>
        </div>
        {picture && (
          <picture className={style.heroPicture}>
            <source type="image/avif" srcSet={picture.avif} sizes={sizes} />
            <source type="image/webp" srcSet={picture.webp} sizes={sizes} />
            <img
              src={picture.fallback}
              alt="Un lait pour le corps, une crème en pot et un sérum de la marque, posés sur des pétales roses"
              width={1200}
              height={1000}
              fetchPriority="high"
            />
          </picture>
        )}
      </div>
    </section>
  )
}

/** A button that opens the film. The film is another site's page, and loads only after the tap. */
function Video({ url }: { url: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="link" icon="play" onClick={() => setOpen(true)}>
        Voir la vidéo
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Notre maison en vidéo" size="wide">
        <iframe
          className={style.video}
          src={url}
          title="Vidéo de présentation"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        />
      </Dialog>
    </>
  )
}

interface Point {
  icon: IconName
  title: string
  text: string
}

const sellingPoints = (deliveryText: string): readonly Point[] => [
  { icon: 'truck', title: 'Livraison rapide', text: deliveryText || 'Partout au Maroc, jusqu’à votre porte.' },
  { icon: 'shield', title: 'Produits autorisés', text: 'Enregistrés auprès de la DMP et de l’ONSSA.' },
  {
    icon: 'leaf',
    title: 'Ingrédients d’exception',
    text: 'Argan, rose, nigelle\u00A0: des actifs choisis à la source.',
  },
  { icon: 'smile', title: 'Satisfaction prouvée', text: 'Une équipe qui répond, avant et après la commande.' },
]

function SellingPoints({ deliveryText }: { deliveryText: string }) {
  return (
    <section className={style.points} aria-label="Nos engagements">
      <ul className={classes(style.inside, style.pointList)}>
        {sellingPoints(deliveryText).map(({ icon, title, text }) => (
          <li key={title} className={classes(common.stack, style.point)}>
            <Icon name={icon} size={28} />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Showcase({ tab, products }: { tab: Category; products: readonly CardProduct[] | null }) {
  const navigation = useNavigation()
  const isSwitching = navigation.location?.pathname === addresses.home
  return (
    <>
      <div className={classes(common.stack, style.head)}>
        <h2 id="produits">Nos produits</h2>
        <Chips
          label="Familles de produits"
          chips={CATEGORIES.map((each) => ({
            label: TAB_NAMES[each],
            to: `/?onglet=${slugOf(each)}`,
            isCurrent: each === tab,
          }))}
        />
      </div>
      <div className={style.results} data-pending={isSwitching}>
        {products === null ? (
          <UnloadedList />
        ) : products.length > 0 ? (
          <ProductGrid products={products} />
        ) : (
          <EmptyState title="No products available." />
        )}
      </div>
      <div className={style.more}>
        <ButtonLink look="secondary" to={addresses.shop} prefetch="intent">
          Voir toute la boutique
        </ButtonLink>
      </div>
    </>
  )
}

function CatalogueBanner({ covers }: { covers: readonly string[] }) {
  return (
    <div className={classes(common.stack, common.gap6, style.catalogue)}>
      <div className={classes(common.stack, common.gap3, style.catalogueWords)}>
        <h2 id="catalogue">Le catalogue, à garder sous la main</h2>
        <p>Nos produits avec leur photo et leur prix du jour, dans un PDF à lire hors ligne ou à partager.</p>
        <ButtonLink to={addresses.catalogue} icon="download" reloadDocument>
          Télécharger le catalogue
        </ButtonLink>
      </div>
      <div className={style.fan}>
        {covers.map((image) => (
          <Picture key={image} image={image} alt="" sizes="176px" />
        ))}
      </div>
    </div>
  )
}

const BENEFITS: readonly Point[] = [
  { icon: 'drop', title: 'Hydrater', text: 'Laits, beurres et sérums qui gardent la peau souple du matin au soir.' },
  { icon: 'sun', title: 'Protéger', text: 'Des soins solaires légers, à porter chaque jour de l’année.' },
  { icon: 'star', title: 'Unifier', text: 'Crèmes éclaircissantes et anti-taches, pour un teint plus égal.' },
  { icon: 'heart', title: 'Fortifier', text: 'Des compléments pour la forme, la peau et les cheveux.' },
]

function Benefits() {
  return (
    <>
      <div className={classes(common.stack, style.head)}>
        <h2 id="bienfaits">Ce que nos soins font pour vous</h2>
      </div>
      <ul className={classes(common.stack, common.gap3, style.benefits)}>
        {BENEFITS.map(({ icon, title, text }) => (
          <li key={title} className={style.benefit}>
            <span className={classes(common.mark, style.mark)}>
              <Icon name={icon} size={24} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

function Reviews({ pictures }: { pictures: readonly (Sources & { alt: string })[] }) {
  const sizes = '(min-width: 1024px) 227px, (min-width: 400px) 288px, 72vw'
  return (
    <>
      <div className={classes(common.stack, style.head)}>
        <h2 id="avis">Ce qu’en disent nos clientes</h2>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls sideways must scroll with the keyboard too */}
      <ul className={style.gallery} tabIndex={0} aria-label="Avis, à faire défiler">
        {pictures.map(({ avif, webp, fallback, alt }) => (
          <li key={fallback}>
            <picture>
              <source type="image/avif" srcSet={avif} sizes={sizes} />
              <source type="image/webp" srcSet={webp} sizes={sizes} />
              <img src={fallback} alt={alt} width={800} height={1000} loading="lazy" decoding="async" />
            </picture>
          </li>
        ))}
      </ul>
    </>
  )
}
