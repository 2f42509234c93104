import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { STATEMENT_PERIOD_NAMES, STATEMENT_PERIODS, type StatementPeriod } from '#features/dashboards/names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ExportButton } from './export-button.tsx'
import style from './supplier-statement.module.css'

/** Every order as a table, or those of a period as a document to print. */
export function SupplierStatement() {
  const [period, setPeriod] = useState<StatementPeriod>('30')
  return (
    <div className={style.statement}>
      <NativeSelect
        label="Période du relevé PDF"
        rightSection={<Icon name="chevron-down" size={18} />}
        value={period}
        onChange={(event) => setPeriod(event.currentTarget.value as StatementPeriod)}
        data={STATEMENT_PERIODS.map((value) => ({ value, label: STATEMENT_PERIOD_NAMES[value] }))}
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
