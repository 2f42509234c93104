import { useEffect, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { formatDirhams } from '#platform/kernel/money.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { goToField } from '#web/ui/error-summary.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import tones from '#web/ui/tones.module.css'
import { PROMO_FIELD_ID } from '../order-form/fields.ts'
import type { Order } from '../order-form/use-order.ts'
import style from './promo-code.module.css'

/**
 * The applied code as a chip, or a link that opens the field for one. The field stands there at once where somebody has typed
 * a code, and where the reason that forbids one is to be read.
 */
export function PromoCode({ order }: { order: Order }) {
  const { promo } = order
  const { rates } = useRouteLoaderData<typeof rootLoader>('root')!
  const refusal = order.isSupplier ? 'Vous commandez déjà à votre prix fournisseur, sans code promo.' : null
  const [isOpened, setOpened] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const remove = useRef<HTMLButtonElement>(null)
  const hadCode = useRef(promo.applied)
  const wasSent = useRef(false)

  // The control with the focus is gone: the focus goes to the control in its place.
  useEffect(() => {
    if (hadCode.current === promo.applied) return
    hadCode.current = promo.applied
    // A code that came by itself takes no focus.
    if (promo.applied && !wasSent.current) return
    if (promo.applied) remove.current?.focus()
    else (opener.current ?? document.getElementById(PROMO_FIELD_ID))?.focus()
  }, [promo.applied])

  useEffect(() => {
    if (isOpened) goToField(PROMO_FIELD_ID)
  }, [isOpened])

  if (promo.applied)
    return (
      <p className={classes(tones.ok, common.strong, style.chip)}>
        <Icon name="check-circle" size={20} />
        <span className={style.words}>
          Code {promo.applied} appliqué&nbsp;: −{rates.discountPercent}&nbsp;%
          {order.figures.discount > 0 && (
            <span className={style.saved}>Vous économisez {formatDirhams(order.figures.discount)}</span>
          )}
        </span>
        <IconButton
          icon="close"
          iconSize={18}
          label={`Retirer le code ${promo.applied}`}
          ref={remove}
          onClick={promo.remove}
        />
      </p>
    )
  if (!(isOpened || refusal || promo.typed || promo.error))
    return (
      <button type="button" className={style.opener} ref={opener} onClick={() => setOpened(true)}>
        <Icon name="plus" size={18} />
        J’ai un code promo
      </button>
    )
  return (
    <form
      className={classes(common.stack, common.gap2, style.promo)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        wasSent.current = true
        if (!promo.isBusy) promo.apply()
      }}
    >
      <Field
        label="Code promo"
        id={PROMO_FIELD_ID}
        hint={refusal ?? undefined}
        error={promo.error ?? undefined}
        className={style.field}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        enterKeyHint="done"
        disabled={refusal !== null}
        value={promo.typed}
        onChange={(event) => promo.type(event.target.value)}
      />
      <Button type="submit" look="link" size="small" busy={promo.isBusy} disabled={refusal !== null}>
        Appliquer le code promo
      </Button>
    </form>
  )
}
