import { useState } from 'react'
import { STATEMENT_PERIOD_NAMES, STATEMENT_PERIODS, type StatementPeriod } from '#features/supplier-space/model.ts'
import { ExportButton } from '#web/list-kit/export/export-button.tsx'
import { ChoiceField } from '#web/list-kit/list-page.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './supplier-statement.module.css'

/** Saves every order as a table, or those of a period as a document to print. */
export function SupplierStatement() {
  const [period, setPeriod] = useState<StatementPeriod>('30')
  return (
    <div className={classes(common.wrap, style.statement)}>
      <ChoiceField
        label="Période du relevé PDF"
        value={period}
        choices={STATEMENT_PERIODS.map((value) => ({ value, label: STATEMENT_PERIOD_NAMES[value] }))}
        onChoose={(chosen) => setPeriod(chosen as StatementPeriod)}
      />
      <ExportButton
        path={`/api/supplier/statement.pdf?period=${period}`}
        file="releve.pdf"
        label="Télécharger le relevé (PDF)"
        icon="receipt"
      />
      <ExportButton path="/api/supplier/statement.csv" file="releve.csv" label="Télécharger le relevé (CSV)" />
    </div>
  )
}
