import { type Announcement, announcementAnswer } from '#features/announcements/contract.ts'
import { callApi } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { toast } from '#web/ui/toast.tsx'
import { ANNOUNCEMENT_RULES, AnnouncementFields, announcementBody } from './announcement-fields.tsx'

interface AnnouncementEditProps {
  announcement: Announcement
  isOpen: boolean
  onClose: () => void
  onChanged: () => Promise<void>
}

/** Changes the words of an announcement, for whom they are and until when. */
export function AnnouncementEdit({ announcement, isOpen, onClose, onChanged }: AnnouncementEditProps) {
  const form = useApiForm({
    fields: ANNOUNCEMENT_RULES,
    subject: announcement.id,
    send: async (typed) => {
      const body = announcementBody(typed)
      await callApi(`/api/admin/announcement/${announcement.id}`, { method: 'PUT', body, answer: announcementAnswer })
      onClose()
      toast({ title: 'Annonce modifiée', text: announcement.title })
    },
    onSettled: onChanged,
  })
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={`Modifier l’annonce ${announcement.id}`}
      confirm="Enregistrer"
      failed="L’annonce n’a pas été modifiée"
    >
      <AnnouncementFields form={form} known={announcement} />
    </FormDialog>
  )
}
