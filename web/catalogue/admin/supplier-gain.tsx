import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './product-form.module.css'

/** Shows the gain on one piece at the typed prices, null while a price is missing, and warns where it is none. */
export const SupplierGain = ({ gain }: { gain: Centimes | null }) => (
  <div className={style.gain} aria-live="polite">
    <p className={common.note}>
      Gain fournisseur par unité&nbsp;: <strong>{gain === null || gain < 0 ? '–' : formatDirhams(gain)}</strong>
    </p>
    {gain !== null && gain <= 0 && (
      <p className={style.warning}>
        <Icon name="alert" size={18} />
        {gain < 0
          ? 'Le distributeur paierait plus cher que le client\u00A0: baissez le prix distributeur.'
          : 'Un fournisseur ne gagnerait rien sur ce produit\u00A0: il ne le proposera pas.'}
      </p>
    )}
  </div>
)
