import type { ReactNode } from 'react'
import type { SupplierAccount } from '#features/supplier-space/contract.ts'
import { addresses } from '#web/addresses.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { openProductLinks } from './code/product-links.tsx'
import { useHasShared } from './code/share.ts'
import style from './first-steps.module.css'

interface FirstStepsProps {
  /** Null while it is being loaded. */
  account: SupplierAccount | null
  onChooseCode: () => void
}

/** Steps of a supplier on its first day, before there is an order to count. */
export function FirstSteps({ account, onChooseCode }: FirstStepsProps) {
  const hasShared = useHasShared()
  return (
    <section className={classes(common.panel, style.steps)} aria-labelledby="premiers-pas">
      <h2 id="premiers-pas">Trois pas pour commencer</h2>
      <ol className={classes(common.stack, common.gap3)}>
        <Step
          number={1}
          name="Choisissez votre code"
          isDone={account !== null && account.formerCodes.length > 0}
          done={`C’est ${account?.code}.`}
          text="Un mot à vous, facile à dire et à retenir."
        >
          <Button look="secondary" size="small" aria-disabled={account === null} onClick={onChooseCode}>
            Choisir mon code
          </Button>
        </Step>
        <Step
          number={2}
          name="Ajoutez votre RIB"
          isDone={account !== null && account.rib !== null}
          done={`Vos gains iront sur le compte qui finit par ${account?.rib?.slice(-4)}.`}
          text="C’est là que vos gains sont versés."
        >
          <ButtonLink look="secondary" size="small" to={addresses.profile}>
            Ajouter mon RIB
          </ButtonLink>
        </Step>
        <Step
          number={3}
          name="Partagez un premier produit"
          isDone={hasShared}
          done="Votre première commande apparaîtra ici."
          text="Vous gagnez sur chaque commande passée avec votre code."
        >
          <Button size="small" icon="share" onClick={openProductLinks}>
            Choisir un produit
          </Button>
        </Step>
      </ol>
    </section>
  )
}

interface StepProps {
  number: number
  name: string
  isDone: boolean
  /** Said in the place of `text` and `children` once it is done. */
  done: string
  text: string
  children: ReactNode
}

function Step({ number, name, isDone, done, text, children }: StepProps) {
  return (
    <li className={style.step}>
      <span className={classes(style.number, common.digits)} data-done={isDone} aria-hidden="true">
        {isDone ? <Icon name="check" size={16} /> : number}
      </span>
      <div>
        <p className={common.strong}>
          {name}
          {isDone && <span className="visually-hidden">, fait</span>}
        </p>
        <p className={common.note}>{isDone ? done : text}</p>
      </div>
      {!isDone && children}
    </li>
  )
}
