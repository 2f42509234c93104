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

/** From here on the wide one: `hero.module.css` says so too. */
const IS_WIDE = '(min-width: 64em)'

const FACTS = ['Sans compte', 'Vous ouvrez avant de payer', '7\u00A0jours pour changer d’avis'] as const

interface HeroProps {
  /** Null while they cannot be had. */
  pictures: { wide: Sources; narrow: Sources } | null
  videoUrl: string
}

/** The words stand before the empty half of a picture that reaches from edge to edge. */
export function Hero({ pictures, videoUrl }: HeroProps) {
  return (
    <section className={style.hero} aria-labelledby="titre">
      <div className={classes(common.stack, sections.inside, style.inside)}>
        <h1 id="titre" className={style.title}>
          Beauté et <span className={common.nowrap}>bien-être,</span> <span>payés à la livraison</span>
        </h1>
        {pictures && (
          <picture className={style.ground}>
            <source
              type="image/avif"
              media={IS_WIDE}
              srcSet={pictures.wide.avif}
              sizes="100vw"
              width={2000}
              height={560}
            />
            <source
              type="image/webp"
              media={IS_WIDE}
              srcSet={pictures.wide.webp}
              sizes="100vw"
              width={2000}
              height={560}
            />
            <source type="image/avif" srcSet={pictures.narrow.avif} sizes="100vw" />
            <source type="image/webp" srcSet={pictures.narrow.webp} sizes="100vw" />
            <img
              src={pictures.narrow.fallback}
              alt="Une main tient un sérum de la marque, à côté d’une crème et d’un complément sur un socle de pierre, devant des arches"
              width={1080}
              height={720}
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
