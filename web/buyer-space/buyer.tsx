import { buyerHistoryPage, toPay } from '#features/buyer-space/contract.ts'
import { stockData } from '#features/buyers/contract.ts'
import { isAccountDeleted } from '#web/api/api.ts'
import { AccountBannedDialog } from '#web/closed-area/account-banned-dialog.tsx'
import { type AccountPage, accountMeta } from '#web/closed-area/account-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BuyStock } from './buy-stock.tsx'
import style from './buyer.module.css'
import { BuyerHistory } from './buyer-history.tsx'
import { BuyerStock } from './buyer-stock.tsx'
import { DeclareSale } from './declare-sale.tsx'
import { PayPurchases } from './pay-purchases.tsx'
import { RequestWithdrawal } from './request-withdrawal.tsx'

export const handle: AccountPage = { title: 'Tableau de bord', role: 'buyer' }

const PER_PAGE = 20

export const meta = () => accountMeta(handle)

export default function Buyer() {
  const stock = useApi('/api/get-stock-data', stockData)
  const address = useListAddress()
  const history = useApi(`/api/buyer/history?page=${address.page}&per_page=${PER_PAGE}`, buyerHistoryPage)
  const due = useApi('/api/buyer/to-pay', toPay)
  const reload = async () => {
    await Promise.all([stock.reload(), history.reload(), due.reload()])
  }
  const balance = history.data?.balance ?? null
  const request = { balance, entries: history.data?.total, onSettled: reload }

  if (isAccountDeleted(stock.error) || isAccountDeleted(history.error)) return <AccountBannedDialog />
  const isPlaceUnknown = [stock, due, history].some(({ data, error }) => data === null && error === null)
  const isLoading = stock.isLoading || history.isLoading
  if (stock.error !== null && history.error !== null && !stock.data && !history.data)
    return (
      <LoadFailed
        title="Votre tableau de bord n’a pas pu être chargé"
        error={stock.error}
        isLoading={isLoading}
        onRetry={reload}
      />
    )
  return (
    <div className={classes(common.stack, style.page)}>
      <BuyerStock answer={stock} due={balance?.due} isDueUnknown={history.error !== null} />
      {/* Each of the three takes room of its own: nothing below may be there before it. */}
      {isPlaceUnknown ? (
        <div role="status">
          <span className="visually-hidden">Chargement de l’historique…</span>
          <Skeleton shape="block" className={style.toCome} />
        </div>
      ) : (
        <>
          <PayPurchases toPay={due.data} />
          <div className={classes(common.stack, style.actions)}>
            <RequestWithdrawal {...request} />
            <DeclareSale {...request} />
            <BuyStock {...request} />
          </div>
          <BuyerHistory answer={history} address={address} />
        </>
      )}
    </div>
  )
}
