import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { LARGEST_WIDTH } from '#features/catalogue/model.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './crop-picture.module.css'

interface CropPictureProps {
  /** An address that this page may read: of a chosen file, or of the shop. */
  address: string
  name: string
  onCropped: (square: File) => void
  /** Goes on with the whole picture. */
  onTakeWhole: () => void
}

/** The section of a picture that is shown, from 0 (left, top) to 1; a zoom of 1 shows its whole shorter side. */
interface Framing {
  x: number
  y: number
  zoom: number
}

const MOST_ZOOM = 3

/** Cuts a picture to the square in which pages show it: dragged with a pointer, or moved by three sliders. */
export function CropPicture({ address, name, onCropped, onTakeWhole }: CropPictureProps) {
  const [framing, setFraming] = useState<Framing>({ x: 0.5, y: 0.5, zoom: 1 })
  const [isBusy, setBusy] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  const drag = ({ movementX, movementY, buttons, currentTarget }: PointerEvent) => {
    const image = picture.current
    if (buttons !== 1 || !image?.naturalWidth) return
    const side = currentTarget.clientWidth
    const scale = (side / Math.min(image.naturalWidth, image.naturalHeight)) * framing.zoom
    const moved = (at: number, by: number, length: number) => {
      const beyond = length * scale - side
      return beyond < 1 ? at : Math.min(1, Math.max(0, at - by / beyond))
    }
    setFraming((before) => ({
      ...before,
      x: moved(before.x, movementX, image.naturalWidth),
      y: moved(before.y, movementY, image.naturalHeight),
    }))
  }

  const cut = async () => {
    const image = picture.current
    if (!image || isBusy) return
    setBusy(true)
    const square = await squareOf(image, framing)
    setBusy(false)
    if (square) onCropped(new File([square], name.replace(/\.\w+$/, '.webp'), { type: square.type }))
    else onTakeWhole()
  }

  const slider = (label: string, field: keyof Framing, min: number, max: number) => (
    <label className={style.slider}>
      <span>{label}</span>
      <input
        ref={field === 'zoom' ? first : undefined}
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={framing[field]}
        onChange={({ currentTarget }) => setFraming({ ...framing, [field]: Number(currentTarget.value) })}
      />
    </label>
  )
  const at = `${framing.x * 100}% ${framing.y * 100}%`

  return (
    <fieldset className={style.crop}>
      <legend className={common.strong}>Cadrer l’image au carré</legend>
      <div
        className={style.frame}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={drag}
      >
        <img
          ref={picture}
          src={address}
          alt="Aperçu du cadrage"
          draggable={false}
          style={{ objectPosition: at, transform: `scale(${framing.zoom})`, transformOrigin: at }}
        />
      </div>
      <div className={classes(common.stack, common.gap3, style.controls)}>
        <p className={common.note}>Faites glisser l’image, ou déplacez les curseurs.</p>
        {slider('Zoom', 'zoom', 1, MOST_ZOOM)}
        {slider('De gauche à droite', 'x', 0, 1)}
        {slider('De haut en bas', 'y', 0, 1)}
        <div className={classes(common.wrap, common.gap2)}>
          <Button size="small" busy={isBusy} onClick={cut}>
            Valider le cadrage
          </Button>
          <Button size="small" look="secondary" onClick={onTakeWhole}>
            Garder l’image entière
          </Button>
        </div>
      </div>
    </fieldset>
  )
}

/** The framed square, no larger than the shop stores it; null when the browser cannot draw it. */
function squareOf(image: HTMLImageElement, { x, y, zoom }: Framing): Promise<Blob | null> {
  const { naturalWidth: width, naturalHeight: height } = image
  const side = Math.min(width, height) / zoom
  const pixels = Math.max(1, Math.round(Math.min(side, LARGEST_WIDTH)))
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = pixels
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, pixels, pixels)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x * (width - side), y * (height - side), side, side, 0, 0, pixels, pixels)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
}
