import { classes } from '#web/ui/class-names.ts'
import { Picture } from '#web/ui/picture.tsx'
import parcel from './parcel.module.css'

interface ProductArchesProps {
  /** A product that has left the shop has no picture. */
  lines: readonly { productId: number; image: string | null }[]
  /** The width of each, as in an `img`'s `sizes`. */
  sizes: string
  /** Gives `--arch-width`, and `--ground`, the colour that they stand on. */
  className: string | undefined
}

/** All products of an order, standing on the edge of their ground; they overlap where they are many. */
export const ProductArches = ({ lines, sizes, className }: ProductArchesProps) => (
  <div className={classes(parcel.arches, className)}>
    {lines.map(
      ({ productId, image }) =>
        image !== null && (
          <Picture key={productId} image={image} alt="" sizes={sizes} load="eager" className={parcel.arch} />
        ),
    )}
  </div>
)
