import { useState } from 'react'
import type { SupplierOrder } from '#features/supplier-space/contract.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { reloadList } from '#web/list-kit/paged-list.tsx'
import type { Problem } from '#web/list-kit/problem-notice.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Changes and deletes a supplier's own orders; the list and the figures are loaded anew after each change. */
export function useSupplierOrderChanges(reload: () => Promise<void>) {
  const [editing, setEditing] = useState<SupplierOrder | null>(null)
  const [removing, setRemoving] = useState<SupplierOrder | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  const settle = () => reloadList(reload)

  const remove = async (order: SupplierOrder) => {
    setRemoving(null)
    setProblem(null)
    try {
      await callApi(`/api/supplier/orders/${order.id}`, { method: 'DELETE' })
      toast({ title: 'Supprimé!', text: `Commande ${order.id}` })
    } catch (error) {
      setProblem({ title: 'Impossible de supprimer la commande.', text: errorSentence(error) })
    }
    await settle()
  }

  return {
    editing,
    edit: (order: SupplierOrder) => {
      setProblem(null)
      setEditing(order)
    },
    /** The change was stored. */
    saved: async () => {
      setEditing(null)
      toast({ title: 'Commande mise à jour avec succès!' })
      await settle()
    },
    removing,
    askToRemove: (order: SupplierOrder) => {
      setProblem(null)
      setRemoving(order)
    },
    remove,
    cancel: () => {
      setEditing(null)
      setRemoving(null)
    },
    problem,
    forgetProblem: () => setProblem(null),
  }
}
