import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './product-form.module.css'

/** What a supplier gains on one piece at the typed prices, with a warning where that is nothing; null while a price is missing. */
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
