import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import type { Sources } from './pictures.ts'
import style from './review-gallery.module.css'
import sections from './sections.module.css'

export interface ShownReview extends Sources {
  /** Says that it is an example. */
  mark: string
  quote: string
  firstName: string
  city: string
  product: string
}

const SIZES = '88px'

export function ReviewGallery({ reviews }: { reviews: readonly ShownReview[] }) {
  return (
    <section className={sections.sand} aria-labelledby="avis">
      <div className={classes(sections.inside, sections.section)}>
        <div className={classes(common.stack, sections.head)}>
          <h2 id="avis">Les avis</h2>
          <p>Dix exemples, écrits par nous en attendant les vôtres.</p>
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

/** No stars: nobody has given them yet. */
function ReviewCard({ avif, webp, fallback, mark, quote, firstName, city, product }: ShownReview) {
  return (
    <figure className={style.card}>
      <blockquote>{quote}</blockquote>
      <figcaption className={style.author}>
        <picture>
          <source type="image/avif" srcSet={avif} sizes={SIZES} />
          <source type="image/webp" srcSet={webp} sizes={SIZES} />
          <img src={fallback} alt={product} width={800} height={500} loading="lazy" decoding="async" />
        </picture>
        <p>
          <strong>{firstName}</strong>, {city}
          <span>{product}</span>
          <span className={common.hint}>{mark}</span>
        </p>
      </figcaption>
    </figure>
  )
}
