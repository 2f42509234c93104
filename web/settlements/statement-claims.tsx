import { useState } from 'react'
import type { StatementDetail } from '#features/settlements/contract.ts'
import { message } from '#platform/kernel/codecs.ts'
import { formatDirhams, plus } from '#platform/kernel/money.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { focusIfLost } from '#web/forms/lost-focus.ts'
import { ExportButton } from '#web/list-kit/export/export-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ClaimList } from './claim-list.tsx'

interface StatementClaimsProps {
  statement: StatementDetail['statement']
  claims: StatementDetail['claims']
  onChanged: () => Promise<void>
}

/** What the courier is asked for after a statement, and the letter that asks. */
export function StatementClaims({ statement, claims, onChanged }: StatementClaimsProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (claims.length === 0) return null
  const reload = async () => {
    await onChanged()
    focusIfLost('reclamation')
  }
  const open = claims.filter(({ isOpen }) => isOpen)
  const path = `/api/admin/statements/${statement.id}` as const
  const file = `reclamation-${statement.reference.replace(/[^\p{L}\d]+/gu, '-')}`
  const markSent = async () => {
    setBusy(true)
    setProblem(null)
    try {
      toast({ title: (await callApi(`${path}/claims/sent`, { method: 'POST', answer: message })).message })
    } catch (error) {
      setProblem(errorSentence(error))
    }
    await reload()
    setBusy(false)
  }
  return (
    <section className={common.stack} aria-labelledby="reclamation">
      <h2 id="reclamation" tabIndex={-1}>
        Réclamation
      </h2>
      <p className={common.quiet}>
        {open.length > 0
          ? `${formatDirhams(plus(...open.map(({ due }) => due)))} réclamés à ${statement.courier.name}. La lettre se joint à un message ou s’imprime.`
          : `Plus rien n’est réclamé à ${statement.courier.name}.`}
      </p>
      {problem && (
        <Notice tone="danger" role="alert" title="L’envoi n’a pas été noté">
          {problem}
        </Notice>
      )}
      {open.length > 0 && (
        <div className={classes(common.wrap, common.middle)}>
          <ExportButton path={`${path}/claim.pdf`} file={`${file}.pdf`} label="Lettre (PDF)" />
          <ExportButton path={`${path}/claim.csv`} file={`${file}.csv`} label="Tableau (CSV)" />
          {open.some(({ sentAt }) => !sentAt) && (
            <Button look="secondary" size="small" busy={isBusy} onClick={markSent}>
              Noter comme envoyée
            </Button>
          )}
        </div>
      )}
      <ClaimList claims={claims} label="Réclamations de ce relevé" onSettled={reload} />
    </section>
  )
}
