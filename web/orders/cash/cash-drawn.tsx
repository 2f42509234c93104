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
  const { pieces, given, change, back } = cashFor(amount)
  if (pieces.length === 0) return null
  return (
    <div className={classes(common.stack, common.gap2)}>
      <p className="visually-hidden">Par exemple {pieces.map(inWords).join(', ')}.</p>
      <Drawn pieces={pieces} />
      {change > 0 && (
        <div className={style.change}>
          <p className={common.small}>
            Le livreur rend {formatDirhams(change)} sur {formatInteger(given / 100)}.
          </p>
          {back.length > 0 && <Drawn pieces={back} />}
        </div>
      )}
    </div>
  )
}

const Drawn = ({ pieces }: { pieces: readonly CashPieces[] }) => (
  <div className={style.pieces} aria-hidden="true">
    {pieces.map((each) => (
      <Pieces key={each.value} {...each} />
    ))}
  </div>
)

function Pieces({ value, count }: CashPieces) {
  const isEach = count <= EACH.length
  const Piece = isNote(value) ? Note : Coin
  return (
    <>
      {EACH.slice(0, isEach ? count : 1).map((nth) => (
        <Piece key={nth} value={value} />
      ))}
      {!isEach && <span className={common.strong}>×&nbsp;{count}</span>}
    </>
  )
}

/** The widths of the notes in millimetres; all are 70 high. */
const WIDTHS: Readonly<Partial<Record<Denomination, number>>> = { 20000: 151, 10000: 144, 5000: 137, 2000: 130 }

/** A frame, fine lines, a rose of them, a thread, a star of eight points in an arch. */
function Note({ value }: { value: Denomination }) {
  const width = WIDTHS[value]!
  return (
    <svg aria-hidden="true" className={style.note} data-value={value} viewBox={`0 0 ${width} 70`}>
      <rect x="3" y="3" width={width - 6} height="64" rx="3" />
      <g transform={`translate(${width - 30} 35)`}>
        {[-30, -24, -18, -12, -6, 0, 6].map((from) => (
          <path key={from} d={`M${-width + 36} ${from}q24 28 50 12t${width - 108} 6`} />
        ))}
        {[0, 30, 60, 90, 120, 150].map((turn) => (
          <ellipse key={turn} className={style.rose} cx="-56" rx="22" ry="9" transform={`rotate(${turn} -56 0)`} />
        ))}
        <path className={style.arch} d="M-17 26V-4a17 20 0 0 1 34 0v30z" />
        <path className={style.star} d="M-11-11h22v22h-22zM0-15.5 15.5 0 0 15.5-15.5 0z" />
      </g>
      <path className={style.thread} d="M14 4v62" />
      <text x="22" y="45">
        {figureOf(value)}
      </text>
    </svg>
  )
}

const Coin = ({ value }: { value: Denomination }) => (
  <span className={style.coin} data-value={value}>
    {figureOf(value)}
  </span>
)

const figureOf = (value: Denomination): string => {
  if (value === 50) return '½'
  return value < 100 ? `${value}\u00A0c` : String(value / 100)
}

function inWords({ value, count }: CashPieces): string {
  const kind = `${isNote(value) ? 'billet' : 'pièce'}${count > 1 ? 's' : ''}`
  return `${count} ${kind} de ${value < 100 ? `${value} centimes` : `${value / 100}\u00A0DH`}`
}
