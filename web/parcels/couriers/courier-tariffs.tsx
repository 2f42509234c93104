import {
  type CourierDetail,
  type Tariff,
  type TariffPreview,
  type TariffRow,
  tariffApplied,
  tariffPreview,
} from '#features/parcels/couriers/contract.ts'
import { TARIFF_FIELDS, TARIFF_VERDICTS, type TariffVerdict } from '#features/parcels/couriers/rules.ts'
import { formatShortDirhams } from '#platform/kernel/money.ts'
import { Nothing, Strong } from '#web/list-kit/table/cells.tsx'
import { type Column, DataTable } from '#web/list-kit/table/data-table.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type Choices, PasteSheet } from '../paste/paste-sheet.tsx'
import { PreviewRows } from '../paste/preview-rows.tsx'
import style from './courier-page.module.css'

const TONES: Readonly<Record<TariffVerdict, 'ok' | 'info' | 'neutral' | 'warn'>> = {
  added: 'ok',
  changed: 'info',
  same: 'neutral',
  other_city: 'neutral',
  twice: 'warn',
  amount: 'warn',
}

const feeColumn = (id: string, head: string, fee: (tariff: Tariff) => Tariff['feeDelivered']): Column<Tariff> => ({
  id,
  head,
  isNumber: true,
  cell: (tariff) => {
    const amount = fee(tariff)
    return amount === null ? <Nothing /> : formatShortDirhams(amount)
  },
})

const COLUMNS: readonly Column<Tariff>[] = [
  { id: 'city', head: 'Ville', isPinned: true, cell: ({ city }) => <Strong>{city}</Strong> },
  {
    id: 'theirs',
    head: 'Chez le livreur',
    cell: ({ theirName, theirNumber }) => (theirNumber ? `${theirName} (${theirNumber})` : theirName),
  },
  feeColumn('delivered', 'Livré', ({ feeDelivered }) => feeDelivered),
  feeColumn('refused', 'Refusé', ({ feeRefused }) => feeRefused),
  feeColumn('returned', 'Retour', ({ feeReturned }) => feeReturned),
  { id: 'delay', head: 'Délai', isExtra: true, cell: ({ delay }) => delay ?? <Nothing /> },
]

const CARD = ['city theirs', 'delivered refused', 'returned delay']

interface CourierTariffsProps {
  courier: CourierDetail
  onApplied: () => void
}

/** What a courier asks in each city, and a new tariff to paste. */
export function CourierTariffs({ courier, onApplied }: CourierTariffsProps) {
  return (
    <div className={classes(common.stack, common.gap5)}>
      <WithoutFee cities={courier.citiesWithoutFee} />
      <section className={common.panel} aria-labelledby="tarif">
        <h2 id="tarif">Coller un tarif</h2>
        <PasteSheet
          path={`/api/admin/couriers/${courier.id}/cities`}
          previewAnswer={tariffPreview}
          appliedAnswer={tariffApplied}
          label="Le tableau des villes et des prix de votre livreur"
          fields={TARIFF_FIELDS}
          summary={({ rows, changes }) =>
            `${rows.length} ${rows.length > 1 ? 'lignes' : 'ligne'}, ${changes} ${changes > 1 ? 'changements' : 'changement'}.`
          }
          show={(preview, choices, choose) => <Preview preview={preview} choices={choices} choose={choose} />}
          apply={({ changes }) =>
            changes === 0 ? null : changes > 1 ? `Appliquer ${changes} changements` : 'Appliquer le changement'
          }
          onUnanswered={onApplied}
          onApplied={({ applied }) => {
            toast({ title: applied > 1 ? `${applied} villes enregistrées` : 'Une ville enregistrée' })
            onApplied()
          }}
        />
      </section>
      {courier.tariffs.length > 0 && (
        <DataTable
          label={`Villes et tarifs\u00A0: ${courier.name}`}
          columns={COLUMNS}
          rows={courier.tariffs}
          rowKey={({ city }) => city}
          card={CARD}
          isBusy={false}
        />
      )}
    </div>
  )
}

/** « 4 villes sans tarif : Guelmim, Larache, Khémisset, autre » */
function WithoutFee({ cities }: { cities: readonly string[] }) {
  if (cities.length === 0) return null
  const title = cities.length > 1 ? `${cities.length} villes sans tarif` : '1 ville sans tarif'
  return (
    <Notice tone="warn" title={title}>
      {cities.join(', ')}
    </Notice>
  )
}

interface PreviewProps {
  preview: TariffPreview
  choices: Choices
  choose: (change: (now: Choices) => Choices) => void
}

/** Rows of our cities first; the others are names to choose from for a city that the table calls otherwise. */
function Preview({ preview, choices, choose }: PreviewProps) {
  const chosen: Record<string, string> = JSON.parse(choices.cities ?? '{}')
  const others = preview.rows.filter(({ verdict }) => verdict === 'other_city')
  const asked = [...new Set([...Object.keys(chosen), ...preview.cities_without_fee])]
  const ours = preview.rows.filter(({ verdict }) => verdict !== 'other_city')
  const choice = (city: string, theirs: string) => {
    const { [city]: _, ...rest } = chosen
    choose(() => ({ cities: JSON.stringify(theirs === '' ? rest : { ...rest, [city]: theirs }) }))
  }
  return (
    <div className={common.stack}>
      {ours.length > 0 && <PreviewRows label="Lignes du tarif" rows={ours} cells={cellsOf} />}
      {others.length + Object.keys(chosen).length > 0 && asked.length > 0 && (
        <details className={style.others} open={Object.keys(chosen).length > 0}>
          <summary>
            {asked.length > 1
              ? `${asked.length} de vos villes n’ont pas de tarif\u00A0: ont-elles un autre nom dans ce tableau\u00A0?`
              : `${asked[0]} n’a pas de tarif\u00A0: a-t-elle un autre nom dans ce tableau\u00A0?`}
          </summary>
          <div className={style.cities}>
            {asked.map((city) => (
              <SelectField
                key={city}
                size="small"
                label={city}
                value={chosen[city] ?? ''}
                onChange={({ currentTarget }) => choice(city, currentTarget.value)}
              >
                <option value="">Sans tarif</option>
                {[
                  ...new Set([...(chosen[city] ? [chosen[city]] : []), ...others.map(({ theirName }) => theirName)]),
                ].map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </SelectField>
            ))}
          </div>
        </details>
      )}
      {others.length > 0 && (
        <p className={common.note}>
          {others.length > 1
            ? `${others.length} lignes ne sont pas une de vos villes\u00A0: elles sont laissées.`
            : 'Une ligne n’est pas une de vos villes\u00A0: elle est laissée.'}
        </p>
      )}
    </div>
  )
}

const cellsOf = ({ city, theirName, feeDelivered, feeRefused, feeReturned, verdict }: TariffRow) => ({
  first: (
    <>
      <Strong>{city}</Strong>
      {theirName !== city && <span className={common.note}> {theirName}</span>}
    </>
  ),
  second: (
    <span className={common.digits}>
      {[feeDelivered, feeRefused, feeReturned].map((fee) => (fee === null ? '–' : formatShortDirhams(fee))).join(' · ')}
    </span>
  ),
  verdict: <Badge tone={TONES[verdict]}>{TARIFF_VERDICTS[verdict]}</Badge>,
})
