import type { ControlAttributes } from './field.tsx'
import style from './file-picker.module.css'

interface FilePickerProps {
  /** From the `FieldFrame` around it. */
  control: ControlAttributes
  accept: string
  /** What its button says. The browser's own says so in its own language. */
  label: string
  onPick: (file: File) => void
}

/** A file input that looks like a button, for the keyboard and screen readers as well. */
export function FilePicker({ control, accept, label, onPick }: FilePickerProps) {
  return (
    <span className={style.picker}>
      <input
        {...control}
        className="visually-hidden"
        type="file"
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file chosen again is a choice as well.
          currentTarget.value = ''
          if (file) onPick(file)
        }}
      />
      <label className={style.button} htmlFor={control.id} aria-hidden="true">
        {label}
      </label>
    </span>
  )
}
