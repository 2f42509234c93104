import { useState } from 'react'
import type { Announcement } from '#features/announcements/contract.ts'
import { AUDIENCE_LABELS, AUDIENCES, type Audience, MAX_MESSAGE, MAX_TITLE } from '#features/announcements/model.ts'
import { localDay } from '#platform/kernel/time.ts'
import type { ApiForm, FieldRule } from '#web/forms/use-api-form.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field, FieldFrame, SelectField } from '#web/ui/field.tsx'
import style from './announcement-admin.module.css'
import banner from './announcement-banner.module.css'

type Name = 'title' | 'message' | 'audience' | 'until'

type AnnouncementForm = ApiForm<Name>

export const ANNOUNCEMENT_RULES: Readonly<Record<Name, FieldRule<Name>>> = {
  title: (text) => (text === '' ? 'Saisissez un titre.' : null),
  message: (text) => (text === '' ? 'Saisissez un message.' : null),
  audience: () => null,
  until: () => null,
}

/** Typed values, as the wire has them. */
export const announcementBody = ({ until, ...typed }: Readonly<Record<Name, string>>) => ({
  ...typed,
  until: until || null,
})

interface AnnouncementFieldsProps {
  form: AnnouncementForm
  /** The one to change; none for a new one. */
  known?: Announcement
}

/** Words of an announcement, for whom they are and until when, with the banner as it will be. */
export function AnnouncementFields({ form, known }: AnnouncementFieldsProps) {
  const [words, setWords] = useState({ title: known?.title ?? '', message: known?.message ?? '' })
  return (
    <>
      <Field
        label="Titre"
        {...form.field('title')}
        required
        autoComplete="off"
        enterKeyHint="next"
        maxLength={MAX_TITLE}
        defaultValue={known?.title}
        onChange={({ currentTarget }) => setWords({ ...words, title: currentTarget.value })}
      />
      <FieldFrame label="Message" error={form.problems.message} className={style.words}>
        {(control) => (
          <textarea
            {...control}
            name="message"
            rows={4}
            required
            maxLength={MAX_MESSAGE}
            defaultValue={known?.message}
            onChange={({ currentTarget }) => setWords({ ...words, message: currentTarget.value })}
          />
        )}
      </FieldFrame>
      <div className={style.whom}>
        <SelectField label="Pour" {...form.field('audience')} defaultValue={AUDIENCES[known?.audience ?? 'everyone']}>
          {(Object.keys(AUDIENCES) as Audience[]).map((audience) => (
            <option key={audience} value={AUDIENCES[audience]}>
              {AUDIENCE_LABELS[audience]}
            </option>
          ))}
        </SelectField>
        <Field
          label="Jusqu’au"
          type="date"
          {...form.field('until')}
          min={localDay(new Date())}
          defaultValue={known?.lastDay ?? undefined}
        />
      </div>
      <figure className={style.preview}>
        <figcaption className={common.note}>
          Aperçu du bandeau. Sans date, il reste jusqu’à ce que vous le désactiviez.
        </figcaption>
        <div className={style.slot}>
          <div className={banner.banner}>
            <p className={banner.text}>
              <strong className={classes(banner.title, words.title === '' && common.faint)}>
                {words.title || 'Titre'}
              </strong>{' '}
              <span className={classes(banner.message, words.message === '' && common.faint)}>
                {words.message || 'Message'}
              </span>
            </p>
          </div>
        </div>
      </figure>
    </>
  )
}
