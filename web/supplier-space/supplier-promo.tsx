import { useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#web/root.tsx'
import { SHOP_NAME } from '#web/shell/brand.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import own from './supplier-promo.module.css'

/** The code and the link that bring this supplier its gains, to be copied, shared or scanned. Undefined while on its way. */
export function SupplierPromo({ code }: { code: string | null | undefined }) {
  const { publicUrl = window.location.origin, rates } = useRouteLoaderData<typeof rootLoader>('root') ?? {}
  const discount = rates?.discountPercent ?? 0
  return (
    <section className={common.panel} aria-labelledby="code-promo">
      <h2 id="code-promo">Votre code promo</h2>
      {code === undefined ? (
        <Skeleton shape="block" className={own.wait} />
      ) : code === null ? (
        <p>Votre compte n’a pas encore de code promo. Écrivez-nous pour en avoir un.</p>
      ) : (
        <>
          <p className={common.note}>
            {discount > 0
              ? `Vos clients paient ${discount}\u00A0% de moins, et chaque commande passée avec votre code vous rapporte un gain.`
              : 'Chaque commande passée avec votre code vous rapporte un gain.'}
          </p>
          <CopyField label="Code" text={code} what="le code" isLarge />
          <ShareLink link={`${publicUrl}/?promo=${encodeURIComponent(code)}`} code={code} discount={discount} />
        </>
      )}
    </section>
  )
}

function ShareLink({ link, code, discount }: { link: string; code: string; discount: number }) {
  const canShare = typeof navigator.share === 'function'
  const share = () =>
    navigator
      .share({
        title: SHOP_NAME,
        text:
          discount > 0
            ? `${discount}\u00A0% de remise sur ${SHOP_NAME} avec mon code ${code}`
            : `${SHOP_NAME} avec mon code ${code}`,
        url: link,
      })
      // Closed without sharing, most of the time; the link stands beside the button in any case.
      .catch(() => undefined)
  return (
    <>
      <CopyField label="Lien à partager" text={link} what="le lien" />
      {canShare && (
        <Button look="secondary" size="small" icon="share" wide onClick={share}>
          Partager le lien
        </Button>
      )}
      <QrCode link={link} code={code} />
    </>
  )
}

/** Drawn once the page is there: nobody waits for it. Without it the link above says the same. */
function QrCode({ link, code }: { link: string; code: string }) {
  const [picture, setPicture] = useState<string | null>(null)

  useEffect(() => {
    let isCurrent = true
    import('uqr')
      .then(({ renderSVG }) => {
        const drawn = renderSVG(link, { border: 2 })
        if (isCurrent) setPicture(`data:image/svg+xml,${encodeURIComponent(drawn)}`)
      })
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [link])

  return (
    <div className={classes(common.wrap, own.qr)}>
      {picture === null ? (
        <Skeleton shape="block" className={own.picture} />
      ) : (
        <img className={own.picture} src={picture} width="148" height="148" alt={`QR code du lien ${link}`} />
      )}
      <div className={classes(common.note, own.qrWords)}>
        <p>À imprimer ou à montrer&nbsp;: il ouvre la boutique avec votre code.</p>
        {picture !== null && (
          <a className={own.download} href={picture} download={`code-${code}.svg`}>
            Télécharger le QR code
          </a>
        )}
      </div>
    </div>
  )
}
