import type { AuditEntry } from '#features/audit/contract.ts'
import { type DescribedChange, describeAct, describeChanges, describeSubject } from '#features/audit/describe-entry.ts'
import { BY_THE_SHOP } from '#features/audit/model.ts'
import { CellLink, Moment, Strong } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './audit-log.module.css'
import { pageOf } from './page-of.ts'

/** Longer values are cut: the file has them whole. */
const LONGEST_VALUE = 160

export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'date', head: 'Date', lines: 2, isPinned: true, cell: ({ at }) => <Moment at={at} /> },
  {
    id: 'actor',
    head: 'Par',
    lines: 2,
    cell: ({ actor }) => (
      <>
        <Strong>{actor?.name ?? 'La boutique'}</Strong>
        <p>
          <CellLink to={`?actor=${actor?.customId ?? BY_THE_SHOP}`} title="Tous ses changements">
            {actor?.customId ?? 'automatique'}
            <span className="visually-hidden">, tous ses changements</span>
          </CellLink>
        </p>
      </>
    ),
  },
  {
    id: 'thing',
    head: 'Objet',
    lines: 2,
    cell: (entry) => (
      <>
        <Thing entry={entry} />
        <p className={common.quiet}>{describeAct(entry)}</p>
      </>
    ),
  },
  {
    id: 'changes',
    head: 'Changements',
    lines: 2,
    cell: (entry) => (
      <dl className={common.lines}>
        {describeChanges(entry).map((change) => (
          <div key={change.what} className={style.change}>
            <dt>{change.what}</dt>
            <dd>
              <Values change={change} isNew={entry.act === 'created'} />
            </dd>
          </div>
        ))}
      </dl>
    ),
  },
]

function Thing({ entry }: { entry: AuditEntry }) {
  const page = pageOf(entry)
  const name = describeSubject(entry)
  return page === null ? name : <CellLink to={page}>{name}</CellLink>
}

function Values({ change: { before, after }, isNew }: { change: DescribedChange; isNew: boolean }) {
  // A value that stayed the same stands there to say which row changed.
  if (isNew || before === after) return <Value text={after} />
  return (
    <>
      <span className={common.quiet}>
        <Value text={before} />
      </span>
      <Icon name="arrow-right" size={14} className={style.arrow} />
      <span className="visually-hidden">devient</span>
      <span className={common.strong}>
        <Value text={after} />
      </span>
    </>
  )
}

function Value({ text }: { text: string | null }) {
  if (text === null || text === '') return <span className={style.nothing}>rien</span>
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}
