import style from './arch-picture.module.css'

export interface Scene {
  /** Its width is 640 pixels. */
  avif: string
  webp: string
  /** Its width is 320 pixels, for phones. */
  small: string
}

/** A shot in an arch beside a form: large on wide screens, on a phone a small one beside the title. */
export const ArchPicture = ({ avif, webp, small }: Scene) => (
  <picture className={style.arch}>
    <source type="image/avif" media="(max-width: 59.9375em)" srcSet={small} />
    <source type="image/avif" srcSet={avif} />
    <img src={webp} alt="" width={640} height={640} loading="lazy" decoding="async" />
  </picture>
)
