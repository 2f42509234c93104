import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/field.tsx'
import { StepForm } from './step-form.tsx'

/** A recovery code with its spaces, and some more that a person may type. */
const LONGEST_CODE = 24

interface LogInStepProps {
  act: (otp: string) => Promise<void>
  onCancel: () => void
}

/** The second step of a log-in: the pair was right, the account asks for a code. */
export function LogInStep({ act, onCancel }: LogInStepProps) {
  return (
    <StepForm
      name="otp"
      missing="Saisissez le code de votre application, ou un code de secours."
      sentences={{
        wrong_second_factor: 'Ce code n’est pas valable. Attendez le suivant, ou saisissez un code de secours.',
      }}
      confirm="Valider"
      act={act}
      onCancel={onCancel}
    >
      {(error) => (
        <>
          <p className={common.quiet}>Votre compte est protégé par la double authentification.</p>
          <Field
            label="Code de vérification"
            hint="Les 6 chiffres de votre application d’authentification, ou l’un de vos codes de secours."
            id="otp"
            name="otp"
            error={error}
            autoComplete="one-time-code"
            inputMode="numeric"
            enterKeyHint="go"
            maxLength={LONGEST_CODE}
          />
        </>
      )}
    </StepForm>
  )
}
