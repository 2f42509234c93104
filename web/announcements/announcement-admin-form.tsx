import { useEffect, useRef, useState } from 'react'
import { announcementAnswer } from '#features/announcements/contract.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import { readStored } from '#web/browser-storage.ts'
import { fieldValue } from '#web/forms/confirm-dialog.tsx'
import { readToken } from '#web/session/stored-session.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field, FieldFrame } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './announcement-admin.module.css'

const FIELDS = ['title', 'message'] as const
type Name = (typeof FIELDS)[number]
type Problems = Partial<Record<Name, string>>

const MISSING: Readonly<Record<Name, string>> = {
  title: 'Saisissez un titre.',
  message: 'Saisissez un message.',
}

interface Trouble {
  title: string
  text?: string
}

/** Tells everybody who is logged in something. What is typed goes once it is published, not before. */
export function AnnouncementForm() {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (takePosted()) toast({ title: 'Announcement posted successfully!' })
  }, [])

  const refuse = (found: Problems) => {
    setProblems(found)
    const first = FIELDS.find((field) => found[field] !== undefined)
    if (first) (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
  }

  const post = async (typed: Record<Name, string>) => {
    setBusy(true)
    try {
      await callApi('/api/admin/announcement', { method: 'POST', body: typed, answer: announcementAnswer })
      form.current?.reset()
      notePosted()
      // The page is loaded anew, so that its banner shows what everybody sees from now on.
      window.location.reload()
    } catch (error) {
      const found = error instanceof ApiError ? fieldSentences(error, FIELDS) : {}
      refuse(found)
      if (Object.keys(found).length === 0)
        setTrouble({ title: 'Error posting announcement.', text: errorSentence(error) })
    }
    setBusy(false)
  }

  const submit = (element: HTMLFormElement) => {
    if (isBusy) return
    const typed = { title: fieldValue(element, 'title'), message: fieldValue(element, 'message') }
    const found = missingIn(typed)
    const refusal = whyNot()
    setTrouble(refusal)
    refuse(found)
    if (refusal === null && Object.keys(found).length === 0) post(typed)
  }

  /** What is wrong with a field goes as soon as it is corrected. */
  const settle = (name: Name) => setProblems(({ [name]: _, ...others }) => others)

  return (
    <section className={common.panel} aria-labelledby="nouvelle-actualite">
      <h2 id="nouvelle-actualite">Créer un actualité</h2>
      <form
        ref={form}
        className={classes(common.stack, style.form)}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        {trouble && (
          <Notice className={style.wide} tone="danger" role="alert" title={<span lang="en">{trouble.title}</span>}>
            {trouble.text}
          </Notice>
        )}
        <Field
          label="Titre"
          name="title"
          error={problems.title}
          required
          autoComplete="off"
          enterKeyHint="next"
          maxLength={120}
          onChange={() => settle('title')}
        />
        <FieldFrame label="Message" error={problems.message}>
          {(control) => (
            <textarea
              {...control}
              name="message"
              rows={4}
              required
              maxLength={1000}
              onChange={() => settle('message')}
            />
          )}
        </FieldFrame>
        <div className={style.submit}>
          <Button type="submit" busy={isBusy} busyLabel="Envoi…">
            Publier
          </Button>
        </div>
      </form>
    </section>
  )
}

const POSTED = 'announcement-posted'

/** Kept over the loading of the page, which then says so. */
function notePosted(): void {
  try {
    sessionStorage.setItem(POSTED, '1')
  } catch {
    // Without a storage the list alone says it.
  }
}

function takePosted(): boolean {
  try {
    const wasPosted = sessionStorage.getItem(POSTED) !== null
    sessionStorage.removeItem(POSTED)
    return wasPosted
  } catch {
    return false
  }
}

/** What the browser's storage says against it: another tab may have changed who is logged in. */
function whyNot(): Trouble | null {
  if (readStored('isAdmin') !== '1') return { title: 'Unauthorized: You do not have permission to post announcements.' }
  return readToken() === null ? { title: 'Authentication error: No token found.' } : null
}

const missingIn = (typed: Record<Name, string>): Problems =>
  Object.fromEntries(FIELDS.flatMap((name) => (typed[name] === '' ? [[name, MISSING[name]]] : [])))
