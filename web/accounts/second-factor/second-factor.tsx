import { useState } from 'react'
import { type SecondFactorState, secondFactorState } from '#features/accounts/contract.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import panel from '../security/account-security.module.css'
import { RemoveSecondFactor } from './remove-second-factor.tsx'
import { SetUp } from './set-up.tsx'

const FEW_CODES = 3

/** Panel of an admin's authenticator: sets it up, shows it, takes it away. */
export function SecondFactor({ onSet }: { onSet?: () => void }) {
  const { data, error, isLoading, reload } = useApi('/api/second-factor', secondFactorState)
  const [isSettingUp, setSettingUp] = useState(false)
  /** Its setting got no answer: once it proves to be set, nobody has seen its recovery codes. */
  const [isAnswerLost, setAnswerLost] = useState(false)
  const areCodesUnseen = isAnswerLost && Boolean(data?.setAt)

  return (
    <section className={classes(common.panel, common.gap3, panel.panel)} aria-labelledby="second-factor-title">
      <h2 id="second-factor-title">Double authentification</h2>
      {isSettingUp && !areCodesUnseen ? (
        <SetUp
          onCancel={() => setSettingUp(false)}
          onDone={async () => {
            setAnswerLost(false)
            await reload()
            setSettingUp(false)
            onSet?.()
          }}
          onCodesLost={async () => {
            setAnswerLost(true)
            await reload()
          }}
        />
      ) : error !== null ? (
        <LoadFailed
          title="La double authentification n’a pas pu être chargée"
          error={error}
          isLoading={isLoading}
          onRetry={reload}
          className={common.whole}
        />
      ) : data === null ? (
        <Skeleton shape="block" className={panel.wait} />
      ) : data.setAt === null ? (
        <NotSet isRequired={data.isRequired} onBegin={() => setSettingUp(true)} />
      ) : (
        <IsSet
          state={data}
          setAt={data.setAt}
          areCodesUnseen={areCodesUnseen}
          onRemoved={async () => {
            setSettingUp(false)
            setAnswerLost(false)
            await reload()
          }}
        />
      )}
    </section>
  )
}

function NotSet({ isRequired, onBegin }: { isRequired: boolean; onBegin: () => void }) {
  return (
    <>
      <p>
        En plus du mot de passe, un code de votre téléphone à chaque connexion. Un mot de passe volé ne suffit alors
        plus pour entrer dans l’administration.
      </p>
      {isRequired && (
        <Notice className={common.whole}>
          La boutique la demande à chaque administrateur. Une fois que c’est fait, vous retrouvez toute
          l’administration.
        </Notice>
      )}
      <Button look={isRequired ? 'primary' : 'secondary'} size="small" onClick={onBegin}>
        Activer la double authentification
      </Button>
    </>
  )
}

interface SetProps {
  state: SecondFactorState
  setAt: Date
  /** They are shown once, and were not. */
  areCodesUnseen: boolean
  onRemoved: () => Promise<void>
}

function IsSet({ state, setAt, areCodesUnseen, onRemoved }: SetProps) {
  const { codesLeft, isRequired } = state
  return (
    <>
      <div>
        <Badge tone="ok">Activée</Badge>
      </div>
      <p>
        Depuis le {formatMinute(setAt)}. {!areCodesUnseen && leftIn(codesLeft)}
      </p>
      {(areCodesUnseen || codesLeft < FEW_CODES) && (
        <Notice tone="warn" className={common.whole} role={areCodesUnseen ? 'alert' : undefined}>
          {areCodesUnseen && 'Vos codes de secours n’ont pas pu être affichés ici. '}
          Pour en avoir dix nouveaux, désactivez la double authentification, puis activez-la de nouveau.
        </Notice>
      )}
      <RemoveSecondFactor isRequired={isRequired} onRemoved={onRemoved} />
    </>
  )
}

function leftIn(codes: number): string {
  if (codes === 0) return 'Il ne vous reste aucun code de secours.'
  return codes === 1 ? 'Il vous reste un code de secours.' : `Il vous reste ${codes} codes de secours.`
}
