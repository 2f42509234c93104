import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

interface Disclosure<Box extends HTMLElement> {
  isOpen: boolean
  toggle: () => void
  close: () => void
  /** The element around the button and its panel: a tap or the focus outside of it closes the panel. */
  box: RefObject<Box | null>
  button: RefObject<HTMLButtonElement | null>
}

/** A button that opens a panel. Escape, a tap elsewhere, the focus leaving and another page close the panel. */
export function useDisclosure<Box extends HTMLElement>(): Disclosure<Box> {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === key
  const box = useRef<Box>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const close = () => setOpenAt(null)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      button.current?.focus()
    }
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
    }
  }, [isOpen])

  return { isOpen, toggle: () => setOpenAt(isOpen ? null : key), close: () => setOpenAt(null), box, button }
}
