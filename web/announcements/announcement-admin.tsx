import { useState } from 'react'
import { type Announcement, activityAnswer, announcementPage } from '#features/announcements/contract.ts'
import { ANNOUNCEMENT_STATES, AUDIENCE_LABELS } from '#features/announcements/model.ts'
import type { AnnouncementId } from '#platform/kernel/ids.ts'
import { formatDay, localDay } from '#platform/kernel/time.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { clearing, pageIn, searchIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ChoiceFilter, ListFilters, ListPage, SearchFilter } from '#web/list-kit/list-page.tsx'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { PagedList } from '#web/list-kit/paged-list.tsx'
import { type Problem, ProblemNotice } from '#web/list-kit/problem-notice.tsx'
import { Moment, Strong } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { announce } from '#web/ui/live-region.tsx'
import tones from '#web/ui/tones.module.css'
import style from './announcement-admin.module.css'
import { AnnouncementForm } from './announcement-admin-form.tsx'
import { AnnouncementEdit } from './announcement-edit.tsx'
import { storeLatest } from './stored-announcements.ts'

export const handle: AdminPage = {
  title: 'Tableau de bord - Annonces',
  refusal: 'announcements',
}

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Liste des actualités',
  pages: 'Pages des actualités',
  loading: 'Chargement des actualités…',
  failed: 'Error fetching announcements. Please try again later.',
  nothingYet: {
    title: 'Aucune annonce disponible.',
    text: 'La première que vous publierez apparaîtra ici, et chez les personnes connectées à qui elle s’adresse.',
  },
  nothingMatches: {
    title: 'Aucune annonce ne correspond',
    text: 'Choisissez un autre état ou cherchez un autre mot.',
  },
}

const STATE_CHOICES = [
  { value: 'active', label: 'Actives' },
  { value: 'inactive', label: 'Inactives' },
]

const CARD = ['id created', 'title active', 'message', 'audience until', 'edit']

export default function AnnouncementAdmin() {
  const address = useListAddress()
  const filters = { search: searchIn(address), state: address.choice('state', ANNOUNCEMENT_STATES) ?? '' }
  // The call that lists them is a POST.
  const all = useApi(
    withQuery('/api/admin/allannouncement', { ...pageIn(address), ...filters }),
    announcementPage,
    'POST',
  )
  const activity = useActivity()
  const [edited, setEdited] = useState<Announcement | null>(null)
  const [isEditing, setEditing] = useState(false)
  const edit = (announcement: Announcement) => {
    setEdited(announcement)
    setEditing(true)
  }

  return (
    <ListPage>
      <AnnouncementForm />
      <section className={classes(common.stack, style.all)} aria-labelledby="actualites">
        <h2 id="actualites">Toutes les actualités</h2>
        <ProblemNotice problem={activity.problem} onClose={activity.forgetProblem} />
        {all.error !== null ? (
          <LoadFailed
            className={tones.accent}
            title={<span lang="en">{TEXTS.failed}</span>}
            error={all.error}
            isLoading={all.isLoading}
            onRetry={all.reload}
          />
        ) : (
          <>
            <ListFilters
              label="Filtrer les actualités"
              exported={{ path: withQuery('/api/admin/announcements.csv', filters), file: 'actualites.csv' }}
            >
              <SearchFilter address={address} label="Recherche" placeholder="Un mot du titre ou du message" />
              <ChoiceFilter address={address} name="state" label="État" all="Toutes" choices={STATE_CHOICES} />
            </ListFilters>
            <PagedList
              answer={all}
              address={address}
              columns={columns(activity, edit)}
              rowKey={({ id }) => id}
              card={CARD}
              icon="bell"
              clearFilters={clearing(address, filters)}
              texts={TEXTS}
            />
          </>
        )}
      </section>
      {edited && (
        <AnnouncementEdit
          key={edited.id}
          announcement={edited}
          isOpen={isEditing}
          onClose={() => setEditing(false)}
          onChanged={async () => {
            await all.reload()
            storeLatest()
          }}
        />
      )}
    </ListPage>
  )
}

interface Activity {
  isActive: (announcement: Announcement) => boolean
  toggle: (announcement: Announcement) => void
  problem: Problem | null
  forgetProblem: () => void
}

/** Switches announcements on and off: shown at once, and as before when it fails. */
function useActivity(): Activity {
  const [known, setKnown] = useState<ReadonlyMap<AnnouncementId, boolean>>(new Map())
  const [going, setGoing] = useState<ReadonlySet<AnnouncementId>>(new Set())
  const [problem, setProblem] = useState<Problem | null>(null)
  const isActive = (announcement: Announcement) => known.get(announcement.id) ?? announcement.isActive
  const show = (id: AnnouncementId, is: boolean) => setKnown((before) => new Map(before).set(id, is))

  const toggle = async (announcement: Announcement) => {
    const { id, title } = announcement
    // Two at once would undo each other.
    if (going.has(id)) return
    const was = isActive(announcement)
    setGoing((before) => new Set(before).add(id))
    setProblem(null)
    show(id, !was)
    try {
      const answer = await callApi(`/api/admin/announcement/${id}/toggle-active`, {
        method: 'PUT',
        answer: activityAnswer,
      })
      show(id, answer.isActive)
      announce(`${title}\u00A0: ${answer.isActive ? 'annonce active' : 'annonce inactive'}`)
      storeLatest()
    } catch (error) {
      show(id, was)
      setProblem({ title: <span lang="en">Failed to update active status.</span>, text: errorSentence(error) })
    }
    setGoing((before) => new Set([...before].filter((each) => each !== id)))
  }

  return { isActive, toggle, problem, forgetProblem: () => setProblem(null) }
}

const columns = (
  { isActive, toggle }: Activity,
  edit: (announcement: Announcement) => void,
): readonly Column<Announcement>[] => [
  { id: 'id', head: 'ID', cell: ({ id }) => <Strong>{id}</Strong> },
  { id: 'title', head: 'Titre', cell: ({ title }) => <Strong>{title}</Strong> },
  { id: 'message', head: 'Message', lines: 2, cell: ({ message }) => <p className={style.message}>{message}</p> },
  { id: 'created', head: 'Date de création', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    id: 'active',
    head: 'Actif',
    cell: (announcement) => (
      <Checkbox
        className={style.active}
        aria-label={`Annonce «\u00A0${announcement.title}\u00A0» active`}
        checked={isActive(announcement)}
        onChange={() => toggle(announcement)}
      />
    ),
  },
  {
    id: 'audience',
    head: 'Pour',
    cell: ({ audience }) => <span className={common.nowrap}>{AUDIENCE_LABELS[audience]}</span>,
  },
  { id: 'until', head: 'Jusqu’au', cell: ({ lastDay }) => <LastDay day={lastDay} /> },
  {
    id: 'edit',
    head: 'Action',
    cell: (announcement) => (
      <Button look="secondary" size="small" onClick={() => edit(announcement)}>
        Modifier<span className="visually-hidden"> l’annonce «&nbsp;{announcement.title}&nbsp;»</span>
      </Button>
    ),
  },
]

function LastDay({ day }: { day: string | null }) {
  if (day === null) return 'Sans fin'
  const isOver = day < localDay(new Date())
  return (
    <span className={classes(common.nowrap, common.digits, isOver && common.faint)}>
      {formatDay(day)}
      {isOver && ' (terminée)'}
    </span>
  )
}
