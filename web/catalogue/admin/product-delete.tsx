import { useState } from 'react'
import type { FullProduct } from '#features/catalogue/rules.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { Button } from '#web/ui/button.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './product-admin.module.css'

interface DeleteProductDialogProps {
  /** The product to ask about; null closes the dialog. */
  product: FullProduct | null
  onClose: () => void
  onRemoved: (product: FullProduct) => void
}

export function DeleteProductDialog({ product, onClose, onRemoved }: DeleteProductDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  const close = () => {
    if (isBusy) return
    setTrouble(null)
    onClose()
  }
  const remove = async () => {
    if (!product) return
    setBusy(true)
    setTrouble(null)
    try {
      await callApi(`/api/admin/products/${product.id}`, { method: 'DELETE' })
      onRemoved(product)
    } catch (error) {
      // Somebody else was faster: the product is gone, as the admin wanted.
      if (error instanceof ApiError && error.status === 404) onRemoved(product)
      else setTrouble(errorSentence(error))
    }
    setBusy(false)
  }

  return (
    <Dialog
      isOpen={product !== null}
      onClose={close}
      title="Êtes-vous sûr?"
      actions={
        <>
          <Button look="secondary" data-autofocus onClick={close}>
            Annuler
          </Button>
          <Button look="danger" busy={isBusy} onClick={remove}>
            Oui, supprimer!
          </Button>
        </>
      }
    >
      {trouble !== null && (
        <Notice className={style.trouble} tone="danger" role="alert" title="Le produit n’a pas été supprimé">
          {trouble}
        </Notice>
      )}
      <p>
        <strong>{product?.name}</strong> quitte la boutique aussitôt.
      </p>
      <p className={common.quiet}>Les commandes déjà passées gardent son nom et ses prix.</p>
    </Dialog>
  )
}
