import type { AdminProductRow } from '#features/catalogue/contract.ts'
import { CATEGORY_NAMES, LOW_STOCK, pictureAt } from '#features/catalogue/model.ts'
import { supplierGain } from '#features/catalogue/rules.ts'
import { RowButtons } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EYE_SHAPES } from '#web/ui/eye-icons.ts'
import { addShapes } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Price } from '#web/ui/price.tsx'
import { FigureCell } from './figure-cell.tsx'
import style from './product-admin.module.css'
import { BY } from './product-query.ts'
import { daysInWords } from './stock-pace.ts'

addShapes(EYE_SHAPES)

/** The width of a picture in the table, at which one of 160 px is sharp on any screen. */
const SHOWN_PIXELS = 36

interface ProductActions {
  edit: (product: AdminProductRow) => void
  copy: (product: AdminProductRow) => void
  askToRemove: (product: AdminProductRow) => void
  reload: () => Promise<void>
  /** Pieces of each product that were ordered in the last days. */
  paces: ReadonlyMap<number, number>
}

export const productColumns = (actions: ProductActions): readonly Column<AdminProductRow>[] => [
  {
    id: 'name',
    head: 'Produit',
    lines: 2,
    sort: BY.name,
    isPinned: true,
    cell: ({ name, image, category, isHidden, benefit }) => (
      <div className={style.product}>
        <img
          className={style.picture}
          src={pictureAt(image, 160, 'webp')}
          alt=""
          width={SHOWN_PIXELS}
          height={SHOWN_PIXELS}
          loading="lazy"
          decoding="async"
        />
        <span>
          <strong className={classes(common.strong, style.name)}>{name}</strong>
          {isHidden && (
            <Badge icon="eye-off" className={style.hidden}>
              Masqué
            </Badge>
          )}
          <span className={classes(common.hint, style.second)}>
            <span className={style.category}>
              {CATEGORY_NAMES[category]}
              {benefit !== null && ' · '}
            </span>
            {benefit}
          </span>
        </span>
      </div>
    ),
  },
  { id: 'category', head: 'Catégorie', isExtra: true, cell: ({ category }) => CATEGORY_NAMES[category] },
  {
    id: 'userPrice',
    head: 'Prix client',
    isNumber: true,
    sort: BY.price,
    cell: (product) => (
      <FigureCell product={product} figure="userPrice" reload={actions.reload}>
        <Price amount={product.userPrice} className={common.bold!} />
      </FigureCell>
    ),
  },
  {
    id: 'distributorPrice',
    head: 'Prix distributeur',
    isNumber: true,
    cell: (product) => (
      <FigureCell product={product} figure="distributorPrice" reload={actions.reload}>
        <Price amount={product.distributorPrice} />
      </FigureCell>
    ),
  },
  {
    id: 'gain',
    head: 'Gain fournisseur',
    isNumber: true,
    cell: (product) => (
      <>
        <Price amount={supplierGain(product)} />
        {supplierGain(product) <= 0 && <span className={style.none}>aucun gain</span>}
      </>
    ),
  },
  {
    id: 'stock',
    head: 'Stock',
    isNumber: true,
    sort: BY.stock,
    cell: (product) => (
      <div className={style.stock}>
        <span className={style.days}>{daysInWords(product.stock, actions.paces.get(product.id) ?? 0)}</span>
        <span className={style.unit}>en stock</span>
        <FigureCell product={product} figure="stock" reload={actions.reload}>
          <Stock pieces={product.stock} />
        </FigureCell>
      </div>
    ),
  },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (product) => (
      <RowButtons>
        <IconButton
          icon="edit"
          look="framed"
          label={`Modifier ${product.name}`}
          title="Modifier"
          onClick={() => actions.edit(product)}
        />
        <IconButton
          icon="copy"
          look="framed"
          label={`Dupliquer ${product.name}`}
          title="Dupliquer"
          onClick={() => actions.copy(product)}
        />
        <IconButton
          icon="trash"
          look="danger"
          label={`Supprimer ${product.name}`}
          title="Supprimer"
          onClick={() => actions.askToRemove(product)}
        />
      </RowButtons>
    ),
  },
]

function Stock({ pieces }: { pieces: number }) {
  if (pieces === 0)
    return (
      <Badge tone="danger" icon="x-circle">
        Épuisé
      </Badge>
    )
  if (pieces <= LOW_STOCK)
    return (
      <Badge tone="warn" icon="alert">
        Plus que {pieces}
      </Badge>
    )
  return <span className={classes(common.strong, common.digits)}>{pieces}</span>
}
