import { type DragEvent, useEffect, useId, useState } from 'react'
import { PICTURE_BYTES, PICTURE_TYPES, pictureAt } from '#features/catalogue/model.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldFrame } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Icon } from '#web/ui/icon.tsx'
import style from './product-picture.module.css'

interface PictureFieldProps {
  /** The id of the file input. */
  id: string
  /** The product's `image` today; null for a new product. */
  current: string | null
  chosen: File | null
  onChoose: (file: File | null, problem?: string) => void
  error: string | undefined
}

/** Checks a file by its type and size before it is sent; the server checks its contents. */
function problemWith({ type, size }: File): string | undefined {
  if (type !== '' && !(PICTURE_TYPES as readonly string[]).includes(type))
    return 'Choisissez une image JPEG, PNG, WebP ou AVIF.'
  return size > PICTURE_BYTES ? 'Cette image est trop lourde\u00A0: 5\u00A0Mo au plus.' : undefined
}

/** A field to drop or choose a picture, shown in the square in which pages will show it. */
export function PictureField({ id, current, chosen, onChoose, error }: PictureFieldProps) {
  const preview = useObjectUrl(chosen)
  const [isOver, setOver] = useState(false)
  const nameId = useId()

  const take = (file: File | undefined) => {
    if (!file) return
    const problem = problemWith(file)
    onChoose(problem === undefined ? file : chosen, problem)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const shown = preview ?? (current === null ? null : pictureAt(current, 320, 'webp'))

  return (
    <FieldFrame label="Image" optional id={id} hint="JPEG, PNG, WebP ou AVIF, 5&nbsp;Mo au plus." error={error}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for those with a pointer; the picker is for everybody
        <div
          className={style.drop}
          data-over={isOver || undefined}
          data-invalid={error !== undefined || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {shown === null ? (
            <span className={style.empty}>
              <Icon name="plus" size={28} />
            </span>
          ) : (
            <img
              className={style.picture}
              src={shown}
              width={160}
              height={160}
              alt={preview === null ? 'Image actuelle' : 'Nouvelle image'}
            />
          )}
          <div className={style.words}>
            <p id={nameId} className={style.file}>
              {chosen?.name ?? (current === null ? 'Déposez une image ici' : 'Image actuelle')}
            </p>
            <FilePicker
              control={{
                ...control,
                'aria-describedby': [control['aria-describedby'], nameId].filter(Boolean).join(' '),
              }}
              accept={PICTURE_TYPES.join(',')}
              label={shown === null ? 'Choisir un fichier' : 'Changer'}
              onPick={take}
            />
            {chosen && (
              <Button look="link" size="small" onClick={() => onChoose(null)}>
                {current === null ? 'Retirer l’image' : 'Garder l’image actuelle'}
              </Button>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  )
}

function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
