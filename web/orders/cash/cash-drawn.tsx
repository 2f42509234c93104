import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { type CashPieces, cashFor, type Denomination, isNote } from './cash.ts'
import style from './cash-drawn.module.css'

/** As many of one kind are drawn one by one; more are drawn once, with their count. */
const EACH = [1, 2, 3, 4]

/** Notes and coins to prepare for the courier, with the change that comes back. */
export function CashDrawn({ amount }: { amount: Centimes }) {
  const { pieces, given, change } = cashFor(amount)
  if (pieces.length === 0) return null
  return (
    <div className={classes(common.stack, common.gap2)}>
      <p className="visually-hidden">Par exemple {pieces.map(inWords).join(', ')}.</p>
      <p className={common.note} aria-hidden="true">
        Espèces à préparer, par exemple
      </p>
      <ul className={style.pieces} aria-hidden="true">
        {pieces.map((each) => (
          <li key={each.value}>
            <Pieces {...each} />
          </li>
        ))}
      </ul>
      {change > 0 && (
        <p className={common.note}>
          Avec {formatInteger(given / 100)}&nbsp;DH, le livreur vous rend {formatDirhams(change)}.
        </p>
      )}
    </div>
  )
}

function Pieces({ value, count }: CashPieces) {
  const isEach = count <= EACH.length
  return (
    <>
      {EACH.slice(0, isEach ? count : 1).map((nth) => (
        <span key={nth} className={isNote(value) ? style.note : style.coin} data-value={value}>
          {figureOf(value)}
        </span>
      ))}
      {!isEach && <span className={common.strong}>×&nbsp;{count}</span>}
    </>
  )
}

const figureOf = (value: Denomination): string => {
  if (value === 50) return '½'
  return value < 100 ? `${value}\u00A0c` : String(value / 100)
}

function inWords({ value, count }: CashPieces): string {
  const kind = `${isNote(value) ? 'billet' : 'pièce'}${count > 1 ? 's' : ''}`
  return `${count} ${kind} de ${value < 100 ? `${value} centimes` : `${value / 100}\u00A0DH`}`
}
