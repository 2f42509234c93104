import { lazy, Suspense, useState } from 'react'
import { CATEGORIES } from '#features/catalogue/model.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './supplier-promo.module.css'

const ProductPicker = lazy(() => import('./product-picker.tsx'))

const LINKS_ID = 'lien-par-produit'

/** Opens the list of products and moves there. */
export function openProductLinks(): void {
  const links = document.getElementById(LINKS_ID) as HTMLDetailsElement | null
  if (!links) return
  links.open = true
  links.querySelector('summary')?.focus()
}

interface ProductLinksProps {
  publicUrl: string
  code: string
  discount: number
}

/** A link with the code for each product, with what one of them brings. Fetched once it is opened. */
export function ProductLinks({ publicUrl, code, discount }: ProductLinksProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details id={LINKS_ID} className={style.fold} onToggle={({ currentTarget }) => currentTarget.open && setOpen(true)}>
      <summary>
        Partager un produit
        <Icon name="chevron-down" size={18} />
      </summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the arrow keys
        <section className={style.products} aria-label="Un lien par produit" tabIndex={0}>
          <Suspense fallback={<Skeleton shape="block" className={style.picker} />}>
            {CATEGORIES.map((category) => (
              <ProductPicker key={category} category={category} publicUrl={publicUrl} code={code} discount={discount} />
            ))}
          </Suspense>
        </section>
      )}
    </details>
  )
}
