import type { ReactNode } from 'react'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { SelectField } from '#web/ui/field.tsx'
import { ExportButton } from './export/export-button.tsx'
import { type Choice, searchIn } from './list-api-query.ts'
import style from './list-page.module.css'
import { SearchField, type SearchFieldProps } from './search-field.tsx'
import type { ListAddress } from './use-list-address.ts'

export function ListPage({ children }: { children: ReactNode }) {
  return <div className={classes(common.stack, common.gap5, style.page)}>{children}</div>
}

interface ListFiltersProps {
  /** Names them for those who cannot see them. */
  label: string
  /** The search first. */
  children: ReactNode
  exported?: { path: `/api/${string}`; file: string }
  /** Adds to the list. */
  action?: ReactNode
}

/** Filters of a list, and the list as a file. */
export function ListFilters({ label, children, exported, action }: ListFiltersProps) {
  return (
    <div className={classes(common.stack, common.gap3, style.bar)}>
      <search className={style.filters} aria-label={label}>
        {children}
      </search>
      {(exported || action) && (
        <div className={classes(common.wrap, style.tools)}>
          {action}
          {exported && <ExportButton {...exported} />}
        </div>
      )}
    </div>
  )
}

/** A search, two choices, the order of a list and a button: on a wide screen one line. */
export function FilterLine({ children }: { children: ReactNode }) {
  return <div className={style.lined}>{children}</div>
}

interface ChoiceFieldProps {
  label: string
  value: string
  /** A text alone is what is sent as well. */
  choices: readonly (Choice | string)[]
  onChoose: (value: string) => void
  /** Only where there is no table head to sort by. */
  isSort?: boolean
  /** The first choice says what is chosen. */
  isLabelHidden?: boolean
  className?: string | undefined
}

export function ChoiceField({
  label,
  value,
  choices,
  onChoose,
  isSort = false,
  isLabelHidden = false,
  className,
}: ChoiceFieldProps) {
  return (
    <SelectField
      className={classes(style.choice, isSort && style.sort, className)}
      size="small"
      label={isLabelHidden ? <span className="visually-hidden">{label}</span> : label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {choices
        .map((choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice))
        .map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
    </SelectField>
  )
}

type SearchFilterProps = Pick<SearchFieldProps, 'label' | 'placeholder'> & { address: ListAddress }

/** The search of a list, which stands in its address. */
export const SearchFilter = ({ address, ...field }: SearchFilterProps) => (
  <SearchField {...field} value={searchIn(address)} onSearch={(search) => address.filter({ search }, 'typing')} />
)

interface ChoiceFilterProps extends Pick<ChoiceFieldProps, 'label' | 'choices' | 'isSort'> {
  address: ListAddress
  /** Its name in the address. */
  name: string
  /** Names the choice of none, which comes first. */
  all?: string
  /** Chosen while the address names none; the first choice unless given. */
  usual?: string
}

/** A choice that stands in the address of a list. A text there that is no choice counts for none, as it does for the list. */
export function ChoiceFilter({ address, name, all, choices, usual = '', ...field }: ChoiceFilterProps) {
  const text = address.text(name)
  return (
    <ChoiceField
      {...field}
      choices={all === undefined ? choices : [{ value: '', label: all }, ...choices]}
      value={choices.some((choice) => (typeof choice === 'string' ? choice : choice.value) === text) ? text : usual}
      onChoose={(value) => address.filter({ [name]: value })}
    />
  )
}
