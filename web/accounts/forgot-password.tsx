import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { ApiError, callApi, NetworkError } from '#web/api/api.ts'
import { browserKey } from '#web/api/browser-key.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'
import { problemOf } from './account-fields.ts'
import style from './account-page.module.css'

export const meta = () =>
  pageMeta({
    title: 'Mot de passe oublié\u00A0?',
    description: 'Recevez par e-mail un lien pour choisir un nouveau mot de passe.',
  })

/** What was answered, as it is to be shown, and the same in French. */
interface Banner {
  tone: 'ok' | 'danger'
  sentence: ReactNode
  explanation: string | null
}

const SENT: Banner = {
  tone: 'ok',
  sentence: <span lang="en">Password reset link sent! Check your email.</span>,
  explanation:
    'Si un compte porte cette adresse, un lien valable une heure vient d’y être envoyé. Regardez aussi dans les courriers indésirables.',
}

export default function ForgotPassword() {
  const isReady = useIsReady()
  const email = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [banner, setBanner] = useState<Banner | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const refuse = (found: string) => {
    setProblem(found)
    // After the render that gives the field its message, so that both are heard.
    requestAnimationFrame(() => email.current?.focus())
  }

  const send = async (typed: string) => {
    setSending(true)
    try {
      const body = { email: typed, browser_key: browserKey() }
      await callApi('/api/password/email', { method: 'POST', body, anonymous: true })
      setBanner(SENT)
    } catch (error) {
      const fromField = error instanceof ApiError ? fieldSentences(error, ['email']).email : undefined
      setBanner(failureOf(error, fromField === undefined))
      if (fromField !== undefined) refuse(fromField)
    } finally {
      setSending(false)
    }
  }

  return (
    <Page width="narrow" className={style.page}>
      <div className={style.head}>
        <h1>Mot de passe oublié&nbsp;?</h1>
        <p className={style.lead}>
          Indiquez l’adresse e-mail de votre compte&nbsp;: nous y envoyons un lien pour choisir un nouveau mot de passe.
        </p>
      </div>
      <form
        className={style.form}
        // Should it be sent before the script runs, then at least not within the address.
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const typed = email.current?.value.trim() ?? ''
          const found = problemOf('email', typed)
          setBanner(null)
          setProblem(null)
          if (found === null) send(typed)
          else refuse(found)
        }}
      >
        {/* Enter asks the form's first button, and this one does nothing: until the script runs, nobody can send it. */}
        {!isReady && <button type="submit" disabled hidden />}
        {banner && (
          <Notice tone={banner.tone} role={banner.tone === 'ok' ? 'status' : 'alert'}>
            <p>{banner.sentence}</p>
            {banner.explanation && <p className={style.explanation}>{banner.explanation}</p>}
          </Notice>
        )}
        <Field
          ref={email}
          label="Adresse e-mail"
          id="email"
          name="email"
          error={problem}
          onInput={() => setProblem(null)}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="send"
          maxLength={200}
        />
        <Button type={isReady ? 'submit' : 'button'} wide busy={isSending} busyLabel="Sending...">
          Envoyer le lien
        </Button>
      </form>
      <p className={style.aside}>
        <Link to={addresses.login}>Revenir à la connexion</Link>
      </p>
    </Page>
  )
}

function failureOf(error: unknown, explained: boolean): Banner {
  const tone = 'danger'
  if (error instanceof NetworkError)
    return {
      tone,
      sentence: <span lang="en">Unable to connect to the server. Please check your connection.</span>,
      explanation: 'La boutique n’a pas répondu\u00A0: vérifiez votre connexion et réessayez.',
    }
  return {
    tone,
    sentence: (error instanceof ApiError && error.message) || <span lang="en">An unknown error occurred.</span>,
    explanation: explained ? errorSentence(error) : null,
  }
}
