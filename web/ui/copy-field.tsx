import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import style from './copy-field.module.css'
import { announce } from './live-region.tsx'

interface CopyFieldProps {
  label: string
  text: string
  /** The text in a word, as the button names it: `le lien`. */
  what: string
  isLarge?: boolean
}

/** Copies a text where the browser lets it, and selects it elsewhere, where it is shown. Says for 4 s what was done. */
export function useCopy(text: string, what: string, shown: RefObject<HTMLElement | null>) {
  const [done, setDone] = useState<'copied' | 'selected' | null>(null)

  useEffect(() => {
    if (done === null) return
    const timer = setTimeout(() => setDone(null), 4000)
    return () => clearTimeout(timer)
  }, [done])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone('copied')
      announce(`Copié\u00A0: ${what}`)
    } catch {
      // Pages without TLS and some in-app browsers have no clipboard.
      shown.current?.closest('details')?.setAttribute('open', '')
      if (shown.current) window.getSelection()?.selectAllChildren(shown.current)
      setDone('selected')
      announce('Texte sélectionné\u00A0: copiez-le')
    }
  }

  return { done, copy }
}

/** A text that can be selected by hand, with a button that copies it where the browser lets it. */
export function CopyField({ label, text, what, isLarge }: CopyFieldProps) {
  const shown = useRef<HTMLElement>(null)
  const { done, copy } = useCopy(text, what, shown)
  return (
    <div className={style.copy}>
      <span className={style.label}>{label}</span>
      <div className={style.line}>
        <code className={style.text} ref={shown} data-large={isLarge}>
          {text}
        </code>
        <Button look="secondary" size="small" icon={done === 'copied' ? 'check' : 'copy'} onClick={copy}>
          {done === 'copied' ? 'Copié' : done === 'selected' ? 'À copier' : 'Copier'}
          <span className="visually-hidden"> {what}</span>
        </Button>
      </div>
    </div>
  )
}
