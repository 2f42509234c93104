import { STATUS_NAMES } from '#features/orders/model.ts'
import { Button } from '#web/ui/button.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import type { OrderChanges } from './order-changes.ts'
import { ordersInWords } from './order-words.ts'

/** Asks before orders that left are taken back: nothing brings back what their parcels lose. */
export function SetBackDialog({ changes: { settingBack, stopSettingBack } }: { changes: OrderChanges }) {
  const ids = settingBack?.ids ?? []
  const isOne = ids.length === 1
  const status = settingBack && `«\u00A0${STATUS_NAMES[settingBack.status]}\u00A0»`
  return (
    <Dialog
      isOpen={settingBack !== null}
      onClose={stopSettingBack}
      title={`Ramener ${isOne ? `la commande ${ids[0]}` : ordersInWords(ids.length)} à ${status}\u00A0?`}
      actions={
        <>
          <Button look="secondary" data-autofocus onClick={stopSettingBack}>
            Laisser en transit
          </Button>
          <Button
            look="danger"
            onClick={() => {
              stopSettingBack()
              settingBack?.move()
            }}
          >
            Ramener à {status}
          </Button>
        </>
      }
    >
      <p className={common.quiet}>
        {isOne
          ? 'Son colis est parti. Son livreur, son numéro de suivi et ses frais seront effacés, et il sort de son bordereau. '
          : 'Leurs colis sont partis. Leur livreur, leurs numéros de suivi et leurs frais seront effacés, et ils sortent de leur bordereau. '}
        À&nbsp;faire seulement si {isOne ? 'le colis est resté' : 'les colis sont restés'} chez vous.
      </p>
    </Dialog>
  )
}
