import { type DragEvent, useState } from 'react'
import { MAX_PICTURES, PICTURE_TYPES } from '#features/catalogue/model.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { FieldFrame } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { CropPicture } from './crop-picture.tsx'
import style from './pictures-field.module.css'
import type { FormPicture, Pictures } from './use-pictures.ts'

interface PicturesFieldProps {
  /** The id of the file input. */
  id: string
  pictures: Pictures
  error: string | undefined
}

/** A field to drop, choose, order and frame up to five pictures, each in the square in which pages will show it. */
export function PicturesField({ id, pictures, error }: PicturesFieldProps) {
  const { all, framed, problem, add, crop, takeWhole } = pictures
  const [isOver, setOver] = useState(false)
  const [dragged, setDragged] = useState<number | null>(null)
  const isFull = all.length >= MAX_PICTURES

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (event.dataTransfer.files.length > 0) add([...event.dataTransfer.files])
  }

  return (
    <FieldFrame
      label="Images"
      optional
      id={id}
      hint={`${MAX_PICTURES} au plus, en JPEG, PNG, WebP ou AVIF, 5\u00A0Mo chacune. La première est l’image principale.`}
      error={error ?? problem ?? undefined}
    >
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for those with a pointer; the picker is for everybody
        <div
          className={style.drop}
          data-over={isOver || undefined}
          data-invalid={error !== undefined || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(dragged === null)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {framed && (
            <CropPicture
              key={framed.address}
              address={framed.address}
              name={framed.name}
              onCropped={crop}
              onTakeWhole={takeWhole}
            />
          )}
          <ul className={style.pictures} hidden={framed !== null} aria-label="Images du produit, la principale d’abord">
            {all.map((picture, place) => (
              <li
                key={picture.key}
                className={style.picture}
                draggable
                data-dragged={dragged === picture.key || undefined}
                onDragStart={() => setDragged(picture.key)}
                onDragEnd={() => setDragged(null)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={() => {
                  if (dragged !== null) pictures.move(dragged, place)
                }}
              >
                <Tile {...{ id, picture, place, pictures }} />
              </li>
            ))}
            {!isFull && (
              <li className={style.add}>
                <input
                  {...control}
                  className="visually-hidden"
                  type="file"
                  multiple
                  accept={PICTURE_TYPES.join(',')}
                  onChange={({ currentTarget }) => {
                    const files = [...(currentTarget.files ?? [])]
                    // Emptied, so that choosing the same file again is a change too.
                    currentTarget.value = ''
                    add(files)
                  }}
                />
                <label htmlFor={control.id} aria-hidden="true">
                  <span className={style.plus}>+</span>
                  {all.length === 0 ? 'Déposez une image ici, ou choisissez un fichier' : 'Ajouter une image'}
                </label>
              </li>
            )}
          </ul>
        </div>
      )}
    </FieldFrame>
  )
}

interface TileProps {
  id: string
  picture: FormPicture
  place: number
  pictures: Pictures
}

function Tile({ id, picture, place, pictures }: TileProps) {
  const { key, name, shown, image, sent, problem } = picture
  const nth = place + 1
  const last = pictures.all.length - 1
  const percent = formatInteger(Math.round(sent * 100))

  const move = (by: 1 | -1) => {
    const to = place + by
    if (to < 0 || to > last) return
    pictures.move(key, to)
    announce(to === 0 ? 'Cette image est maintenant la principale.' : `Image placée en position ${to + 1}.`)
    // The button goes along with its picture, and the focus with it.
    requestAnimationFrame(() => document.getElementById(`${id}-${key}-${by}`)?.focus())
  }

  return (
    <>
      <div className={style.shown}>
        <img src={shown} alt={`Vue ${nth}${place === 0 ? ', principale' : ''}`} draggable={false} />
        {place === 0 && (
          <Badge tone="accent" className={style.main}>
            Principale
          </Badge>
        )}
        <IconButton
          className={style.remove}
          icon="trash"
          iconSize={18}
          look="framed"
          label={`Retirer l’image ${nth}`}
          title="Retirer"
          onClick={() => pictures.remove(key)}
        />
        {image === null && problem === null && (
          <div className={style.sending}>
            <progress value={sent} max={1} aria-label={`Envoi de ${name}`} />
            <span aria-hidden="true">{percent}&nbsp;%</span>
          </div>
        )}
      </div>
      {problem !== null && (
        <p className={classes(common.problem, style.problem)} role="alert">
          {problem}
        </p>
      )}
      <div className={style.buttons}>
        <IconButton
          id={`${id}-${key}--1`}
          icon="chevron-left"
          label={`Avancer l’image ${nth}`}
          title="Avancer"
          aria-disabled={place === 0 || undefined}
          onClick={() => move(-1)}
        />
        <button
          type="button"
          className={style.frame}
          aria-label={`Recadrer l’image ${nth}`}
          aria-disabled={problem !== null || undefined}
          onClick={() => problem === null && pictures.frame(picture)}
        >
          Recadrer
        </button>
        <IconButton
          id={`${id}-${key}-1`}
          icon="chevron-right"
          label={`Reculer l’image ${nth}`}
          title="Reculer"
          aria-disabled={place === last || undefined}
          onClick={() => move(1)}
        />
      </div>
    </>
  )
}
