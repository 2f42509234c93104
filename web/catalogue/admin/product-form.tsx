import { useId, useState } from 'react'
import { product as productAnswer } from '#features/catalogue/contract.ts'
import {
  CATEGORIES,
  CATEGORY_NAMES,
  MAX_PRODUCT_DESCRIPTION,
  MAX_PRODUCT_NAME,
  UPLOAD_SECONDS,
} from '#features/catalogue/model.ts'
import type { FullProduct } from '#features/catalogue/rules.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { type IdempotencyKey, useIdempotencyKey } from '#web/forms/use-idempotency-key.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FieldFrame, SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import {
  fieldValues,
  gainOf,
  type ProductProblems,
  problemsIn,
  problemsOf,
  productBody,
  TYPED_FIELDS,
  typedOf,
} from './product-fields.ts'
import style from './product-form.module.css'
import { PictureField } from './product-picture.tsx'

/** The product to change, `new` for one to add; null closes the dialog. */
export type EditedProduct = FullProduct | 'new' | null

interface ProductDialogProps {
  edited: EditedProduct
  onClose: () => void
  onSaved: (product: FullProduct, isNew: boolean) => void
}

export function ProductDialog({ edited, onClose, onSaved }: ProductDialogProps) {
  const form = useId()
  const [isBusy, setBusy] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  // A save without an answer is sent again under the same key, also from a form opened later.
  const key = useIdempotencyKey()
  const isNew = edited === 'new'

  const leave = () => {
    setLeaving(false)
    setTouched(false)
    onClose()
  }
  // A tap beside the dialog must not cost a description.
  const askToLeave = () => {
    if (isBusy) return
    if (isTouched) setLeaving(true)
    else leave()
  }
  const goOn = () => {
    setLeaving(false)
    document.getElementById(`${form}-${TYPED_FIELDS[0]}`)?.focus()
  }
  const saved = (product: FullProduct) => {
    setTouched(false)
    setLeaving(false)
    onSaved(product, isNew)
  }

  return (
    <Dialog
      isOpen={edited !== null}
      onClose={askToLeave}
      title={isNew ? 'Ajouter un produit' : 'Modifier le produit'}
      size="wide"
      actions={
        isLeaving ? (
          <div className={classes(common.stack, common.gap3, common.medium, style.leaving)} role="alert">
            <p>Quitter sans enregistrer&nbsp;? Ce que vous avez saisi sera perdu.</p>
            <div className={classes(common.wrap, style.choices)}>
              <Button look="secondary" onClick={leave}>
                Quitter sans enregistrer
              </Button>
              <Button ref={focusOnce} onClick={goOn}>
                Continuer la saisie
              </Button>
            </div>
          </div>
        ) : (
          <>
            <Button look="secondary" onClick={askToLeave}>
              Annuler
            </Button>
            <Button type="submit" form={form} busy={isBusy} busyLabel="En cours...">
              {isNew ? 'Ajouter' : 'Modifier'}
            </Button>
          </>
        )
      }
    >
      {edited && (
        <ProductForm
          id={form}
          product={isNew ? null : edited}
          idempotencyKey={key}
          isBusy={isBusy}
          onBusy={setBusy}
          onTouched={() => setTouched(true)}
          onSaved={saved}
        />
      )}
    </Dialog>
  )
}

interface ProductFormProps {
  id: string
  /** Null for a new one. */
  product: FullProduct | null
  idempotencyKey: IdempotencyKey
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onTouched: () => void
  onSaved: (product: FullProduct) => void
}

function ProductForm({ id, product, idempotencyKey, isBusy, onBusy, onTouched, onSaved }: ProductFormProps) {
  const [start] = useState(() => typedOf(product))
  const [gain, setGain] = useState(() => gainOf(start))
  const [image, setImage] = useState<File | null>(null)
  const [problems, setProblems] = useState<ProductProblems>({})
  const [trouble, setTrouble] = useState<string | null>(null)

  const refuse = (found: ProductProblems, form: HTMLFormElement) => {
    setProblems(found)
    const first = [...TYPED_FIELDS, 'image' as const].find((field) => found[field] !== undefined)
    if (first) form.querySelector<HTMLElement>(`[id="${id}-${first}"]`)?.focus()
  }

  const submit = async (form: HTMLFormElement) => {
    if (isBusy) return
    const typed = fieldValues(form)
    setTrouble(null)
    const found = problemsOf(typed)
    if (Object.keys(found).length > 0) return refuse(found, form)
    setProblems({})
    const shownStock = product && start.stock
    onBusy(true)
    try {
      const saved = await callApi(product ? `/api/admin/products/${product.id}?_method=PUT` : '/api/admin/products', {
        method: 'POST',
        body: productBody(typed, { image, shownStock }),
        answer: productAnswer,
        timeoutSeconds: UPLOAD_SECONDS,
        // The stock is sent as a difference: a second try after a lost answer must not add it again.
        idempotencyKey: idempotencyKey.keyFor(
          JSON.stringify([product?.id, shownStock, typed, image && [image.name, image.size, image.lastModified]]),
        ),
      })
      idempotencyKey.done()
      onSaved(saved as FullProduct)
    } catch (error) {
      const refused = error instanceof ApiError && error.status === 422 ? problemsIn(error) : {}
      if (Object.keys(refused).length > 0) refuse(refused, form)
      else setTrouble(errorSentence(error))
    }
    onBusy(false)
  }

  const control = (field: (typeof TYPED_FIELDS)[number]) => ({
    name: field,
    id: `${id}-${field}`,
    defaultValue: start[field],
    error: problems[field],
    required: true,
    autoComplete: 'off',
  })
  const price = { inputMode: 'decimal', step: '0.01', min: '0.01' } as const

  return (
    <form
      id={id}
      className={classes(common.stack, style.form)}
      noValidate
      onInput={({ currentTarget, target }) => {
        const field = (target as HTMLInputElement).name
        setProblems((before) => ({ ...before, [field]: undefined }))
        setGain(gainOf(fieldValues(currentTarget)))
        onTouched()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      {trouble !== null && (
        <Notice
          className={style.whole}
          tone="danger"
          role="alert"
          title={product ? 'Le produit n’a pas été modifié' : 'Le produit n’a pas été ajouté'}
        >
          {trouble}
        </Notice>
      )}
      <div className={classes(common.stack, style.fields)}>
        <Field
          {...control('name')}
          className={style.whole}
          label="Nom"
          data-autofocus
          maxLength={MAX_PRODUCT_NAME}
          enterKeyHint="next"
        />
        <FieldFrame
          className={style.whole}
          label="Description"
          id={`${id}-description`}
          hint="Une ligne vide sépare deux paragraphes."
          error={problems.description}
        >
          {(attributes) => (
            <textarea
              {...attributes}
              name="description"
              defaultValue={start.description}
              rows={4}
              required
              maxLength={MAX_PRODUCT_DESCRIPTION}
            />
          )}
        </FieldFrame>
        <NumberField {...control('userPrice')} {...price} label="Prix client (DH)" enterKeyHint="next" />
        <NumberField
          {...control('distributorPrice')}
          {...price}
          label="Prix distributeur / influenceur (DH)"
          enterKeyHint="next"
        />
        <p className={classes(common.tile, common.note, style.gain)} aria-live="polite">
          Gain fournisseur par unité&nbsp;:{' '}
          <strong data-negative={(gain !== null && gain < 0) || undefined}>
            {gain === null ? '–' : formatDirhams(gain)}
          </strong>
        </p>
        <NumberField
          {...control('stock')}
          label="Quantité en stock"
          inputMode="numeric"
          step="1"
          min="0"
          enterKeyHint="done"
        />
        <SelectField {...control('category')} label="Catégorie">
          {CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {CATEGORY_NAMES[category]}
            </option>
          ))}
        </SelectField>
        {product && (
          <p className={classes(common.hint, style.note)}>
            Ce que des clients commandent pendant la saisie reste déduit du stock.
          </p>
        )}
      </div>
      <PictureField
        id={`${id}-image`}
        current={product?.image ?? null}
        chosen={image}
        error={problems.image}
        onChoose={(file, problem) => {
          setImage(file)
          setProblems((before) => ({ ...before, image: problem }))
          onTouched()
        }}
      />
    </form>
  )
}

const focusOnce = (button: HTMLButtonElement | null): void => button?.focus()
