import { useEffect, useRef } from 'react'
import { type HandoverDetail, handoverDetail } from '#features/parcels/handovers/contract.ts'
import type { CourierId, HandoverId } from '#platform/kernel/ids.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { focusIfLost } from '#web/forms/lost-focus.ts'
import { useApi } from '#web/forms/use-api.ts'
import { ExportButton } from '#web/list-kit/export/export-button.tsx'
import { SecondsLeft } from '#web/list-kit/held/seconds-left.tsx'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ListParcels } from './list-parcels.tsx'
import { Papers } from './papers.tsx'
import { Refusals } from './refusals.tsx'
import style from './shipping.module.css'
import { TrackingNumbers } from './tracking-numbers.tsx'
import { useHandOver } from './use-hand-over.ts'

/** A list that was not handed over yet. */
export interface OpenList {
  id: HandoverId
  courier: { id: CourierId; name: string }
}

interface ShownListProps {
  id: HandoverId
  /** Counts the changes elsewhere on the page: each reads the list again. */
  change: number
  onChanged: () => Promise<void>
  /** Tells which list orders may join: this one, or none once it was handed over. */
  onOpen: (list: OpenList | null) => void
  onClose: () => void
}

/** A list with its steps: its parcels, their papers, the hand-over, their tracking numbers. */
export function ShownList({ id, change, onChanged, onOpen, onClose }: ShownListProps) {
  const list = useApi(`/api/admin/handovers/${id}`, handoverDetail)
  const { reload } = list
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change elsewhere on the page is what reads it again
  useEffect(() => {
    const read = isFirst.current ? null : reload()
    isFirst.current = false
    // The control that was pressed is often gone by then: orders that were prepared, a parcel that was taken off.
    if (change > 0) Promise.resolve(read).then(() => focusIfLost('bordereau'))
  }, [change])
  const { courierId, courier, handedAt } = list.data ?? {}
  useEffect(() => {
    const isOpen = courierId !== undefined && courier !== undefined && handedAt === null
    onOpen(isOpen ? { id, courier: { id: courierId, name: courier } } : null)
    return () => onOpen(null)
  }, [onOpen, id, courierId, courier, handedAt])
  return (
    <section className={classes(common.panel, style.open)} aria-labelledby="bordereau">
      <div className={style.listHead}>
        <h2 id="bordereau" tabIndex={-1}>
          {list.data ? `${list.data.number}, ${list.data.courier}` : 'Bordereau'}
        </h2>
        <IconButton icon="close" label="Fermer le bordereau" onClick={onClose} />
      </div>
      {list.error !== null && <LoadFailed title="Le bordereau n’a pas pu être chargé" {...list} onRetry={reload} />}
      {list.data && <Steps list={list.data} onChanged={onChanged} />}
    </section>
  )
}

function Steps({ list, onChanged }: { list: HandoverDetail; onChanged: () => Promise<void> }) {
  const handOver = useHandOver(list, onChanged)
  const { count, collected, courier, handedAt, handedBy } = list
  const isHanded = handedAt !== null
  return (
    <>
      <p className={classes(common.medium, common.digits)}>
        {count}&nbsp;colis, {formatDirhams(collected)} à encaisser
      </p>
      <ol className={style.steps}>
        <li>
          <h3>Préparer</h3>
          <ListParcels list={list} isLocked={isHanded || handOver.isHeld} onChanged={onChanged} />
        </li>
        <li>
          <h3>Imprimer et envoyer</h3>
          <Papers list={list} />
        </li>
        <li>
          <h3>Remettre au livreur</h3>
          {isHanded ? (
            <p>
              <Badge tone="ok" icon="check">
                Remis le {formatMinute(handedAt)}
              </Badge>
              {handedBy !== null && <span className={classes(common.small, common.quiet)}> par {handedBy}</span>}
            </p>
          ) : handOver.isHeld ? (
            <div className={style.waiting}>
              <p role="status">
                {count}&nbsp;colis {count > 1 ? 'passent' : 'passe'} «&nbsp;en transit&nbsp;» <SecondsLeft />
              </p>
              <Undo
                onUndo={() => {
                  handOver.undo()
                  focusIfLost('bordereau')
                }}
                onNow={handOver.sendNow}
              />
            </div>
          ) : (
            <Button icon="truck" busy={handOver.isSending} aria-disabled={count === 0} onClick={handOver.start} wide>
              {`Remettre ${count} colis à ${courier}`}
            </Button>
          )}
          {handOver.problem && !isHanded && (
            <Notice tone="danger" role="alert" title="La remise n’est pas confirmée">
              {handOver.problem}
            </Notice>
          )}
          <Refusals
            results={handOver.refused}
            title={
              handOver.refused.length > 1
                ? 'Ces colis ne sont pas partis\u00A0: retirez-les du lot'
                : 'Ce colis n’est pas parti\u00A0: retirez-le du lot'
            }
            onClose={handOver.forget}
          />
          <ExportButton
            path={`/api/admin/handovers/${list.id}/sheet.pdf`}
            file={`bordereau-${list.number}.pdf`}
            label="Feuille à signer (PDF)"
            icon="receipt"
            call={{ timeoutSeconds: 60 }}
          />
        </li>
        <li>
          <h3>Numéros de suivi</h3>
          <TrackingNumbers list={list} onChanged={onChanged} />
        </li>
      </ol>
    </>
  )
}

function Undo({ onUndo, onNow }: { onUndo: () => void; onNow: () => void }) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus({ preventScroll: true }), [])
  return (
    <div className={common.wrap}>
      <Button ref={undo} size="small" onClick={onUndo}>
        Annuler
      </Button>
      <Button look="secondary" size="small" onClick={onNow}>
        Remettre maintenant
      </Button>
    </div>
  )
}
