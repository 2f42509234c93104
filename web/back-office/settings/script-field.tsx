import { fillScript } from '#features/calls/script/rules.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { FieldFrame } from '#web/ui/field.tsx'
import style from './settings-page.module.css'

interface ScriptFieldProps {
  id: string
  label: string
  hint: string
  error: string | undefined
  value: string
  onChange: (script: string) => void
}

const EXAMPLE = {
  prénom: 'Salma',
  agent: 'Amina',
  boutique: 'la boutique',
  produits: '2\u00A0× Huile d’argan, 1\u00A0× Savon noir',
  montant: '418,00\u00A0DH',
  ville: 'Rabat',
}

/** Words for a call with fields of the order in braces, and what becomes of them. */
export const ScriptField = ({ value, onChange, ...frame }: ScriptFieldProps) => (
  <div className={classes(common.stack, common.gap2)}>
    <FieldFrame {...frame}>
      {(control) => (
        <textarea
          {...control}
          name={frame.id}
          dir="auto"
          rows={4}
          autoComplete="off"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </FieldFrame>
    {value.trim() !== '' && (
      <p className={classes(common.small, style.example)} dir="auto">
        <span className={common.faint}>Exemple&nbsp;: </span>
        {fillScript(value, EXAMPLE)}
      </p>
    )}
  </div>
)
