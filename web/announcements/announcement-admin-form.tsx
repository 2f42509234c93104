import { useEffect } from 'react'
import { announcementAnswer } from '#features/announcements/contract.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { readStored } from '#web/browser-storage.ts'
import { FormShell } from '#web/forms/form-shell.tsx'
import { focusIfLost } from '#web/forms/lost-focus.ts'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { readToken } from '#web/session/stored-session.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { toast } from '#web/ui/toast.tsx'
import style from './announcement-admin.module.css'
import { ANNOUNCEMENT_RULES, AnnouncementFields, announcementBody } from './announcement-fields.tsx'

/** Tells those who are logged in something. What is typed goes once it is published, not before. */
export function AnnouncementForm() {
  useEffect(() => {
    if (!takePosted()) return
    toast({ title: 'Announcement posted successfully!' })
    focusIfLost('nouvelle-actualite')
  }, [])

  const form = useApiForm({
    fields: ANNOUNCEMENT_RULES,
    send: async (typed, idempotencyKey) => {
      mustBeAdminHere()
      const body = announcementBody(typed)
      await callApi('/api/admin/announcement', { method: 'POST', body, idempotencyKey, answer: announcementAnswer })
      form.element.current?.reset()
      notePosted()
      // The page is loaded anew, so that its banner shows what everybody sees from now on.
      window.location.reload()
    },
  })

  return (
    <section className={common.panel} aria-labelledby="nouvelle-actualite">
      <h2 id="nouvelle-actualite" tabIndex={-1}>
        Créer un actualité
      </h2>
      <FormShell
        form={form}
        className={classes(common.stack, style.form)}
        focus="field"
        failed={(error) => (
          <span lang="en">{error instanceof NotAllowed ? error.message : 'Error posting announcement.'}</span>
        )}
        explain={(error) => (error instanceof NotAllowed ? null : errorSentence(error))}
        failureClassName={style.wide}
        submit={{ busyLabel: 'Envoi…', children: 'Publier' }}
        foot={(button) => <div className={style.submit}>{button}</div>}
      >
        <AnnouncementFields form={form} />
      </FormShell>
    </section>
  )
}

const POSTED = 'announcement-posted'

/** Kept over the loading of the page, which then says so. */
function notePosted(): void {
  try {
    sessionStorage.setItem(POSTED, '1')
  } catch {
    // The list shows it in any case.
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

/** Another tab may have changed who is logged in. */
function mustBeAdminHere(): void {
  if (readStored('isAdmin') !== '1')
    throw new NotAllowed('Unauthorized: You do not have permission to post announcements.')
  if (readToken() === null) throw new NotAllowed('Authentication error: No token found.')
}

class NotAllowed extends Error {}
