import { useState } from 'react'
import { MAX_BATCH } from '#features/orders/model.ts'
import type { HandoverDetail } from '#features/parcels/handovers/contract.ts'
import { hasCentimes } from '#features/parcels/handovers/rules.ts'
import { batchesOf } from '#platform/kernel/batches.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { fetchFile } from '#web/api/fetch-file.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { ExportButton } from '#web/list-kit/export/export-button.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './shipping.module.css'

const SLOW = { timeoutSeconds: 60 }

/** Labels, delivery notes, and the file for the courier, with what is wrong with it said before. */
export function Papers({ list }: { list: HandoverDetail }) {
  const { id, number, courier, parcels, hasFile, missingFields, takesWholeDirhams, isFileAccepted } = list
  if (parcels.length === 0) return <p className={common.quiet}>Rien à imprimer&nbsp;: le bordereau est vide.</p>
  const path = `/api/admin/handovers/${id}` as const
  const odd = takesWholeDirhams ? parcels.filter(({ collected }) => hasCentimes(collected)) : []
  const batches = batchesOf(
    parcels.map((parcel) => parcel.id),
    MAX_BATCH,
  )
  return (
    <div className={classes(common.stack, common.gap3)}>
      <div className={style.papers}>
        <ExportButton
          path={`${path}/labels.pdf`}
          file={`etiquettes-${number}.pdf`}
          label="Étiquettes A6 (PDF)"
          call={SLOW}
        />
        <ExportButton
          path={`${path}/labels.pdf?format=a4`}
          file={`etiquettes-${number}-A4.pdf`}
          label="4 par page A4 (PDF)"
          call={SLOW}
        />
        {batches.map((batch, nth) => (
          <ExportButton
            key={batch[0]}
            path="/api/admin/orders/bons-de-livraison.pdf"
            file={`bons-de-livraison-${number}${nth > 0 ? `-${nth + 1}` : ''}.pdf`}
            label={batches.length > 1 ? `Bons de livraison ${nth + 1} (PDF)` : 'Bons de livraison (PDF)'}
            icon="receipt"
            call={{ method: 'POST', body: { ids: batch }, ...SLOW }}
          />
        ))}
      </div>
      {odd.length > 0 && (
        <Notice
          tone="warn"
          title={odd.length > 1 ? `${odd.length} montants ont des centimes` : '1 montant a des centimes'}
        >
          {odd.map(({ id, collected }) => `n°\u00A0${id}\u00A0: ${formatDirhams(collected)}`).join(', ')}. {courier}{' '}
          arrondit&nbsp;:{' '}
          {odd.length > 1
            ? 'ces commandes sont en tête du fichier, avec leur montant exact.'
            : 'cette commande est en tête du fichier, avec son montant exact.'}
        </Notice>
      )}
      {hasFile && missingFields.length === 0 ? (
        <div className={style.papers}>
          <ExportButton path={`${path}/file.csv`} file={`${number}.csv`} label={`Fichier pour ${courier} (CSV)`} />
          <CopyForExcel path={`${path}/file.csv`} />
        </div>
      ) : (
        <div className={classes(common.stack, common.gap2)}>
          <p className={common.quiet}>
            {hasFile
              ? `Le fichier de ${courier} n’a pas de colonne\u00A0: ${missingFields.join(', ')}.`
              : `Le fichier de ${courier} se fait d’après son modèle\u00A0: collez-en la première ligne.`}
          </p>
          <ButtonLink to={addresses.admin.couriers} look="secondary" size="small">
            Régler le fichier
          </ButtonLink>
        </div>
      )}
      {hasFile && !isFileAccepted && (
        <p className={classes(common.small, common.quiet)}>Format à vérifier avec votre livreur.</p>
      )}
    </div>
  )
}

/** Cells between tabs, which a spreadsheet takes from the clipboard; quoted cells stay as they are. */
const withTabs = (csv: string): string => csv.replace(/"(?:[^"]|"")*"|;/g, (part) => (part === ';' ? '\t' : part))

function CopyForExcel({ path }: { path: `/api/${string}` }) {
  const [problem, setProblem] = useState<string | null>(null)
  const copy = async () => {
    setProblem(null)
    try {
      await navigator.clipboard.writeText(withTabs(await (await fetchFile(path)).text()))
      toast({ title: 'Copié\u00A0: collez dans Excel.', isShort: true })
    } catch (error) {
      setProblem(errorSentence(error))
    }
  }
  return (
    <div>
      <Button look="secondary" size="small" icon="copy" onClick={copy}>
        Copier pour Excel
      </Button>
      {problem && (
        <p className={common.danger} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
