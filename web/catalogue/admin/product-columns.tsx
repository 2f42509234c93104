import { CATEGORY_NAMES, LOW_STOCK, pictureAt } from '#features/catalogue/model.ts'
import { type FullProduct, supplierGain } from '#features/catalogue/rules.ts'
import { RowButtons } from '#web/list-kit/cells.tsx'
import type { Column } from '#web/list-kit/data-table.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Price } from '#web/ui/price.tsx'
import style from './product-admin.module.css'
import { BY } from './product-query.ts'

/** The width of a picture in the table, at which one of 160 px is sharp on any screen. */
const SHOWN_PIXELS = 56

interface ProductActions {
  edit: (product: FullProduct) => void
  askToRemove: (product: FullProduct) => void
}

export const productColumns = ({ edit, askToRemove }: ProductActions): readonly Column<FullProduct>[] => [
  {
    id: 'name',
    head: 'Produit',
    lines: 2,
    sort: BY.name,
    isPinned: true,
    cell: ({ name, image, category }) => (
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
          <span className={classes(common.quiet, style.category)}>{CATEGORY_NAMES[category]}</span>
        </span>
      </div>
    ),
  },
  { id: 'category', head: 'Catégorie', cell: ({ category }) => CATEGORY_NAMES[category] },
  {
    id: 'userPrice',
    head: 'Prix client',
    isNumber: true,
    sort: BY.price,
    cell: ({ userPrice }) => <Price amount={userPrice} className={common.bold!} />,
  },
  {
    id: 'distributorPrice',
    head: 'Prix distributeur',
    isNumber: true,
    cell: ({ distributorPrice }) => <Price amount={distributorPrice} />,
  },
  {
    id: 'gain',
    head: 'Gain fournisseur',
    isNumber: true,
    cell: (product) => <Price amount={supplierGain(product)} />,
  },
  { id: 'stock', head: 'Stock', isNumber: true, sort: BY.stock, cell: ({ stock }) => <Stock pieces={stock} /> },
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
          onClick={() => edit(product)}
        />
        <IconButton
          icon="trash"
          look="danger"
          label={`Supprimer ${product.name}`}
          title="Supprimer"
          onClick={() => askToRemove(product)}
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
