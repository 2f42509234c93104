import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ToDo } from '#features/back-office/contract.ts'
import { OLD_ORDER_HOURS } from '#features/back-office/model.ts'
import { STATUS_NAMES } from '#features/orders/model.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { WAITING_AT } from '#web/closed-area/admin-places.ts'
import { listAddress } from '#web/list-kit/use-list-address.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './admin-to-do.module.css'

interface Task {
  id: string
  /** The work that the day begins with stands out. */
  isFirst?: boolean
  icon: IconName
  count: number
  /** After the count, in the plural or not. */
  words: string
  detail?: ReactNode
  to: string
}

/** Lists the admin's tasks, each a link to where it is done; praises when there is none. */
export function AdminToDo({ waiting }: { waiting: ToDo | null }) {
  if (!waiting) return <Waiting />
  const tasks = tasksOf(waiting).filter(({ count }) => count > 0)
  if (tasks.length === 0)
    return (
      <EmptyState icon="check-circle" title="Tout est à jour">
        <p>Ni commande à confirmer, ni retour attendu, ni demande à décider, ni stock bas.</p>
      </EmptyState>
    )
  return (
    <ul className={style.tasks}>
      {tasks.map(({ id, isFirst, icon, count, words, detail, to }) => (
        <li key={id} data-first={isFirst}>
          <Link className={style.task} to={to}>
            <Icon name={icon} />
            <span className={style.words}>
              <span>
                <strong>{formatInteger(count)}</strong> {words}
              </span>
              {detail && <span className={classes(common.note, style.detail)}>{detail}</span>}
            </span>
            <Icon name="chevron-right" size={18} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function tasksOf(waiting: ToDo): Task[] {
  const {
    calls,
    pendingOrders,
    oldOrders,
    flaggedOrders,
    parcels,
    returns,
    openStatements,
    withdrawals,
    purchases,
    declaredSales,
    lowStock,
  } = waiting
  const { admin } = addresses
  return [
    {
      id: 'calls',
      isFirst: true,
      icon: 'phone',
      count: calls.toCall,
      words: `${some(calls.toCall, 'commande')} à appeler`,
      detail: callsInWords(calls),
      to: admin.confirmation,
    },
    {
      id: 'pending',
      icon: 'bag',
      count: pendingOrders,
      words: `${some(pendingOrders, 'commande')} à confirmer`,
      detail: 'Appelez, puis attribuez ou annulez',
      to: WAITING_AT.orders,
    },
    {
      id: 'old',
      icon: 'clock',
      count: oldOrders,
      words: `${some(oldOrders, 'commande')} en attente depuis plus de ${OLD_ORDER_HOURS}\u00A0h`,
      to: listAddress(admin.orders, { status: STATUS_NAMES.pending, sort: 'created_at' }),
    },
    {
      id: 'flagged',
      icon: 'flag',
      count: flaggedOrders,
      words: `${some(flaggedOrders, 'commande')} à vérifier`,
      detail: 'Même téléphone, produit très demandé ou grosse commande',
      to: listAddress(admin.orders, { status: STATUS_NAMES.pending, flagged: '1' }),
    },
    {
      id: 'chase',
      icon: 'truck',
      count: parcels.chase,
      words: 'colis à relancer',
      detail: 'Pas de réponse, reportés, mauvais numéro',
      to: admin.parcels,
    },
    {
      id: 'silent',
      icon: 'truck',
      count: parcels.silent,
      words: 'colis sans nouvelles depuis 48\u00A0h',
      to: listAddress(admin.parcels, { tab: 'silent' }),
    },
    {
      id: 'returns',
      icon: 'refresh',
      count: returns.count,
      words: `${some(returns.count, 'retour')} ${some(returns.count, 'attendu')}`,
      detail: (
        <>
          <Price amount={returns.amount} /> de marchandise chez les livreurs
        </>
      ),
      to: WAITING_AT.returns,
    },
    {
      id: 'statements',
      icon: 'coins',
      count: openStatements,
      words: `${some(openStatements, 'relevé')} de livreur à clore`,
      detail: 'Vérifiez les lignes, puis réclamez ce qui manque',
      to: admin.settlements,
    },
    {
      id: 'withdrawals',
      icon: 'cash',
      count: withdrawals.count,
      words: `${some(withdrawals.count, 'retrait')} à approuver`,
      detail: <Price amount={withdrawals.amount} />,
      to: WAITING_AT.withdrawals,
    },
    {
      id: 'purchases',
      icon: 'box',
      count: purchases.count,
      words: `${some(purchases.count, 'achat')} de stock à approuver`,
      detail: <Price amount={purchases.amount} />,
      to: WAITING_AT.purchases,
    },
    {
      id: 'declared-sales',
      icon: 'store',
      count: declaredSales.count,
      words: `${some(declaredSales.count, 'vente')} ${some(declaredSales.count, 'déclarée')} à approuver`,
      detail: <Price amount={declaredSales.amount} />,
      to: WAITING_AT.declaredSales,
    },
    {
      id: 'stock',
      icon: 'alert',
      count: lowStock.count,
      words: `${some(lowStock.count, 'produit')} en stock bas ou ${lowStock.count > 1 ? 'épuisés' : 'épuisé'}`,
      detail: namesOf(lowStock),
      to: WAITING_AT.lowStock,
    },
  ]
}

/** `Rappels promis 3 · Reportées 12, dont 5 demain · Injoignables 8`: what there is of these. */
function callsInWords({ promised, later, tomorrow, unreachable }: ToDo['calls']): string | undefined {
  const parts = [
    promised > 0 && `Rappels promis ${formatInteger(promised)}`,
    later > 0 && `Reportées ${formatInteger(later)}${tomorrow > 0 ? `, dont ${formatInteger(tomorrow)} demain` : ''}`,
    unreachable > 0 && `Injoignables ${formatInteger(unreachable)}`,
  ]
  return parts.filter(Boolean).join(' · ') || undefined
}

const some = (count: number, thing: string): string => (count > 1 ? `${thing}s` : thing)

/** `Crème (épuisé), Sérum (2), et 3 autres`. */
function namesOf({ count, products }: ToDo['lowStock']): string {
  const named = products.map(({ name, stock }) => `${name} (${stock === 0 ? 'épuisé' : stock})`)
  const others = count - named.length
  return [...named, ...(others > 0 ? [`et ${others} ${others > 1 ? 'autres' : 'autre'}`] : [])].join(', ')
}

/** As many as fill a phone. */
const ROWS_TO_COME = 12

function Waiting() {
  return (
    <div role="status">
      <span className="visually-hidden">Chargement de ce qui reste à traiter…</span>
      <ul className={style.tasks}>
        {Array.from({ length: ROWS_TO_COME }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <li key={index}>
            <span className={style.task}>
              <Skeleton className={style.wait} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
