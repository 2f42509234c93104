import { ApiError, callApi, NetworkError } from '#web/api/api.ts'
import { browserKey } from '#web/api/browser-key.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import small from '#web/assets/scenes/forgotten-320.avif'
import avif from '#web/assets/scenes/forgotten-640.avif'
import webp from '#web/assets/scenes/forgotten-640.webp'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { INPUTS, problemOf } from '../account-fields.ts'
import style from '../account-page.module.css'
import { AccountPage, AskForHelp, BackToLogin } from '../account-page.tsx'

export const meta = () =>
  pageMeta({
    title: 'Mot de passe oublié\u00A0?',
    description: 'Recevez par e-mail un lien pour choisir un nouveau mot de passe.',
  })

const SCENE = { avif, webp, small }

export default function ForgotPassword() {
  const form = useApiForm({
    fields: { email: (text) => problemOf('email', text) },
    send: (typed) =>
      callApi('/api/password/email', {
        method: 'POST',
        body: { ...typed, browser_key: browserKey() },
        anonymous: true,
      }),
    failsBesideFields: true,
  })

  return (
    <AccountPage
      title={<>Mot&nbsp;de&nbsp;passe oublié&nbsp;?</>}
      lead={<p>Recevez un lien par e-mail pour en choisir un autre.</p>}
      scene={SCENE}
    >
      <FormShell
        form={form}
        className={classes(common.stack, style.form)}
        focus="field"
        failed={null}
        explain={explanationOf}
        submit={{ wide: true, busyLabel: 'Sending...', children: 'Envoyer le lien' }}
      >
        {form.isDone && (
          <Notice tone="ok" role="status">
            <p lang="en">Password reset link sent! Check your email.</p>
            <p className={style.explanation}>
              Si un compte porte cette adresse, un lien vient d’y être envoyé&nbsp;: ouvrez-le dans l’heure. Regardez
              aussi dans les courriers indésirables.
            </p>
          </Notice>
        )}
        <Field label="Adresse e-mail" {...INPUTS.email} id="email" {...form.field('email')} enterKeyHint="send" />
      </FormShell>
      <BackToLogin />
      <AskForHelp />
    </AccountPage>
  )
}

/** The wire's own sentence, and the same in French unless the field has it. */
function explanationOf(error: unknown) {
  if (error instanceof NetworkError)
    return (
      <>
        <p lang="en">Unable to connect to the server. Please check your connection.</p>
        <p className={style.explanation}>La boutique n’a pas répondu&nbsp;: vérifiez votre connexion et réessayez.</p>
      </>
    )
  const isOfField = error instanceof ApiError && fieldSentences(error, ['email']).email !== undefined
  return (
    <>
      <p>{(error instanceof ApiError && error.message) || <span lang="en">An unknown error occurred.</span>}</p>
      {!isOfField && <p className={style.explanation}>{errorSentence(error)}</p>}
    </>
  )
}
