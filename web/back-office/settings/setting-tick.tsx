import type { SettingName } from '#features/settings/model.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import type { SettingChoice } from './setting-groups.ts'
import style from './settings-page.module.css'

interface SettingTickProps {
  name: SettingName
  hint: string
  choice: SettingChoice
  value: string
  onChange: (value: string) => void
}

/** Setting that is one of two words. */
export const SettingTick = ({ name, hint, choice, value, onChange }: SettingTickProps) => (
  <div>
    <Checkbox
      id={name}
      aria-describedby={`${name}-hint`}
      checked={value === choice.ticked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? choice.ticked : choice.unticked)}
    >
      {choice.label}
    </Checkbox>
    <p className={classes(common.hint, style.tickHint)} id={`${name}-hint`}>
      {hint}
    </p>
  </div>
)
