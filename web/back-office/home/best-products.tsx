import { Link } from 'react-router'
import { bestProducts } from '#features/back-office/contract.ts'
import { pictureAt } from '#features/catalogue/model.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { FigureTable } from '#web/figures/figure-table.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { listAddress } from '#web/list-kit/use-list-address.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './best-lists.module.css'

/** The products of which most pieces were ordered in the last thirty days. */
export function BestProducts() {
  const best = useApi('/api/admin/best-products', bestProducts)
  if (best.data === null)
    return best.error === null ? (
      <Skeleton shape="block" className={style.wait} />
    ) : (
      <LoadFailed
        title="Les meilleurs produits n’ont pas pu être chargés"
        error={best.error}
        isLoading={best.isLoading}
        onRetry={best.reload}
      />
    )
  if (best.data.length === 0) return <p className={common.quiet}>Aucune commande sur la période.</p>
  const most = best.data[0]!.pieces
  return (
    <>
      <ol className={style.list}>
        {best.data.map(({ id, name, image, pieces }) => (
          <li key={id}>
            <Link className={style.product} to={listAddress(addresses.admin.products, { search: name })}>
              <img
                className={style.picture}
                src={pictureAt(image, 160, 'webp')}
                alt=""
                width={44}
                height={44}
                loading="lazy"
              />
              <span className={style.name}>{name}</span>
              <span className={classes(common.strong, style.figure)}>{piecesOf(pieces)}</span>
              <svg className={style.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect className={style.share} width={(100 * pieces) / most} height="4" />
              </svg>
            </Link>
          </li>
        ))}
      </ol>
      <FigureTable
        label="Meilleurs produits"
        caption="Produits les plus commandés sur 30 jours, hors commandes annulées"
        none=""
        rows={best.data}
        keyOf={({ id }) => id}
        head="Produit"
        nameOf={({ name }) => name}
        columns={[
          { head: 'Pièces', cell: ({ pieces }) => formatInteger(pieces) },
          { head: 'Commandes', cell: ({ orders }) => formatInteger(orders) },
        ]}
      />
    </>
  )
}

const piecesOf = (count: number): string => `${formatInteger(count)}\u00A0${count > 1 ? 'pièces' : 'pièce'}`
