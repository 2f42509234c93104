import { useState } from 'react'
import { addableProducts } from '#features/orders/corrections/contract.ts'
import { MAX_LINES, MAX_NOTE, MAX_QUANTITY } from '#features/orders/model.ts'
import { CITIES } from '#platform/kernel/cities.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApi } from '#web/forms/use-api.ts'
import type { ApiForm } from '#web/forms/use-api-form.ts'
import { SearchField } from '#web/list-kit/search-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field, FieldFrame, SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Price } from '#web/ui/price.tsx'
import { QuantityInput } from '#web/ui/quantity-input.tsx'
import type { Draft, DraftFields, DraftLine } from './correction.ts'
import style from './order-correct.module.css'
import { Thumbnail } from './order-lines.tsx'

interface CorrectionFieldsProps {
  id: string
  form: ApiForm<keyof DraftFields>
  draft: Draft
  onChange: (draft: Draft) => void
  /** By the place of the line; `all` for the whole list. */
  lineProblems: Readonly<Record<string, string>>
  /** Products of a supplier's order stay as they are. */
  hasLines: boolean
  /** The fee of the delivery to a city, which stands beside its name. */
  feeOf: (city: string) => Centimes
}

export function CorrectionFields({ id, form, draft, onChange, lineProblems, hasLines, feeOf }: CorrectionFieldsProps) {
  const bind = (name: keyof DraftFields) => ({
    ...form.field(name),
    value: draft.fields[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...draft, fields: { ...draft.fields, [name]: event.currentTarget.value } }),
  })
  return (
    <FormShell
      form={form}
      id={id}
      className={common.stack}
      focus="field"
      failed="Le changement ne peut pas être montré"
      submit={null}
    >
      <div className={style.fields}>
        <Field label="Nom complet" {...bind('Name')} dir="auto" required autoComplete="off" maxLength={120} />
        <Field
          label="Téléphone"
          {...bind('Phone')}
          required
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
        />
        <Field label="Adresse" {...bind('Address')} dir="auto" required autoComplete="off" maxLength={300} />
        <SelectField label="Ville" {...bind('City')} required autoComplete="off">
          {/* An order placed long ago may name a city that is no longer listed. */}
          {!CITIES.includes(draft.fields.City) && <option value={draft.fields.City}>{draft.fields.City}</option>}
          {CITIES.map((city) => (
            <option key={city} value={city}>
              {city} – {formatDirhams(feeOf(city))}
            </option>
          ))}
        </SelectField>
      </div>
      <FieldFrame label="Note pour le livreur" optional error={form.problems.note}>
        {(control) => {
          const { error: _, ...note } = bind('note')
          return <textarea {...control} {...note} dir="auto" rows={2} autoComplete="off" maxLength={MAX_NOTE} />
        }}
      </FieldFrame>
      {hasLines ? (
        <CorrectionLines
          lines={draft.lines}
          problems={lineProblems}
          onChange={(lines) => onChange({ ...draft, lines })}
        />
      ) : (
        <p className={common.hint}>Les produits de cette commande ont été choisis par son fournisseur.</p>
      )}
    </FormShell>
  )
}

interface CorrectionLinesProps {
  lines: readonly DraftLine[]
  problems: Readonly<Record<string, string>>
  onChange: (lines: readonly DraftLine[]) => void
}

function CorrectionLines({ lines, problems, onChange }: CorrectionLinesProps) {
  const [search, setSearch] = useState('')
  const change = (line: DraftLine, quantity: number) =>
    onChange(lines.map((each) => (each === line ? { ...each, quantity } : each)))
  const add = (line: DraftLine) => {
    onChange([...lines, line])
    setSearch('')
  }
  return (
    <fieldset className={classes(common.stack, common.gap2)}>
      <legend className={common.medium}>Produits</legend>
      {problems.all && <Problem>{problems.all}</Problem>}
      <ul className={style.lines}>
        {lines.map((line, nth) => (
          <li key={line.productId} className={style.line}>
            <Thumbnail image={line.image} />
            <div className={style.what}>
              <p className={common.medium}>{line.name}</p>
              <p className={common.hint}>
                <Price amount={line.userPrice} />
              </p>
            </div>
            <div className={style.pieces}>
              <QuantityInput
                label={`Quantité de ${line.name}`}
                value={line.quantity}
                max={MAX_QUANTITY}
                isInvalid={problems[nth] !== undefined}
                onChange={(quantity) => change(line, quantity)}
              />
              <IconButton
                icon="trash"
                look="danger"
                label={`Retirer ${line.name}`}
                title={lines.length === 1 ? 'Une commande a au moins un produit' : 'Retirer'}
                disabled={lines.length === 1}
                onClick={() => onChange(lines.filter((each) => each !== line))}
              />
            </div>
            {problems[nth] !== undefined && <Problem>{problems[nth]}</Problem>}
          </li>
        ))}
      </ul>
      {lines.length < MAX_LINES && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the search looks for products, it does not send the form
        <div className={style.search} onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
          <SearchField label="Ajouter un produit" placeholder="Nom du produit" value={search} onSearch={setSearch} />
          {search !== '' && <FoundProducts search={search} ordered={lines} onAdd={add} />}
        </div>
      )}
    </fieldset>
  )
}

const Problem = ({ children }: { children: string }) => (
  <p className={classes(common.problem, style.problem)} role="alert">
    <Icon name="danger" size={16} />
    {children}
  </p>
)

interface FoundProductsProps {
  search: string
  ordered: readonly DraftLine[]
  onAdd: (line: DraftLine) => void
}

function FoundProducts({ search, ordered, onAdd }: FoundProductsProps) {
  const { data, error } = useApi(`/api/confirmation/products?${new URLSearchParams({ search })}`, addableProducts)
  if (error !== null) return <p className={common.hint}>Les produits n’ont pas pu être cherchés.</p>
  if (data === null) return <p className={common.hint}>Recherche…</p>
  const found = data.filter(({ id }) => !ordered.some(({ productId }) => productId === id))
  if (found.length === 0) return <p className={common.hint}>Aucun autre produit ne correspond.</p>
  return (
    <ul className={style.lines}>
      {found.map(({ id, name, image, userPrice, stock }) => (
        <li key={id} className={style.line}>
          <Thumbnail image={image} />
          <div className={style.what}>
            <p className={common.medium}>{name}</p>
            <p className={common.hint}>
              <Price amount={userPrice} />, {stock === 0 ? 'épuisé' : `${stock} en stock`}
            </p>
          </div>
          <Button
            look="secondary"
            size="small"
            icon="plus"
            disabled={stock === 0}
            onClick={() => onAdd({ productId: id, name, image, userPrice, quantity: 1 })}
          >
            Ajouter<span className="visually-hidden"> {name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
