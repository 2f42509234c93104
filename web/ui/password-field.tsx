import { type ComponentProps, useState } from 'react'
import { EYE_SHAPES } from './eye-icons.ts'
import { FieldFrame, type FieldTexts } from './field.tsx'
import { addShapes } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import style from './password-field.module.css'

addShapes(EYE_SHAPES)

/** A password with a button that shows and hides it. */
export function PasswordField({
  label,
  hint,
  error,
  optional,
  size,
  id,
  className,
  ...input
}: FieldTexts & Omit<ComponentProps<'input'>, 'type' | 'size'>) {
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame {...{ label, hint, error, optional, size, id, className }}>
      {(control) => (
        <>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={200}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
          />
          <IconButton
            icon={isShown ? 'eye-off' : 'eye'}
            label={isShown ? 'Masquer le mot de passe' : 'Afficher le mot de passe'}
            className={style.toggle}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
          />
        </>
      )}
    </FieldFrame>
  )
}
