import type { ControlAttributes } from './field.tsx'
import style from './file-picker.module.css'

interface FilePickerProps {
  /** The attributes from the `FieldFrame` around the picker. */
  control: ControlAttributes
  accept: string
  /** The button's text, in place of the browser's own, which follows the browser's language. */
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
          // Emptied, so that choosing the same file again is a change too.
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

/** A file that is saved again on the disk can be sent no more; its copy can. One that cannot be read is given back. */
export const copyOf = (file: File): Promise<File> =>
  file.arrayBuffer().then(
    (bytes) => new File([bytes], file.name, { type: file.type }),
    () => file,
  )
