import { type MouseEvent, type SyntheticEvent, useRef, useState } from 'react'
import { pictureAt } from '#features/catalogue/model.ts'
import { classes } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import style from './gallery.module.css'

const SIZES = '(min-width: 1280px) 642px, (min-width: 768px) 50vw, 92vw'

const showMiddle = ({ currentTarget: box }: SyntheticEvent<HTMLElement>): void =>
  box.scrollTo((box.scrollWidth - box.clientWidth) / 2, (box.scrollHeight - box.clientHeight) / 2)

/** From the beginning of a picture to that of the next one, in pixels. */
const stepOf = (slides: HTMLElement): number => slides.scrollWidth / slides.childElementCount

const slideId = (nth: number) => `image-${nth + 1}`

interface GalleryProps {
  /** The main picture first. */
  images: readonly string[]
  /** The product's. */
  name: string
}

/**
 * A product's pictures, side by side in a box that is swiped; on a phone the next one begins at its edge. Each is a link to its
 * largest size; once scripts run, a tap shows that in a dialog instead.
 */
export function Gallery({ images, name }: GalleryProps) {
  const slides = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [zoomed, setZoomed] = useState<string | null>(null)
  const altOf = (nth: number) => (images.length > 1 ? `${name}, image ${nth + 1} sur ${images.length}` : name)

  const zoom = (event: MouseEvent, image: string) => {
    event.preventDefault()
    setZoomed(image)
  }
  // The anchor alone would move the whole page as well.
  const show = (event: MouseEvent, nth: number) => {
    event.preventDefault()
    if (slides.current) slides.current.scrollTo({ left: nth * stepOf(slides.current) })
  }

  return (
    <div className={classes(style.gallery, images.length > 1 && style.several)}>
      <ul
        ref={slides}
        className={style.slides}
        onScroll={({ currentTarget: box }) => setCurrent(Math.round(box.scrollLeft / stepOf(box)))}
      >
        {images.map((image, nth) => (
          <li key={image} id={slideId(nth)}>
            <a className={style.zoom} href={pictureAt(image, 960, 'webp')} onClick={(event) => zoom(event, image)}>
              <Picture image={image} alt={altOf(nth)} sizes={SIZES} load={nth === 0 ? 'first' : 'lazy'} />
              <span className={style.lens}>
                <Icon name="expand" />
                <span className="visually-hidden">Agrandir l’image</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <ul className={style.thumbnails} aria-label="Images du produit">
          {images.map((image, nth) => (
            <li key={image}>
              <a
                className={style.thumbnail}
                href={`#${slideId(nth)}`}
                aria-current={nth === current}
                onClick={(event) => show(event, nth)}
              >
                <Picture
                  image={image}
                  alt={`Image ${nth + 1} sur ${images.length}`}
                  sizes="(min-width: 768px) 86px, 53px"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <Dialog isOpen={zoomed !== null} onClose={() => setZoomed(null)} title={name} size="wide">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <section className={style.large} aria-label="Image agrandie" tabIndex={0} onLoadCapture={showMiddle}>
          {zoomed !== null && <Picture image={zoomed} alt={altOf(images.indexOf(zoomed))} sizes="960px" load="eager" />}
        </section>
      </Dialog>
    </div>
  )
}
