import { useEffect, useState } from 'react'
import { Field } from '#web/ui/field.tsx'

const PAUSE_MS = 300

export interface SearchFieldProps {
  label: string
  placeholder: string
  /** Text that the list is searched for now. */
  value: string
  /** Called once typing pauses, or at once by Enter. */
  onSearch: (text: string) => void
  className?: string | undefined
  /** Its words stand in the field itself. */
  isLabelHidden?: boolean
}

/** A search that follows what is typed, and what the address says when it changes by other ways. */
export function SearchField({ label, placeholder, value, onSearch, className, isLabelHidden }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [searched, setSearched] = useState(value)
  const [addressed, setAddressed] = useState(value)
  if (addressed !== value) {
    setAddressed(value)
    // Changed by a link or a button, not by what was typed here, which may go on meanwhile.
    if (value !== searched) {
      setSearched(value)
      setTyped(value)
    }
  }

  const search = (text: string) => {
    if (text === searched) return
    setSearched(text)
    onSearch(text)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait anew
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <Field
      className={className}
      type="search"
      label={isLabelHidden ? <span className="visually-hidden">{label}</span> : label}
      placeholder={placeholder}
      size="small"
      icon="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && search(typed.trim())}
    />
  )
}
