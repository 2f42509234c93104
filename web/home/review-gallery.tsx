import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import type { Sources } from './pictures.ts'
import style from './review-gallery.module.css'
import sections from './sections.module.css'

export interface ShownReview extends Sources {
  /** Says that it is an example. */
  mark: string
  stars: number
  quote: string
  firstName: string
  city: string
  product: string
}

const MOST_STARS = 5
const SIZES = '(min-width: 1024px) 227px, (min-width: 400px) 288px, 72vw'

export function ReviewGallery({ reviews }: { reviews: readonly ShownReview[] }) {
  return (
    <section className={sections.sage} aria-labelledby="avis">
      <div className={classes(sections.inside, sections.section)}>
        <div className={classes(common.stack, sections.head)}>
          <h2 id="avis">Les avis</h2>
          <p>Dix exemples, en attendant les vôtres.</p>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls sideways must scroll with the keyboard too */}
        <ul className={style.gallery} tabIndex={0} aria-label="Avis, à faire défiler">
          {reviews.map((review) => (
            <li key={review.fallback}>
              <ReviewCard {...review} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function ReviewCard({ avif, webp, fallback, mark, stars, quote, firstName, city, product }: ShownReview) {
  return (
    <figure className={style.card}>
      <picture>
        <source type="image/avif" srcSet={avif} sizes={SIZES} />
        <source type="image/webp" srcSet={webp} sizes={SIZES} />
        <img src={fallback} alt={product} width={800} height={500} loading="lazy" decoding="async" />
      </picture>
      <p className={style.mark}>{mark}</p>
      <Stars count={stars} />
      <blockquote className={style.quote}>{quote}</blockquote>
      <figcaption className={common.note}>
        <strong>{firstName}</strong>, {city}
      </figcaption>
    </figure>
  )
}

const Stars = ({ count }: { count: number }) => (
  <p className={style.stars}>
    <span className="visually-hidden">{`${count} étoiles sur ${MOST_STARS}`}</span>
    {Array.from({ length: MOST_STARS }, (_, nth) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: five stars, each in its place
      <Icon key={nth} name="star" size={18} className={nth < count ? style.full : undefined} />
    ))}
  </p>
)
