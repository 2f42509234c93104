import { useEffect, useRef, useState } from 'react'
import { storedPicture } from '#features/catalogue/contract.ts'
import {
  MAX_PICTURES,
  PICTURE_BYTES,
  PICTURE_TYPES,
  PLACEHOLDER,
  PRODUCT_FIELDS,
  pictureAt,
  UPLOAD_SECONDS,
} from '#features/catalogue/model.ts'
import { ApiError } from '#web/api/api.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import { uploadForm } from '#web/api/upload.ts'
import { announce } from '#web/ui/live-region.tsx'

/** A picture of the form: one that the shop holds already, one on its way there, or one that did not arrive. */
export interface FormPicture {
  key: number
  name: string
  /** Its address, to show it. */
  shown: string
  /** Its name in the shop; null as long as it is not there. */
  image: string | null
  /** How much of it has left, from 0 to 1. */
  sent: number
  problem: string | null
}

/** A picture whose square is chosen before it leaves; `key` names the one that it replaces. */
interface Framed {
  key: number | null
  file: File | null
  address: string
  name: string
}

export interface Pictures {
  all: readonly FormPicture[]
  /** The one that waits for its square. */
  framed: Framed | null
  problem: string | null
  add: (files: readonly File[]) => void
  crop: (file: File) => void
  takeWhole: () => void
  frame: (picture: FormPicture) => void
  remove: (key: number) => void
  move: (key: number, to: number) => void
}

let keys = 0

const storedOnes = (images: readonly string[]): FormPicture[] =>
  images
    .filter((image) => image !== PLACEHOLDER)
    .map((image) => {
      const shown = pictureAt(image, 320, 'webp')
      return { key: keys++, name: 'Image', shown, image, sent: 1, problem: null }
    })

/** Checks a file by its type and size before it is sent; the server checks its contents. */
function problemWith({ type, size }: File): string | null {
  if (type !== '' && !(PICTURE_TYPES as readonly string[]).includes(type))
    return 'Choisissez une image JPEG, PNG, WebP ou AVIF.'
  return size > PICTURE_BYTES ? 'Cette image est trop lourde\u00A0: 5\u00A0Mo au plus.' : null
}

/** The pictures of a product form: each leaves as soon as its square is chosen, and the form names them in their order. */
export function usePictures(images: readonly string[], onTouched: () => void): Pictures {
  const [all, setAll] = useState(() => storedOnes(images))
  const [waiting, setWaiting] = useState<readonly Framed[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const addresses = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const address of addresses.current) URL.revokeObjectURL(address)
    },
    [],
  )

  const addressOf = (file: File): string => {
    const address = URL.createObjectURL(file)
    addresses.current.push(address)
    return address
  }
  /** Finds a picture by what it shows: an upload that was replaced meanwhile finds none. */
  const change = (shown: string, to: Partial<FormPicture>) =>
    setAll((before) => before.map((each) => (each.shown === shown ? { ...each, ...to } : each)))

  const send = async (file: File, replaced: number | null) => {
    onTouched()
    const key = replaced ?? keys++
    const shown = addressOf(file)
    const picture = { key, name: file.name, shown, image: null, sent: 0, problem: null }
    setAll((before) =>
      replaced === null ? [...before, picture] : before.map((each) => (each.key === key ? picture : each)),
    )
    const body = new FormData()
    body.set(PRODUCT_FIELDS.image, file)
    try {
      const { image } = await uploadForm('/api/admin/product-images', body, {
        answer: storedPicture,
        onProgress: (sent) => change(shown, { sent }),
        timeoutSeconds: UPLOAD_SECONDS,
      })
      change(shown, { image, sent: 1 })
      announce(`${file.name}\u00A0: image envoyée.`)
    } catch (error) {
      const refused = error instanceof ApiError ? fieldSentences(error, ['image'], PRODUCT_FIELDS).image : undefined
      change(shown, { problem: refused ?? errorSentence(error) })
    }
  }

  const add = async (files: readonly File[]) => {
    onTouched()
    const room = MAX_PICTURES - all.length - waiting.length
    const wrong = files.map(problemWith).find((each) => each !== null)
    setProblem(wrong ?? (files.length > room ? `${MAX_PICTURES} images au plus.` : null))
    for (const file of files.filter((each) => problemWith(each) === null).slice(0, room)) {
      const address = addressOf(file)
      if (await isSquare(address)) send(file, null)
      else setWaiting((before) => [...before, { key: null, file, address, name: file.name }])
    }
  }

  const [framed = null] = waiting
  const goOn = () => setWaiting((before) => before.slice(1))

  return {
    all,
    framed,
    problem,
    add,
    crop: (file) => {
      if (framed) send(file, framed.key)
      goOn()
    },
    takeWhole: () => {
      if (framed?.file && framed.key === null) send(framed.file, null)
      goOn()
    },
    frame: ({ key, image, name, shown }) => {
      const address = image && !shown.startsWith('blob:') ? pictureAt(image, 960, 'webp') : shown
      setWaiting((before) => [{ key, file: null, address, name }, ...before])
    },
    remove: (key) => {
      onTouched()
      setAll((before) => before.filter((each) => each.key !== key))
    },
    move: (key, to) => {
      onTouched()
      setAll((before) => {
        const moved = before.find((each) => each.key === key)
        if (!moved || to < 0 || to >= before.length) return before
        return before.filter((each) => each !== moved).toSpliced(to, 0, moved)
      })
    },
  }
}

/** True also for a file that this browser cannot show: the shop says what it thinks of it. */
async function isSquare(address: string): Promise<boolean> {
  const image = new Image()
  image.src = address
  const isShown = await image.decode().then(
    () => true,
    () => false,
  )
  return !isShown || Math.abs(image.naturalWidth - image.naturalHeight) <= 2
}
