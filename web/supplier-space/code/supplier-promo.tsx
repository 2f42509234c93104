import { useRouteLoaderData } from 'react-router'
import type { SupplierAccount } from '#features/supplier-space/contract.ts'
import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import { localDay } from '#platform/kernel/time.ts'
import { addresses } from '#web/addresses.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useQrPicture } from '#web/ui/use-qr-picture.ts'
import { ProductLinks } from './product-links.tsx'
import { linkWith, share } from './share.ts'
import own from './supplier-promo.module.css'

interface SupplierPromoProps {
  /** Undefined while on its way. */
  code: string | null | undefined
  account: SupplierAccount | null
  onChooseCode: () => void
}

/** The code and the links that bring this supplier its gains, to be shared, copied or scanned. */
export function SupplierPromo({ code, account, onChooseCode }: SupplierPromoProps) {
  const { publicUrl = window.location.origin, rates } = useRouteLoaderData<typeof rootLoader>('root') ?? {}
  const discount = rates?.discountPercent ?? 0
  return (
    <section className={classes(common.panel, common.gap3)} aria-labelledby="code-promo">
      <h2 id="code-promo">Votre code promo</h2>
      {code === undefined ? (
        <Skeleton shape="block" className={own.wait} />
      ) : code === null ? (
        <p>Votre compte n’a pas encore de code promo. Écrivez-nous pour en avoir un.</p>
      ) : (
        <>
          <CopyField label="Code" text={code} what="le code" isLarge />
          <CodeChange account={account} onChooseCode={onChooseCode} />
          <p className={common.note}>
            {discount > 0
              ? `Vos clients paient ${discount}\u00A0% de moins, et chaque commande passée avec votre code vous rapporte un gain.`
              : 'Chaque commande passée avec votre code vous rapporte un gain.'}
          </p>
          <Button
            look="secondary"
            icon="share"
            wide
            onClick={() => share({ link: linkWith(publicUrl, addresses.home, code), code, discount })}
          >
            Partager mon lien
          </Button>
          <div>
            <ProductLinks publicUrl={publicUrl} code={code} discount={discount} />
            <details className={own.fold}>
              <summary>
                Lien et QR code
                <Icon name="chevron-down" size={18} />
              </summary>
              <div className={classes(common.stack, own.unfolded)}>
                <CopyField label="Lien à partager" text={linkWith(publicUrl, addresses.home, code)} what="le lien" />
                <QrCode link={linkWith(publicUrl, addresses.home, code)} code={code} />
              </div>
            </details>
          </div>
        </>
      )}
    </section>
  )
}

function CodeChange({ account, onChooseCode }: Pick<SupplierPromoProps, 'account' | 'onChooseCode'>) {
  if (!account) return <Skeleton className={own.change} />
  const { formerCodes, codeChangeableFrom } = account
  return (
    <p className={classes(common.wrap, common.note, own.change)}>
      {codeChangeableFrom === null ? (
        <Button look="link" size="small" icon="edit" onClick={onChooseCode}>
          Changer de code
        </Button>
      ) : (
        <span>Vous pourrez en changer à partir du {dayInWords(localDay(codeChangeableFrom))}.</span>
      )}
      {formerCodes.length > 0 && (
        <span>
          {formerCodes.length > 1 ? 'Vos anciens codes marchent' : 'Votre ancien code marche'} toujours&nbsp;:{' '}
          {formerCodes.join(', ')}.
        </span>
      )}
    </p>
  )
}

/** Drawn once the page is there: nobody waits for it. Without it the link above says the same. */
function QrCode({ link, code }: { link: string; code: string }) {
  const picture = useQrPicture(link)
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
