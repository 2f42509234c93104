import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  lineAnswer,
  type StatementDetail,
  type StatementLine,
  statementDetail,
} from '#features/settlements/contract.ts'
import { DECISION_NAMES, type LineDecision } from '#features/settlements/model.ts'
import { message } from '#platform/kernel/codecs.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { formatDirhams, ZERO } from '#platform/kernel/money.ts'
import { formatDay } from '#platform/kernel/time.ts'
import { addresses } from '#web/addresses.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { useApi } from '#web/forms/use-api.ts'
import { ListPage } from '#web/list-kit/list-page.tsx'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { Moment } from '#web/list-kit/table/cells.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { LineNote } from './line-note.tsx'
import { LineOrderDialog } from './line-order-dialog.tsx'
import { MissingOrders } from './missing-orders.tsx'
import style from './settlements.module.css'
import { StatementClaims } from './statement-claims.tsx'
import { decisionWords, placeOf, StatementLines } from './statement-lines.tsx'
import { TotalsInWords } from './totals.tsx'

interface StatementPageProps {
  id: number
  /** With the words about it. */
  onRemoved: (words: string) => void
}

/** One statement: its lines, what is to be decided about each, and its end. */
export function StatementPage({ id, onRemoved }: StatementPageProps) {
  const { data, error, isLoading, reload } = useApi(`/api/admin/statements/${id}`, statementDetail)
  return (
    <ListPage>
      <p className={common.targets}>
        <Link to={addresses.admin.settlements} className={style.back}>
          <Icon name="arrow-left" size={16} /> Tous les versements
        </Link>
      </p>
      {error !== null && (
        <LoadFailed title="Ce relevé n’a pas pu être chargé" error={error} isLoading={isLoading} onRetry={reload} />
      )}
      {!data && error === null && <Skeleton shape="block" className={style.waiting} />}
      {data && <Statement detail={data} reload={reload} onRemoved={onRemoved} />}
    </ListPage>
  )
}

interface LineChange {
  decision?: LineDecision
  OrderID?: OrderId
  note?: string
}

interface StatementProps extends Pick<StatementPageProps, 'onRemoved'> {
  detail: StatementDetail
  reload: () => Promise<void>
}

function Statement({ detail, reload, onRemoved }: StatementProps) {
  const { statement, claims, missing, fees_compared } = detail
  const isOpen = statement.closedAt === null
  // An answer to a decision is newer than what was loaded before it.
  const [decided, setDecided] = useState<{ base: StatementDetail; answer: Pick<StatementDetail, 'rows' | 'totals'> }>()
  const { rows, totals } = decided?.base === detail ? decided.answer : detail
  const [problem, setProblem] = useState<string | null>(null)
  const [busyRow, setBusyRow] = useState<number | null>(null)
  const [named, setNamed] = useState<StatementLine | null>(null)
  const [isClosing, setClosing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(isOpen)

  // What comes next, the letter, stands at the top: a closed statement leaves nothing to do where its button was.
  useEffect(() => {
    if (wasOpen.current && !isOpen) heading.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  // A line that got another order may stand elsewhere: its button is no place to which the focus could go back.
  const lastNamed = useRef<StatementLine>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the question moves the focus
  useEffect(() => {
    const line = named === null ? rows.find(({ row }) => row === lastNamed.current?.row) : undefined
    if (line && line.orderId !== lastNamed.current?.orderId) {
      const link = document.getElementById(placeOf(line))
      link?.focus()
      if (document.activeElement !== link) document.getElementById('lignes')?.focus()
    }
    lastNamed.current = named
  }, [named])

  const store = async (line: StatementLine, body: LineChange): Promise<void> => {
    const path = `/api/admin/statements/${statement.id}/lines/${line.row}` as const
    const answer = await callApi(path, { method: 'PUT', body, answer: lineAnswer })
    setDecided({ base: detail, answer })
    const left = answer.totals.undecided
    announce(left === 0 ? 'Toutes les lignes sont décidées.' : `Encore ${left} à décider.`)
  }

  const decide = async (line: StatementLine, body: LineChange): Promise<boolean> => {
    let isStored = false
    setBusyRow(line.row)
    setProblem(null)
    try {
      await store(line, body)
      isStored = true
    } catch (error) {
      setProblem(errorSentence(error))
      await reload()
    }
    setBusyRow(null)
    return isStored
  }

  return (
    <>
      <Head detail={detail} heading={heading} />
      {!fees_compared && (
        <Notice>Cette liste ne dit pas les frais&nbsp;: ils ne sont pas comparés à votre tarif.</Notice>
      )}
      {problem && (
        <Notice tone="danger" role="alert" title="Ce choix n’a pas été enregistré">
          {problem}
        </Notice>
      )}
      {!isOpen && <StatementClaims statement={statement} claims={claims} onChanged={reload} />}
      <section className={common.stack} aria-labelledby="lignes">
        <h2 id="lignes" tabIndex={-1}>
          Lignes
        </h2>
        <StatementLines
          rows={rows}
          actions={(line) => (
            <LineActions
              line={line}
              isOpen={isOpen}
              isBusy={busyRow === line.row}
              onDecide={(decision) => busyRow === null && decide(line, { decision })}
              onName={() => setNamed(line)}
              onNote={(note) => decide(line, { note })}
            />
          )}
        />
      </section>
      <MissingOrders statement={statement} missing={missing} onClaimed={reload} />
      {isOpen && (
        <div>
          <Remove id={statement.id} onRemoved={onRemoved} />
        </div>
      )}
      {isOpen && (
        <div className={style.foot}>
          <TotalsInWords totals={totals} />
          <Button aria-disabled={totals.undecided > 0} onClick={() => setClosing(true)}>
            {totals.undecided > 0 ? `Encore ${totals.undecided} à décider` : 'Clore le relevé'}
          </Button>
        </div>
      )}
      <LineOrderDialog
        line={named}
        onClose={() => setNamed(null)}
        onNamed={(line, OrderID) => store(line, { OrderID })}
      />
      <CloseDialog
        isOpen={isClosing}
        statement={statement}
        totals={totals}
        paying={rows.filter(({ decision, collected }) => decision !== 'dropped' && (collected ?? 0) > 0).length}
        onClose={() => setClosing(false)}
        onSettled={reload}
      />
    </>
  )
}

interface HeadProps {
  detail: StatementDetail
  heading: RefObject<HTMLHeadingElement | null>
}

function Head({ detail: { statement, totals, tolerance, claims }, heading }: HeadProps) {
  const isGapClaimed = claims.some(({ kind }) => kind === 'gap')
  return (
    <header className={common.stack}>
      <div className={classes(common.wrap, common.middle)}>
        <h2 ref={heading} tabIndex={-1} className={style.name}>
          Relevé {statement.reference}
        </h2>
        {statement.closedAt ? (
          <Badge tone="ok" icon="check">
            clos
          </Badge>
        ) : (
          <Badge tone="warn" icon="clock">
            ouvert
          </Badge>
        )}
      </div>
      <p className={common.quiet}>
        {statement.courier.name}, versé le {formatDay(statement.paidOn)}. Saisi par {statement.createdBy}
        {statement.closedAt && (
          <>
            , clos le <Moment at={statement.closedAt} />
          </>
        )}
        .{tolerance > ZERO && ` Tolérance sur les montants\u00A0: ${formatDirhams(tolerance)}.`}
      </p>
      {statement.closedAt && <TotalsInWords totals={totals} />}
      {statement.acceptedGap !== null && statement.acceptedGap !== ZERO && (
        <p className={common.quiet}>
          {isGapClaimed ? 'Écart réclamé' : 'Écart accepté'}&nbsp;: {formatDirhams(statement.acceptedGap)}.{' '}
          {statement.gapReason}
        </p>
      )}
    </header>
  )
}

interface LineActionsProps {
  line: StatementLine
  isOpen: boolean
  isBusy: boolean
  onDecide: (decision: LineDecision) => void
  onName: () => void
  onNote: (note: string) => Promise<boolean>
}

/** The decision about a line, or those that are possible. */
function LineActions({ line, isOpen, isBusy, onDecide, onName, onNote }: LineActionsProps) {
  const { decision, options, verdict, orderId, isByNumber } = line
  if (!isOpen) return decision && <span className={common.note}>{DECISION_NAMES[decision]}</span>
  return (
    <fieldset className={style.options} aria-busy={isBusy}>
      <legend className="visually-hidden">Ligne {line.row}</legend>
      {options.map((option) => (
        <Button
          key={option}
          look={option === decision ? 'primary' : 'secondary'}
          size="small"
          aria-pressed={option === decision}
          onClick={() => option !== decision && onDecide(option)}
        >
          {decisionWords(option, line)}
        </Button>
      ))}
      {verdict === 'unknown' && (
        <Button look="secondary" size="small" onClick={onName}>
          Choisir la commande
        </Button>
      )}
      {verdict !== 'unknown' && orderId !== null && !isByNumber && (
        <Button look="secondary" size="small" onClick={onName}>
          Choisir une autre commande
        </Button>
      )}
      {verdict !== 'right' && <LineNote line={line} onNote={onNote} />}
    </fieldset>
  )
}

/** Takes away a statement that was entered by mistake, after a question. */
function Remove({ id, onRemoved }: { id: number; onRemoved: (words: string) => void }) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const remove = async () => {
    setBusy(true)
    try {
      onRemoved((await callApi(`/api/admin/statements/${id}`, { method: 'DELETE', answer: message })).message)
    } catch (error) {
      setProblem(errorSentence(error))
    }
    setBusy(false)
  }
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setAsking(true)}>
        Retirer ce relevé
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Retirer ce relevé ?"
        actions={
          <>
            <Button data-autofocus look="secondary" onClick={() => setAsking(false)}>
              Garder
            </Button>
            <Button look="danger" busy={isBusy} onClick={remove}>
              Retirer
            </Button>
          </>
        }
      >
        <p>
          Ses lignes et vos choix sont perdus. Aucune commande ne change, et la même liste peut être saisie de nouveau.
        </p>
        {problem && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
      </Dialog>
    </>
  )
}
