import { useState } from 'react'
import { type AdminProductRow, adminProductPage } from '#features/catalogue/contract.ts'
import { CATEGORY_NAMES, MAX_PACK_ITEMS, MAX_PACK_PIECES, type PackItem } from '#features/catalogue/model.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { withQuery } from '#web/list-kit/list-api-query.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { FieldFrame } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import style from './pack-field.module.css'

interface PackFieldProps {
  id: string
  /** The pack itself, which is not in it; null for a new one. */
  packId: number | null
  items: readonly PackItem[]
  onChange: (items: readonly PackItem[]) => void
  error: string | undefined
}

const SHOWN = 6

/** Contents of a pack: products found by their name, each with its pieces. */
export function PackField({ id, packId, items, onChange, error }: PackFieldProps) {
  const [found, setFound] = useState<readonly AdminProductRow[] | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [search, setSearch] = useState('')

  const look = async () => {
    const query = { search: search.trim(), page: '1', per_page: '20', sort: 'name' }
    setTrouble(null)
    try {
      const { data } = await callApi(withQuery('/api/admin/products', query), { answer: adminProductPage })
      const free = data.filter(
        (each) => each.category !== 'pack' && each.id !== packId && items.every((item) => item.id !== each.id),
      )
      setFound(free.slice(0, SHOWN))
      announce(free.length === 0 ? 'Aucun produit trouvé.' : `Produits trouvés\u00A0: ${free.length}.`)
    } catch (error) {
      setTrouble(errorSentence(error))
    }
  }

  const add = ({ id: productId, name }: AdminProductRow) => {
    onChange([...items, { id: productId, name, pieces: 1 }])
    setFound(null)
    setSearch('')
    announce(`${name} est dans le pack.`)
    document.getElementById(id)?.focus()
  }

  return (
    <div className={classes(common.stack, common.gap3)}>
      {items.length > 0 && (
        <ul className={style.items} aria-label="Contenu du pack">
          {items.map((item) => (
            <li key={item.id} className={style.item}>
              <span className={style.name}>{item.name}</span>
              <input
                className={style.pieces}
                type="number"
                inputMode="numeric"
                min={1}
                max={MAX_PACK_PIECES}
                value={item.pieces}
                aria-label={`Unités de ${item.name}`}
                onChange={({ currentTarget }) => {
                  const pieces = Math.min(MAX_PACK_PIECES, Math.max(1, Math.trunc(Number(currentTarget.value)) || 1))
                  onChange(items.map((each) => (each.id === item.id ? { ...each, pieces } : each)))
                }}
              />
              <IconButton
                icon="trash"
                iconSize={18}
                label={`Retirer ${item.name} du pack`}
                title="Retirer"
                onClick={() => onChange(items.filter((each) => each.id !== item.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {items.length < MAX_PACK_ITEMS && (
        <FieldFrame
          label="Ajouter un produit au pack"
          optional
          id={id}
          hint="Ce que contient le pack. Son stock reste le sien."
          error={error ?? trouble ?? undefined}
        >
          {(control) => (
            <div className={style.search}>
              <input
                {...control}
                type="search"
                placeholder="Nom du produit"
                autoComplete="off"
                value={search}
                onChange={({ currentTarget }) => setSearch(currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  // It would send the form around it.
                  event.preventDefault()
                  look()
                }}
              />
              <Button look="secondary" size="small" icon="search" onClick={look}>
                Chercher
              </Button>
            </div>
          )}
        </FieldFrame>
      )}
      {found !== null && (
        <ul className={style.items} aria-label="Produits trouvés">
          {found.length === 0 && <li className={classes(common.note, style.item)}>Aucun produit de ce nom.</li>}
          {found.map((each) => (
            <li key={each.id} className={style.item}>
              <span className={style.name}>
                {each.name} <span className={common.hint}>{CATEGORY_NAMES[each.category]}</span>
              </span>
              <IconButton
                icon="plus"
                look="framed"
                label={`Mettre ${each.name} dans le pack`}
                title="Mettre dans le pack"
                onClick={() => add(each)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
