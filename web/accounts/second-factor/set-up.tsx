import { useState } from 'react'
import { recoveryCodes, secondFactorSecret } from '#features/accounts/contract.ts'
import { ApiError, callApi, isUnanswered } from '#web/api/api.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useQrPicture } from '#web/ui/use-qr-picture.ts'
import { RecoveryCodeList } from './recovery-code-list.tsx'
import style from './second-factor.module.css'
import { StepForm } from './step-form.tsx'

interface Secret {
  secret: string
  uri: string
}

interface SetUpProps {
  onCancel: () => void
  onDone: () => Promise<void>
  /** Runs when the second factor may be set, and its recovery codes did not come. */
  onCodesLost: () => Promise<void>
}

/** Asks for the password, then for the authenticator's first code, then shows the recovery codes. */
export function SetUp({ onCancel, onDone, onCodesLost }: SetUpProps) {
  const [made, setMade] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />
  if (made) return <Scan made={made} onCancel={onCancel} onConfirmed={setCodes} onCodesLost={onCodesLost} />
  return (
    <StepForm
      key="password"
      name="current_password"
      missing="Saisissez votre mot de passe actuel."
      confirm="Continuer"
      onCancel={onCancel}
      act={async (typed) => {
        const body = { current_password: typed }
        setMade(await callApi('/api/second-factor', { method: 'POST', body, answer: secondFactorSecret }))
      }}
    >
      {(error) => (
        <PasswordField
          label="Mot de passe actuel"
          hint="Pour être sûrs que c’est bien vous."
          id="current_password"
          name="current_password"
          error={error}
          autoComplete="current-password"
          enterKeyHint="next"
        />
      )}
    </StepForm>
  )
}

/** Six digits, and the spaces that a phone's keyboard may add. */
const CODE_LENGTH = 10

interface ScanProps {
  made: Secret
  onCancel: () => void
  onConfirmed: (codes: readonly string[]) => void
  onCodesLost: () => Promise<void>
}

function Scan({ made: { secret, uri }, onCancel, onConfirmed, onCodesLost }: ScanProps) {
  return (
    <StepForm
      key="code"
      name="otp"
      missing="Saisissez les 6 chiffres de votre application."
      sentences={{
        wrong_second_factor:
          'Ce code n’est pas valable. Vérifiez que votre téléphone règle son heure automatiquement, puis saisissez le code suivant.',
      }}
      confirm="Activer"
      onCancel={onCancel}
      act={async (otp) => {
        try {
          const { codes } = await callApi('/api/second-factor/confirm', {
            method: 'POST',
            body: { otp },
            answer: recoveryCodes,
          })
          onConfirmed(codes)
        } catch (error) {
          if (mayBeSet(error)) await onCodesLost()
          throw error
        }
      }}
    >
      {(error) => (
        <>
          <ol className={classes(common.stack, style.steps)}>
            <li>
              <p>Installez une application d’authentification&nbsp;: Google Authenticator, Aegis, 2FAS…</p>
            </li>
            <li>
              <p>Scannez ce QR code avec elle, ou saisissez la clé.</p>
              <p className={style.onPhone}>
                L’application est sur ce téléphone&nbsp;? <a href={uri}>Ouvrez-la d’ici.</a>
              </p>
              <QrCode uri={uri} />
              <CopyField label="Clé" text={secret.replace(/.{4}(?=.)/g, '$& ')} what="la clé" />
            </li>
            <li>
              <p>Saisissez le code que l’application affiche.</p>
            </li>
          </ol>
          <Field
            label="Code à 6 chiffres"
            id="otp"
            name="otp"
            className={style.code}
            error={error}
            autoComplete="one-time-code"
            inputMode="numeric"
            enterKeyHint="done"
            maxLength={CODE_LENGTH}
          />
        </>
      )}
    </StepForm>
  )
}

/** An earlier try whose answer was lost may have set it: the next one is refused as a conflict. */
const mayBeSet = (error: unknown): boolean => isUnanswered(error) || (error instanceof ApiError && error.status === 409)

/** Draws the key, which also stands beside it in letters. */
function QrCode({ uri }: { uri: string }) {
  const picture = useQrPicture(uri)
  if (picture === null) return <Skeleton shape="block" className={style.qr} />
  return (
    <img
      className={style.qr}
      src={picture}
      width="200"
      height="200"
      alt="QR code à scanner avec l’application d’authentification"
    />
  )
}
