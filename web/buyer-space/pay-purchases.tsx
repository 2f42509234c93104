import { Link } from 'react-router'
import { groupRib } from '#features/accounts/model.ts'
import type { ToPay } from '#features/buyer-space/contract.ts'
import { addresses } from '#web/addresses.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Price } from '#web/ui/price.tsx'
import style from './buyer.module.css'

/** The words by which the shop knows a transfer. */
const referenceOf = (id: number): string => `ACHAT n°\u00A0${id}`

/** Purchases that wait for a transfer: to which account, how much, and what to write on it. */
export function PayPurchases({ toPay }: { toPay: ToPay | null }) {
  if (!toPay || toPay.purchases.length === 0) return null
  const { account, purchases } = toPay
  return (
    <section className={classes(common.stack, style.toPay)} aria-labelledby="a-payer">
      <h2 id="a-payer">{purchases.length === 1 ? 'Votre achat à payer' : 'Vos achats à payer'}</h2>
      {account ? (
        <>
          <p className={common.quiet}>
            Faites un virement par achat, avec sa référence&nbsp;: la boutique l’approuve dès qu’elle l’a reçu.
          </p>
          <div className={style.account}>
            {account.holder && <Fact name="Titulaire" text={account.holder} />}
            {account.bank && <Fact name="Banque" text={account.bank} />}
            <div className={style.rib}>
              <CopyField label="RIB" text={groupRib(account.rib)} what="le RIB de la boutique" />
            </div>
          </div>
        </>
      ) : (
        <p>
          <Link to={addresses.contact}>Contactez la boutique</Link> pour savoir où virer la somme, et écrivez la
          référence sur le virement.
        </p>
      )}
      <ul className={style.purchases}>
        {purchases.map(({ id, amount }) => (
          <li key={id} className={style.purchase}>
            <Price amount={amount} className={classes(common.bold, style.sum)} />
            <CopyField label="Référence" text={referenceOf(id)} what={`la référence de l’achat ${id}`} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Fact = ({ name, text }: { name: string; text: string }) => (
  <p>
    <span className={classes(common.quiet, common.small, common.block)}>{name}</span>
    <span className={common.strong}>{text}</span>
  </p>
)
