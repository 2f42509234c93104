import { PICTURE_WIDTHS, pictureAt } from '#features/catalogue/model.ts'

interface PictureProps {
  /** A product's `image`. */
  image: string
  /** The text alternative; empty when the words beside the picture say the same. */
  alt: string
  /** The width of the picture on the page, as in an `img`'s `sizes`. */
  sizes: string
  /** `eager` for a picture in the first screen, `first` for the largest thing there. */
  load?: 'lazy' | 'eager' | 'first'
  className?: string | undefined
}

const sourcesOf = (image: string, format: 'avif' | 'webp') =>
  PICTURE_WIDTHS.map((width) => `${pictureAt(image, width, format)} ${width}w`).join(', ')

/** A product's square picture in the lightest format and width that the browser can use. */
export function Picture({ image, alt, sizes, load = 'lazy', className }: PictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={sourcesOf(image, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sourcesOf(image, 'webp')} sizes={sizes} />
      <img
        className={className}
        src={pictureAt(image, 480, 'webp')}
        alt={alt}
        width={640}
        height={640}
        decoding="async"
        loading={load === 'lazy' ? 'lazy' : 'eager'}
        fetchPriority={load === 'first' ? 'high' : undefined}
      />
    </picture>
  )
}
