import avif from '#web/assets/hero-1200.avif'
import webp from '#web/assets/hero-1200.webp'
import style from './arch-picture.module.css'

/** The middle of the home page's picture in an arch, beside forms on wide screens; phones do not load it. */
export const ArchPicture = () => (
  <picture className={style.arch}>
    <source type="image/avif" srcSet={avif} />
    <img src={webp} alt="" width={1200} height={620} loading="lazy" decoding="async" />
  </picture>
)
