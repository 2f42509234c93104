import { useEffect, useId, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import type { AdminProductRow } from '#features/catalogue/contract.ts'
import {
  CATEGORIES,
  CATEGORY_NAMES,
  MAX_BENEFIT,
  MAX_PRODUCT_DESCRIPTION,
  MAX_PRODUCT_NAME,
  MAX_PRODUCT_TEXT,
  type PackItem,
} from '#features/catalogue/model.ts'
import { ApiError, isUnanswered } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { type IdempotencyKey, useIdempotencyKey } from '#web/forms/use-idempotency-key.ts'
import { useUnsaved } from '#web/forms/use-unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FieldFrame, SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { PackField } from './pack-field.tsx'
import { PicturesField } from './pictures-field.tsx'
import {
  copyOf,
  fieldValues,
  gainOf,
  PROBLEM_FIELDS,
  type ProductCall,
  type ProductProblems,
  problemsIn,
  problemsOf,
  productBody,
  sendProduct,
  TYPED_FIELDS,
  type TypedProduct,
  textFrame,
  typedOf,
} from './product-fields.ts'
import style from './product-form.module.css'
import { SupplierGain } from './supplier-gain.tsx'
import { stockNow, useTodaysProduct } from './todays-product.ts'
import { usePictures } from './use-pictures.ts'

/** The product to change, or to copy; `new` for one to add; null closes the dialog. */
export type EditedProduct = { product: AdminProductRow; isCopy: boolean } | 'new' | null

interface ProductDialogProps {
  edited: EditedProduct
  onClose: () => void
  onSaved: (product: AdminProductRow, isNew: boolean) => void
}

export function ProductDialog({ edited, onClose, onSaved }: ProductDialogProps) {
  const form = useId()
  const [isBusy, setBusy] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  // A save without an answer is sent again under the same key, also from a form opened later.
  const key = useIdempotencyKey()
  const isNew = edited === 'new' || edited?.isCopy === true
  useUnsaved(isTouched)

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isTouched && currentLocation.pathname !== nextLocation.pathname,
  )

  const leave = () => {
    setLeaving(false)
    setTouched(false)
    onClose()
    blocker.proceed?.()
  }
  // A tap beside the dialog must not cost a description.
  const askToLeave = () => {
    if (isBusy) return
    if (isTouched) setLeaving(true)
    else leave()
  }
  const goOn = () => {
    setLeaving(false)
    blocker.reset?.()
    document.getElementById(`${form}-${TYPED_FIELDS[0]}`)?.focus()
  }
  const saved = (product: AdminProductRow) => {
    setTouched(false)
    setLeaving(false)
    blocker.reset?.()
    onSaved(product, isNew)
  }

  return (
    <Dialog
      isOpen={edited !== null}
      onClose={askToLeave}
      title={isNew ? 'Ajouter un produit' : 'Modifier le produit'}
      size="wide"
      actions={
        isLeaving || blocker.state === 'blocked' ? (
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
          product={edited === 'new' || edited.isCopy ? null : edited.product}
          start={edited === 'new' ? null : edited.isCopy ? copyOf(edited.product) : edited.product}
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
  product: AdminProductRow | null
  /** Its fields hold this at first. */
  start: AdminProductRow | null
  idempotencyKey: IdempotencyKey
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onTouched: () => void
  onSaved: (product: AdminProductRow) => void
}

function ProductForm({
  id,
  product,
  start: from,
  idempotencyKey,
  isBusy,
  onBusy,
  onTouched,
  onSaved,
}: ProductFormProps) {
  const [start] = useState(() => typedOf(from))
  const [gain, setGain] = useState(() => gainOf(start))
  const [category, setCategory] = useState(start.category)
  const [isHidden, setHidden] = useState(from?.isHidden ?? false)
  const [contents, setContents] = useState<readonly PackItem[]>(from?.contents ?? [])
  const pictures = usePictures(from?.images ?? [], onTouched)
  const [problems, setProblems] = useState<ProductProblems>({})
  const [trouble, setTrouble] = useState<{ title: string; text: string } | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const [news, setNews] = useState<string | null>(null)
  const today = useTodaysProduct()
  /** The product as the person has seen it: the stock is sent as a difference to it. */
  const seen = useRef(product)
  /** The call that was sent last; as long as no answer came, it may have been carried out or not. */
  const sent = useRef<ProductCall>(null)

  /** Begins with today's stock. Returns a sentence when it is another one than was shown. */
  const learn = async (): Promise<string | null> => {
    const before = seen.current
    if (before === null) return null
    const { stock } = await today.get(before.id)
    if (stock === before.stock) return null
    seen.current = { ...before, stock }
    const field = element.current?.elements.namedItem('stock' satisfies keyof TypedProduct) as HTMLInputElement | null
    if (sent.current === null && field?.value === String(before.stock)) field.value = String(stock)
    return stockNow(stock)
  }

  /** A new product that may be there is sent again as it was: whatever was typed since then is a change of it. */
  const finishAdding = async (): Promise<void> => {
    if (sent.current === null || seen.current !== null) return
    const notAdded = (error: unknown) => {
      if (isUnanswered(error)) throw error
      return null
    }
    seen.current = await sendProduct(sent.current).catch(notAdded)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for when the form is opened
  useEffect(() => {
    // A save asks again, and says what is wrong.
    learn().then(setNews, () => undefined)
  }, [])

  const refuse = (found: ProductProblems, form: HTMLFormElement) => {
    setProblems(found)
    const first = PROBLEM_FIELDS.find((field) => found[field] !== undefined)
    if (first) form.querySelector<HTMLElement>(`[id="${id}-${first}"]`)?.focus()
  }

  const typedBody = (form: HTMLFormElement, images: readonly string[]): FormData => {
    const shown = seen.current && { typed: typedOf(seen.current), untyped: seen.current }
    return productBody(fieldValues(form), { images, contents, isHidden }, shown)
  }
  const contentOf = (body: FormData): string => JSON.stringify([seen.current?.id, ...body])

  const submit = async (form: HTMLFormElement) => {
    if (isBusy) return
    setTrouble(null)
    const images = pictures.all.flatMap(({ image }) => image ?? [])
    const found = problemsOf(fieldValues(form))
    if (pictures.framed) found.images = 'Validez d’abord le cadrage de l’image.'
    else if (images.length < pictures.all.length)
      found.images = 'Une image n’est pas encore envoyée\u00A0: attendez, ou retirez-la.'
    if (Object.keys(found).length > 0) return refuse(found, form)
    setProblems({})
    onBusy(true)
    try {
      // The same content again goes under the same key. Another one begins with what has become of the one without an answer.
      if (contentOf(typedBody(form, images)) !== sent.current?.content) {
        await finishAdding()
        const changed = await learn()
        sent.current = null
        if (changed !== null && fieldValues(form).stock !== String(seen.current?.stock)) {
          onBusy(false)
          return refuse({ stock: changed }, form)
        }
      }
      const body = typedBody(form, images)
      const content = contentOf(body)
      sent.current = { id: seen.current?.id, body, content, idempotencyKey: idempotencyKey.keyFor(content) }
      const saved = await sendProduct(sent.current)
      idempotencyKey.done()
      onSaved(saved)
    } catch (error) {
      const refused = error instanceof ApiError && error.status === 422 ? problemsIn(error) : {}
      if (Object.keys(refused).length > 0) refuse(refused, form)
      else {
        const done = seen.current ? 'modifié' : 'ajouté'
        const mayBeDone = isUnanswered(error) && sent.current !== null
        const title = mayBeDone ? `Le produit a peut-être été ${done}` : `Le produit n’a pas été ${done}`
        setTrouble({ title, text: errorSentence(error) })
      }
      if (isUnanswered(error)) today.forget()
      else sent.current = null
    }
    onBusy(false)
  }

  const control = (field: (typeof TYPED_FIELDS)[number]) => ({
    name: field,
    id: `${id}-${field}`,
    defaultValue: start[field],
    error: problems[field],
    autoComplete: 'off',
  })
  const required = (field: (typeof TYPED_FIELDS)[number]) => ({ ...control(field), required: true })
  const price = { inputMode: 'decimal', step: '0.01', min: '0.01' } as const

  return (
    <form
      ref={element}
      id={id}
      className={classes(common.stack, style.form)}
      noValidate
      onInput={({ currentTarget, target }) => {
        const field = (target as HTMLInputElement).name
        setProblems((before) => ({ ...before, [field]: undefined }))
        const typed = fieldValues(currentTarget)
        setGain(gainOf(typed))
        setCategory(typed.category)
        onTouched()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      {trouble !== null && (
        <Notice className={style.whole} tone="danger" role="alert" title={trouble.title}>
          {trouble.text}
        </Notice>
      )}
      <div className={classes(common.stack, style.fields)}>
        <Field
          {...required('name')}
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
        <NumberField {...required('userPrice')} {...price} label="Prix client (DH)" enterKeyHint="next" />
        <NumberField
          {...required('distributorPrice')}
          {...price}
          label="Prix distributeur / influenceur (DH)"
          enterKeyHint="next"
        />
        <SupplierGain gain={gain} />
        <NumberField
          {...required('stock')}
          label="Quantité en stock"
          inputMode="numeric"
          step="1"
          min="0"
          enterKeyHint="done"
        />
        <SelectField {...required('category')} label="Catégorie">
          {CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {CATEGORY_NAMES[category]}
            </option>
          ))}
        </SelectField>
        {product && (
          <p className={classes(common.hint, style.note)} role="status">
            {news} Les commandes passées pendant votre saisie seront déduites.
          </p>
        )}
      </div>
      {category === 'pack' && (
        <PackField
          id={`${id}-contents`}
          packId={product?.id ?? null}
          items={contents}
          error={problems.contents}
          onChange={(items) => {
            setContents(items)
            onTouched()
          }}
        />
      )}
      <PicturesField id={`${id}-images`} pictures={pictures} error={problems.images} />
      <Field
        {...control('benefit')}
        label="Bénéfice, sur une ligne"
        optional
        hint="Par exemple «&nbsp;Teint éclat · 30&nbsp;ml&nbsp;», 60 lettres au plus."
        maxLength={MAX_BENEFIT}
      />
      {(['usage', 'highlights', 'precautions'] as const).map((field) => (
        <FieldFrame key={field} {...textFrame(field, id, problems)} optional>
          {(attributes) => (
            <textarea {...attributes} name={field} defaultValue={start[field]} rows={2} maxLength={MAX_PRODUCT_TEXT} />
          )}
        </FieldFrame>
      ))}
      <Checkbox
        checked={isHidden}
        onChange={({ currentTarget }) => {
          setHidden(currentTarget.checked)
          onTouched()
        }}
      >
        Masquer ce produit&nbsp;: seuls les admins le voient, personne ne peut le commander
      </Checkbox>
    </form>
  )
}

const focusOnce = (button: HTMLButtonElement | null): void => button?.focus()
