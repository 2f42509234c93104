import { useState } from 'react'
import { type AdminProductRow, adminProductPage } from '#features/catalogue/contract.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { ExportButton } from '#web/list-kit/export/export-button.tsx'
import { ChoiceFilter, FilterLine, SearchFilter } from '#web/list-kit/list-page.tsx'
import { PagedList, reloadList } from '#web/list-kit/paged-list.tsx'
import { useRowsPerPage } from '#web/list-kit/rows-per-page.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { toast } from '#web/ui/toast.tsx'
import style from './product-admin.module.css'
import { productColumns } from './product-columns.tsx'
import { DeleteProductDialog } from './product-delete.tsx'
import { type EditedProduct, ProductDialog } from './product-form.tsx'
import { ProductImportDialog } from './product-import.tsx'
import {
  CATEGORY_CHOICES,
  CLEARED,
  exportPath,
  filtersIn,
  isFiltered,
  PLACE_CHOICES,
  productsPath,
  SORT_CHOICES,
  STOCK_CHOICES,
} from './product-query.ts'
import { usePaces } from './stock-pace.ts'

export const handle: AdminPage = { title: 'Tableau de bord Admin - Produits' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Liste des produits',
  pages: 'Pages des produits',
  loading: 'Chargement des produits…',
  failed: 'Les produits n’ont pas pu être chargés',
  nothingYet: {
    title: 'Aucun produit pour le moment',
    text: 'Ajoutez le premier, ou importez votre catalogue depuis un fichier CSV.',
  },
  nothingMatches: {
    title: 'Aucun produit ne correspond',
    text: 'Vérifiez le nom cherché, ou choisissez une autre catégorie ou un autre stock.',
  },
}

const CARD = ['name userPrice', 'stock actions']

export default function ProductAdmin() {
  const address = useListAddress()
  const filters = filtersIn(address)
  const rowsPerPage = useRowsPerPage()
  const products = useApi(productsPath(filters, address, rowsPerPage.rows), adminProductPage)
  const paces = usePaces(products.data?.data)
  const [edited, setEdited] = useState<EditedProduct>(null)
  /** The product that was saved last, and the list that does not show it yet. */
  const [saved, setSaved] = useState<{ product: AdminProductRow; list: typeof products.data } | null>(null)
  const [removing, setRemoving] = useState<AdminProductRow | null>(null)
  const [isImporting, setImporting] = useState(false)
  const clearFilters = () => address.filter(CLEARED)

  const settle = () => reloadList(products.reload)
  // On a slow line the row is that of before for a while: a form that began with it would write the old values back.
  const open = (row: AdminProductRow, isCopy: boolean) => {
    const isStale = row.id === saved?.product.id && products.data === saved.list
    setEdited({ product: isStale ? saved.product : row, isCopy })
  }

  return (
    <div className={classes(common.stack, common.gap5)}>
      <div className={classes(common.wrap, style.tools)}>
        <Button icon="plus" size="small" onClick={() => setEdited('new')}>
          Ajouter un produit
        </Button>
        <Button look="secondary" size="small" icon="upload" onClick={() => setImporting(true)}>
          Importer (CSV)
        </Button>
        <ExportButton path={exportPath(filters)} file="produits.csv" />
      </div>
      <search aria-label="Filtrer les produits">
        <FilterLine>
          <SearchFilter address={address} label="Recherche par nom" placeholder="Nom du produit" />
          <ChoiceFilter address={address} name="category" label="Catégorie" all="Toutes" choices={CATEGORY_CHOICES} />
          <ChoiceFilter address={address} name="stock" label="Stock" all="Tous" choices={STOCK_CHOICES} />
          <ChoiceFilter address={address} name="place" label="Visibilité" all="Toutes" choices={PLACE_CHOICES} />
          <ChoiceFilter address={address} name="sort" label="Tri" isSort choices={SORT_CHOICES} />
          <Button look="secondary" size="small" icon="refresh" onClick={clearFilters}>
            Réinitialiser les filtres
          </Button>
        </FilterLine>
      </search>
      <PagedList
        answer={products}
        address={address}
        columns={productColumns({
          edit: (product) => open(product, false),
          copy: (product) => open(product, true),
          askToRemove: setRemoving,
          reload: products.reload,
          paces,
        })}
        density="compact"
        rowsPerPage={rowsPerPage}
        rowKey={(product) => product.id}
        card={CARD}
        rowClassName={style.row}
        sorting={{ current: filters.sort, linkTo: address.sortLink }}
        icon="box"
        clearFilters={isFiltered(filters) ? clearFilters : null}
        texts={TEXTS}
      />
      <ProductDialog
        edited={edited}
        onClose={() => setEdited(null)}
        onSaved={(product, isNew) => {
          setEdited(null)
          setSaved({ product, list: products.data })
          toast({ title: 'Succès!', text: `${product.name} a été ${isNew ? 'ajouté' : 'modifié'}.` })
          settle()
        }}
      />
      <DeleteProductDialog
        product={removing}
        onClose={() => setRemoving(null)}
        onRemoved={({ name }) => {
          setRemoving(null)
          toast({ title: 'Supprimé!', text: name })
          settle()
        }}
      />
      <ProductImportDialog
        isOpen={isImporting}
        onClose={() => setImporting(false)}
        onApplied={(text) => {
          setImporting(false)
          toast({ title: 'Succès!', text })
          settle()
        }}
      />
    </div>
  )
}
