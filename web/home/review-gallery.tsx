import { type ReactNode, useRef } from 'react'
import { classes } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Sources } from './pictures.ts'
import style from './review-gallery.module.css'
import sections from './sections.module.css'

interface ShownReview extends Sources {
  /** Says that it is an example. */
  mark: string
  quote: string
  firstName: string
  city: string
  product: string
}

const SIZES = '19rem'

interface ReviewGalleryProps {
  reviews: readonly ShownReview[]
  /** Stands before them. */
  children: ReactNode
}

export function ReviewGallery({ reviews, children }: ReviewGalleryProps) {
  const gallery = useRef<HTMLUListElement>(null)
  /** A whole row on or back; from either end to the other. */
  const turn = (rows: 1 | -1) => {
    const { clientWidth, scrollLeft, scrollWidth } = gallery.current!
    const end = scrollWidth - clientWidth
    const isAtEnd = rows === 1 ? scrollLeft >= end - 1 : scrollLeft < 1
    gallery.current!.scrollTo({ left: isAtEnd ? end - scrollLeft : scrollLeft + rows * clientWidth })
  }
  return (
    <section className={classes(sections.inside, sections.section)} aria-labelledby="avis">
      <div className={classes(sections.head, style.head)}>
        <h2 id="avis">Les avis</h2>
        <div className={style.turns}>
          <IconButton icon="chevron-left" label="Avis précédents" look="framed" onClick={() => turn(-1)} />
          <IconButton icon="chevron-right" label="Avis suivants" look="framed" onClick={() => turn(1)} />
        </div>
      </div>
      <div className={style.beside}>
        {children}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls sideways must scroll with the keyboard too */}
        <ul ref={gallery} className={style.gallery} tabIndex={0} aria-label="Avis, à faire défiler">
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
      <picture>
        <source type="image/avif" srcSet={avif} sizes={SIZES} />
        <source type="image/webp" srcSet={webp} sizes={SIZES} />
        <img src={fallback} alt="" width={640} height={640} loading="lazy" decoding="async" />
      </picture>
      <blockquote>{quote}</blockquote>
      <figcaption>
        <span>
          <strong>{firstName}</strong>, {city}
        </span>
        <span>{product}</span>
        <span>{mark}</span>
      </figcaption>
    </figure>
  )
}
