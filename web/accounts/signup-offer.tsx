import { useId, useState } from 'react'
import type { ExampleGains } from '#features/supplier-space/model.ts'
import { type Centimes, centimes } from '#platform/kernel/money.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './signup.module.css'

const STEPS = [
  ['Ouvrez votre compte', 'Puis choisissez votre code promo.'],
  ['Partagez un produit', 'Vos clients commandent avec votre code.'],
  ['Recevez vos gains', 'La boutique livre et encaisse, vous demandez votre virement.'],
] as const

const USUAL_ORDERS = 10
const MOST_ORDERS = 60

/** Amounts here are whole dirhams. */
const inDirhams = (amount: Centimes): string => `${formatInteger(amount / 100)}\u00A0DH`

/** The gain of one piece, by today's catalogue; words alone while there is none. */
export function SignupPromise({ gains }: { gains: ExampleGains | null }) {
  if (!gains) return <p className={style.promise}>Gagnez sur chaque commande</p>
  return (
    <p className={style.promise}>
      {gains.least === gains.most ? (
        <>Gagnez {inDirhams(gains.most)} par article vendu</>
      ) : (
        <>
          Gagnez de {formatInteger(gains.least / 100)} à {inDirhams(gains.most)} par article vendu
        </>
      )}
    </p>
  )
}

/** A month of orders, in money. */
export const SignupGains = ({ gains }: { gains: ExampleGains }) => (
  <section className={classes(common.stack, style.gains)} aria-labelledby="gains">
    <h2 id="gains">Ce que vous gagnez</h2>
    <MonthOfOrders usual={gains.usual} />
    <p className={common.hint}>
      {inDirhams(gains.usual)} ou plus pour la moitié de nos produits, avec un article par commande.
    </p>
  </section>
)

/** The way to the earnings. */
export const SignupSteps = () => (
  <section className={style.how} aria-labelledby="chemin">
    <h2 id="chemin">Comment ça marche</h2>
    <ol className={classes(common.stack, common.gap3, style.steps)}>
      {STEPS.map(([name, text], nth) => (
        <li key={name} className={style.step}>
          <span className={classes(common.digits, style.number)} aria-hidden="true">
            {nth + 1}
          </span>
          <span>
            <strong>{name}</strong>
            <span className={classes(common.note, style.stepText)}>{text}</span>
          </span>
        </li>
      ))}
    </ol>
  </section>
)

function MonthOfOrders({ usual }: { usual: Centimes }) {
  const id = useId()
  const [orders, setOrders] = useState(USUAL_ORDERS)
  const count = `${orders} ${orders > 1 ? 'commandes' : 'commande'} par mois`
  const gain = `× ${inDirhams(usual)}`
  const sum = `= ${inDirhams(centimes(usual * orders))}`
  return (
    <div className={style.month}>
      <label htmlFor={id}>
        <span className={common.strong}>{count}</span> {gain} <strong className={common.digits}>{sum}</strong>
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={MOST_ORDERS}
        value={orders}
        aria-valuetext={`${count} ${gain} ${sum}`}
        onChange={(event) => setOrders(event.currentTarget.valueAsNumber)}
      />
      <p className={classes(common.note, style.ends)} aria-hidden="true">
        <span>1 commande</span>
        <span>{MOST_ORDERS} commandes</span>
      </p>
    </div>
  )
}
