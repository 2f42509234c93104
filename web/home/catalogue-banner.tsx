import { addresses } from '#web/addresses.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Picture } from '#web/ui/picture.tsx'
import style from './catalogue-banner.module.css'
import sections from './sections.module.css'

export function CatalogueBanner({ covers }: { covers: readonly string[] }) {
  return (
    <section className={style.ground} aria-labelledby="catalogue">
      <div className={classes(common.stack, common.gap6, sections.inside, style.inside)}>
        <div className={classes(common.stack, common.gap3, style.words)}>
          <h2 id="catalogue">Le catalogue, à&nbsp;garder sous la main</h2>
          <p>Nos produits avec leur photo et leur prix du jour, dans un PDF à lire hors ligne ou à partager.</p>
          <ButtonLink look="secondary" to={addresses.catalogue} icon="download" reloadDocument>
            Télécharger le catalogue
          </ButtonLink>
        </div>
        <div className={style.arches}>
          {covers.map((image) => (
            <Picture key={image} image={image} alt="" sizes="(min-width: 768px) 200px, 30vw" />
          ))}
        </div>
      </div>
    </section>
  )
}
