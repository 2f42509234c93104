import { Link } from 'react-router'
import { addresses } from '#web/addresses.ts'
import argan from '#web/assets/scenes/argan-640.avif'
import arganWebp from '#web/assets/scenes/argan-640.webp'
import ghassoul from '#web/assets/scenes/ghassoul-640.avif'
import ghassoulWebp from '#web/assets/scenes/ghassoul-640.webp'
import spirulina from '#web/assets/scenes/spirulina-640.avif'
import spirulinaWebp from '#web/assets/scenes/spirulina-640.webp'
import { shopAddress } from '#web/catalogue/shop/shop-query.ts'
import { HOME_SHAPES } from '#web/home/icons.ts'
import { pageServices, unlessAway } from '#web/loader-context.ts'
import { sharedMeta } from '#web/shell/shared-meta.ts'
import { ShopFigureList } from '#web/shell/shop-figure-list.tsx'
import { figuresInWords } from '#web/shell/shop-figures.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { addShapes, Icon, type IconName } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/about'
import style from './about.module.css'

addShapes(HOME_SHAPES)

/** In the arches: no bottle, what is in them. */
const MATTERS = [
  { name: 'Huile d’argan', avif: argan, webp: arganWebp },
  { name: 'Ghassoul', avif: ghassoul, webp: ghassoulWebp },
  { name: 'Spiruline', avif: spirulina, webp: spirulinaWebp },
]

export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, today, shopFigures, sellerFacts } = context.get(pageServices)
  const [figures, { company, address, licences }, { settings }] = await Promise.all([
    unlessAway(shopFigures()),
    sellerFacts(),
    today(),
  ])
  return {
    meta: metaOf(publicUrl),
    figures: figures && figuresInWords(figures),
    licences,
    seller: whoSells(company, address),
    hours: settings.openingHours,
  }
}

/** The seller and its place, as far as they are entered. */
function whoSells(company: string, address: string): string {
  if (company === '') return address && `Notre adresse\u00A0: ${address}.`
  return `La boutique est tenue par ${company}${address && `, ${address}`}.`
}

const metaOf = (publicUrl: string) =>
  sharedMeta({
    title: 'Qui sommes-nous\u00A0?',
    description:
      'Une boutique marocaine de cosmétiques et de compléments\u00A0: produits autorisés par la DMP et l’ONSSA, livrés partout au Maroc.',
    publicUrl,
    path: addresses.about,
  })

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? []

const FEATURES: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'truck',
    title: 'Livraison rapide partout au Maroc',
    text: 'Où que vous soyez dans le pays, nous vous livrons. Vous payez à la réception.',
  },
  {
    icon: 'shield',
    title: 'Produits autorisés DMP et ONSSA',
    text: 'Nous ne vendons que des produits enregistrés auprès de ces autorités marocaines.',
  },
  {
    icon: 'leaf',
    title: 'Ingrédients d’exception',
    text: 'Argan, ghassoul, spiruline\u00A0: des actifs connus.',
  },
  { icon: 'smile', title: 'Satisfaction prouvée', text: 'Une équipe qui répond, avant et après la commande.' },
]

/** Habits of other shops, and how it is here. */
const NEVER = [
  {
    title: 'Un paiement d’avance',
    text: 'Le livreur attend que vous ayez ouvert le colis. Vous payez ensuite, en espèces, le montant annoncé.',
  },
  {
    title: 'Des frais à la dernière minute',
    text: 'Le prix et la livraison de votre ville s’affichent avant de commander. Le livreur ne demande rien d’autre.',
  },
  {
    title: 'De faux avis',
    text: 'Un avis d’exemple est signalé comme tel. Nos chiffres viennent des commandes livrées.',
  },
  {
    title: 'Une commande sans nouvelles',
    text: 'Nous confirmons avec vous avant le départ du colis, puis vous le suivez étape par étape.',
  },
] as const

/** Each with the words that find it in the shop. */
const RANGE = [
  ['Lait hydratant', 'lait hydratant'],
  ['Crème solaire', 'crème solaire'],
  ['Crème éclaircissante', 'crème éclaircissante'],
  ['Gel nettoyant pour le visage', 'gel nettoyant'],
  ['Crème anti-taches', 'crème anti-taches'],
] as const

export default function About({ loaderData: { figures, licences, seller, hours } }: Route.ComponentProps) {
  return (
    <Page className={classes(common.stack, common.gap12)}>
      <div className={style.opening}>
        <div className={classes(common.stack, common.gap3, style.head)}>
          <h1>Qui sommes-nous?</h1>
          <p>
            Une boutique marocaine en ligne&nbsp;: des soins, des compléments et des packs, livrés dans tout le pays et
            payés à la réception.
          </p>
          {(seller || hours) && (
            <p className={style.seller}>
              {seller} {hours && `Une personne vous répond, ${hours.charAt(0).toLowerCase()}${hours.slice(1)}.`}
            </p>
          )}
          {figures && <ShopFigureList figures={figures} className={style.figures} />}
        </div>
        <ul className={style.arches}>
          {MATTERS.map(({ name, avif, webp }) => (
            <li key={name}>
              <picture className={style.arch}>
                <source type="image/avif" srcSet={avif} />
                <img src={webp} alt="" width={640} height={640} decoding="async" />
              </picture>
              {name}
            </li>
          ))}
        </ul>
      </div>
      <ul className={style.promises}>
        {FEATURES.map(({ icon, title, text }) => (
          <li key={title} className={style.promise}>
            <span className={classes(common.mark, style.mark)}>
              <Icon name={icon} size={24} />
            </span>
            <h2 className={common.larger}>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <section className={classes(common.stack, common.gap5, style.never)} aria-labelledby="jamais">
        <h2 id="jamais">Ce que vous ne verrez pas ici</h2>
        <ul className={style.nevers}>
          {NEVER.map(({ title, text }) => (
            <li key={title}>
              <Icon name="close" />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={classes(common.stack, style.certified)} aria-labelledby="certification">
        <div>
          <h2 id="certification">Des produits autorisés</h2>
          <p>
            Nos cosmétiques sont enregistrés auprès de la Direction du médicament et de la pharmacie (DMP). Nos
            compléments alimentaires sont autorisés par l’Office national de sécurité sanitaire des produits
            alimentaires (ONSSA).
          </p>
          {licences.length > 0 && (
            <dl className={classes(common.stack, common.gap3, common.terms)}>
              {licences.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className={classes(common.medium, common.anywhere)}>n°&nbsp;{value}</dd>
                </div>
              ))}
            </dl>
          )}
          <p>
            Un doute sur un produit&nbsp;? <span className={common.nowrap}>Écrivez-nous</span>, nous vous répondons.
          </p>
        </div>
        <div>
          <h3>Notre gamme de soins</h3>
          <ul className={style.checklist}>
            {RANGE.map(([name, search]) => (
              <li key={name}>
                <Icon name="check" />
                <Link to={shopAddress({ search })}>{name}</Link>
              </li>
            ))}
          </ul>
        </div>
        <span className={style.cream} />
      </section>
      <section className={style.end} aria-labelledby="boutique">
        <div className={classes(common.stack, common.gap3)}>
          <h2 id="boutique">À vous de choisir</h2>
          <p>Chaque produit dit ce qu’il contient, comment l’utiliser et ce qu’il coûte.</p>
          <div className={classes(common.wrap, style.ends)}>
            <ButtonLink to={addresses.shop}>Voir la boutique</ButtonLink>
            <ButtonLink look="secondary" to={addresses.contact}>
              Nous contacter
            </ButtonLink>
          </div>
        </div>
        <span className={style.scene} />
      </section>
    </Page>
  )
}
