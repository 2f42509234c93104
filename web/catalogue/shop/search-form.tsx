import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Form, Link, useLocation, useNavigate, useNavigationType, useSubmit } from 'react-router'
import type { CardProduct, Category, ShopPage } from '#features/catalogue/model.ts'
import { addresses } from '#web/addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Input, Select } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import style from './search-form.module.css'
import { SORT_NAMES, type Sort, shopAddress, slugOf } from './shop-query.ts'

// Asked for once somebody is about to type. Without it the search goes on as a plain one.
const Suggestions = lazy(() => import('./suggestions.tsx').catch(() => ({ default: () => null })))

export const LONGEST_SEARCH = 100
const TYPING_PAUSE_MS = 200
const MOST_SUGGESTED = 6
const NONE: readonly CardProduct[] = []
/** In `addresses.search` too. */
const FORM_ID = 'recherche'

interface SearchFormProps {
  category: Category | null
  sort: Sort
  /** The search of the address. */
  search: string
  /** The shop's answer to it; null where none came. */
  shown: Pick<ShopPage, 'products' | 'found'> | null
  onSeeResults: () => void
}

/**
 * A plain GET form; with a script it is sent after a pause in typing, and the first products of the answer are suggested
 * below the field, after the ARIA pattern for comboboxes.
 */
export function SearchForm({ category, sort, search, shown, onSeeResults }: SearchFormProps) {
  const submit = useSubmit()
  const navigate = useNavigate()
  const location = useLocation()
  const way = useNavigationType()
  const form = useRef<HTMLFormElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [isUsed, setUsed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  /** The place of the chosen line; −1 for none. */
  const [active, setActive] = useState(-1)

  const products = search === '' || !shown ? NONE : shown.products.slice(0, MOST_SUGGESTED)
  const isExpanded = isOpen && products.length > 0
  // One more: all results.
  const lines = products.length + 1
  const chosen = Math.min(active, products.length)

  useEffect(() => () => clearTimeout(typing.current), [])
  // The header's link leads into the field, at each press; the way back to this page does not.
  useEffect(() => {
    if (location.hash === `#${FORM_ID}` && way !== 'POP') input.current?.focus()
  }, [location, way])
  useEffect(() => {
    // Erased filters and a step back change the address: the field follows it, unless somebody is typing.
    if (input.current && input.current !== document.activeElement) input.current.value = search
  }, [search])

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const send = () => {
    clearTimeout(typing.current)
    if (!form.current) return
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) if (value !== '') query.set(name, String(value))
    void submit(query, { action: addresses.shop, replace: true, preventScrollReset: true })
  }
  const type = (typed: string) => {
    clearTimeout(typing.current)
    typing.current = setTimeout(send, TYPING_PAUSE_MS)
    setOpen(typed.trim() !== '')
    setActive(-1)
  }
  const choose = (at: number) => {
    clearTimeout(typing.current)
    close()
    const product = products[at]
    if (product) return void navigate(addresses.product(product.id))
    send()
    onSeeResults()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && products.length > 0 && event.currentTarget.value.trim() !== '') {
      event.preventDefault()
      setOpen(true)
      setActive(chosen < 0 && step < 0 ? lines - 1 : (chosen + step + lines) % lines)
    } else if (event.key === 'Enter' && isExpanded && chosen >= 0) {
      event.preventDefault()
      choose(chosen)
    } else if (event.key === 'Escape' && isExpanded) {
      event.preventDefault()
      close()
    }
  }

  return (
    <Form
      ref={form}
      id={FORM_ID}
      className={classes(common.wrap, common.gap2, style.form)}
      action={addresses.shop}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        close()
        send()
      }}
    >
      {category && <input type="hidden" name="categorie" value={slugOf(category)} />}
      <div className={style.search}>
        <Input
          ref={input}
          icon="search"
          type="search"
          name="q"
          defaultValue={search}
          maxLength={LONGEST_SEARCH}
          placeholder="Rechercher"
          aria-label="Rechercher un produit"
          enterKeyHint="search"
          autoComplete="off"
          {...(isUsed && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': isExpanded,
            'aria-controls': `${id}-list`,
            'aria-activedescendant': isExpanded && chosen >= 0 ? `${id}-${chosen}` : undefined,
          })}
          onFocus={() => setUsed(true)}
          onBlur={close}
          onKeyDown={press}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {search !== '' && (
          <Link
            className={style.empty}
            to={shopAddress({ category, sort })}
            aria-label="Effacer la recherche"
            preventScrollReset
            replace
            onClick={() => {
              // The link goes with the search.
              input.current!.value = ''
              input.current!.focus()
            }}
          >
            <Icon name="close" size={18} />
          </Link>
        )}
      </div>
      {isUsed && (
        <Suspense>
          <Suggestions
            id={id}
            isOpen={isExpanded}
            products={products}
            found={shown?.found ?? 0}
            chosen={chosen}
            onChoose={choose}
          />
        </Suspense>
      )}
      <Button type="submit" look="secondary" className={style.submit}>
        Afficher
      </Button>
    </Form>
  )
}

/** A field of that form, beside the count of what it sorts; with a script the choice is sent as it is made. */
export function SortSelect({ sort }: { sort: Sort }) {
  const select = useRef<HTMLSelectElement>(null)
  const shown = useRef(sort)
  // The browser holds the choice, so that one made before hydration stays; the way back brings another one.
  useEffect(() => {
    if (shown.current !== sort) select.current!.value = sort
    shown.current = sort
  }, [sort])
  return (
    <Select
      ref={select}
      form={FORM_ID}
      size="small"
      className={style.sort}
      name="tri"
      defaultValue={sort}
      aria-label="Trier les produits"
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
    >
      {Object.entries(SORT_NAMES).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}
