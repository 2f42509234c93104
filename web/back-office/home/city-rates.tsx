import { Link } from 'react-router'
import { type DeliveryRate, deliveryRatePage } from '#features/back-office/contract.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { FigureTable } from '#web/figures/figure-table.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { listAddress } from '#web/list-kit/use-list-address.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DeliveryRateBar, DeliveryRateLegend, percentOf } from '../delivery-rates/delivery-rate-bar.tsx'
import style from './best-lists.module.css'

/** The cities with most orders in ninety days, by how these ended: each leads to its orders. */
export function CityRates() {
  const rates = useApi('/api/admin/delivery-rates?by=city&days=90&per_page=8', deliveryRatePage)
  if (rates.data === null)
    return rates.error === null ? (
      <Skeleton shape="block" className={style.wait} />
    ) : (
      <LoadFailed
        title="Les taux de livraison n’ont pas pu être chargés"
        error={rates.error}
        isLoading={rates.isLoading}
        onRetry={rates.reload}
      />
    )
  const cities = rates.data.data
  if (cities.length === 0) return <p className={common.quiet}>Aucune commande sur la période.</p>
  return (
    <>
      <DeliveryRateLegend />
      <ul className={style.list}>
        {cities.map((city) => (
          <li key={city.key}>
            <Link
              className={style.city}
              to={listAddress(addresses.admin.orders, { city: city.name })}
              title={outcomesOf(city)}
            >
              <span className={style.name}>{city.name}</span>
              <DeliveryRateBar rate={city} />
              <span className={classes(common.strong, style.figure)}>
                {percentOf(city.delivered, city)}
                <span className="visually-hidden"> de livrées</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <FigureTable
        label="Taux de livraison par ville"
        caption="Villes avec le plus de commandes sur 90 jours"
        none=""
        rows={cities}
        keyOf={({ key }) => key}
        head="Ville"
        nameOf={({ name }) => name}
        columns={[
          { head: 'Commandes', cell: ({ orders }) => formatInteger(orders) },
          { head: 'Livrées', cell: (city) => percentOf(city.delivered, city) },
          { head: 'Refusées ou revenues', cell: (city) => percentOf(city.refused, city) },
          { head: 'Annulées avant l’envoi', cell: (city) => percentOf(city.cancelled - city.refused, city) },
        ]}
      />
    </>
  )
}

const outcomesOf = ({ orders, delivered, refused, cancelled }: DeliveryRate): string =>
  `${orders} commandes\u00A0: ${delivered} livrées, ${refused} refusées ou revenues, ${cancelled - refused} annulées avant l’envoi`
