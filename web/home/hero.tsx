import { useState } from 'react'
import { addresses } from '#web/addresses.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import style from './hero.module.css'
import type { Sources } from './pictures.ts'
import sections from './sections.module.css'

const SIZES = '(min-width: 1280px) 576px, (min-width: 1024px) 52vw, (min-width: 768px) 44vw, 88vw'

/** In two lines each on a phone. */
const FACTS = [
  'Sans compte',
  'Vous\u00A0ouvrez avant\u00A0de\u00A0payer',
  '7\u00A0jours\u00A0pour changer\u00A0d’avis',
] as const

/** The picture comes second, where a phone shows it: nothing has to move while the rest arrives. */
export function Hero({ picture, videoUrl }: { picture: Sources | null; videoUrl: string }) {
  return (
    <section className={style.hero} aria-labelledby="titre">
      <div className={classes(common.stack, sections.inside, style.inside)}>
        <h1 id="titre" className={style.title}>
          Beauté et <span className={common.nowrap}>bien-être,</span> <span>payés à la livraison</span>
        </h1>
        {picture && (
          <picture className={style.niches}>
            <source type="image/avif" srcSet={picture.avif} sizes={SIZES} />
            <source type="image/webp" srcSet={picture.webp} sizes={SIZES} />
            <img
              src={picture.fallback}
              alt="Une crème, un sérum et un complément de la marque dans une niche en arche, entre des gouttes d’huile d’argan et de la verveine séchée"
              width={1200}
              height={680}
              fetchPriority="high"
            />
          </picture>
        )}
        <p className={classes(common.quiet, style.lead)}>
          Soins, compléments et packs autorisés au Maroc. Livrés chez vous, à payer en espèces.
        </p>
        <div className={classes(common.wrap, common.middle, style.ways)}>
          <ButtonLink to={addresses.shop} prefetch="intent">
            Acheter maintenant
          </ButtonLink>
          {videoUrl !== '' && <Video url={videoUrl} />}
        </div>
        <ul className={style.facts}>
          {FACTS.map((fact) => (
            <li key={fact}>
              <Icon name="check" size={18} />
              {fact}
            </li>
          ))}
        </ul>
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
