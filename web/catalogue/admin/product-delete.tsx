import type { FullProduct } from '#features/catalogue/rules.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { ConfirmDialog } from '#web/forms/form-dialog.tsx'
import common from '#web/ui/common.module.css'

interface DeleteProductDialogProps {
  /** The product to ask about; null closes the dialog. */
  product: FullProduct | null
  onClose: () => void
  onRemoved: (product: FullProduct) => void
}

export function DeleteProductDialog({ product, onClose, onRemoved }: DeleteProductDialogProps) {
  const remove = async () => {
    if (!product) return
    try {
      await callApi(`/api/admin/products/${product.id}`, { method: 'DELETE' })
    } catch (error) {
      // Somebody else was faster: the product is gone, as the admin wanted.
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
    onRemoved(product)
  }

  return (
    <ConfirmDialog
      isOpen={product !== null}
      onClose={onClose}
      title="Êtes-vous sûr?"
      confirm="Oui, supprimer!"
      look="danger"
      act={remove}
      failed="Le produit n’a pas été supprimé"
    >
      <div>
        <p>
          <strong>{product?.name}</strong> quitte la boutique aussitôt.
        </p>
        <p className={common.quiet}>Les commandes déjà passées gardent son nom et ses prix.</p>
      </div>
    </ConfirmDialog>
  )
}
