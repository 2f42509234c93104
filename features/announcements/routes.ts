import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ROLES } from '#features/accounts/model.ts'
import { inTransaction } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { sendCsv } from '#platform/http/csv.ts'
import { answerOnce } from '#platform/http/idempotency.ts'
import { answerPage, pageNumber, paging } from '#platform/http/paging.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AnnouncementId } from '#platform/kernel/ids.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { formatDay, formatMinute } from '#platform/kernel/time.ts'
import {
  type AnnouncementRequest,
  activityAnswer,
  announcementAnswer,
  announcementList,
  announcementPage,
  announcementRequest,
  announcements,
} from './contract.ts'
import { ANNOUNCEMENT_STATES, AUDIENCE_LABELS } from './model.ts'
import {
  type Announced,
  changeAnnouncement,
  listAnnouncements,
  listCurrent,
  storeAnnouncement,
  toggleAnnouncement,
} from './queries.ts'
import { audiencesOf, mustNotBeOver } from './rules.ts'

const filters = { search: paging.search, state: z.optional(z.enum(ANNOUNCEMENT_STATES)) }

const params = z.object({ id: pathId<AnnouncementId>() })

const announcedIn = ({ audience = 'everyone', lastDay = null, ...words }: AnnouncementRequest): Announced => ({
  ...words,
  audience,
  lastDay,
})

const unknownAnnouncement = () => new Refusal('missing', 'unknown_announcement', 'Cette annonce n’existe pas.')

export const announcementRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/announcement',
      { config: { access: only(...ROLES) }, schema: { response: { 200: announcements } } },
      (request) => listCurrent(db, audiencesOf(callerOf(request).role), now()),
    )

    app.post(
      '/api/admin/allannouncement',
      {
        config: { access: only('admin') },
        schema: {
          querystring: z.object({ ...paging, ...filters, page: z.optional(pageNumber) }),
          response: { 200: z.union([announcementList, announcementPage]) },
        },
      },
      async ({ query: { page, per_page, search = '', state } }) => {
        const found = await listAnnouncements(db, { search, state })
        if (page === undefined) return found
        const rows = found.slice((page - 1) * per_page, page * per_page)
        return answerPage({ rows, total: found.length }, { page, per_page })
      },
    )

    app.get(
      '/api/admin/announcements.csv',
      { config: { access: only('admin') }, schema: { querystring: z.object(filters) } },
      async ({ query: { search = '', state } }, reply) => {
        const cells = (await listAnnouncements(db, { search, state })).map((each) => [
          each.id,
          each.title,
          each.message,
          formatMinute(each.createdAt),
          each.isActive ? 'oui' : 'non',
          AUDIENCE_LABELS[each.audience],
          each.lastDay === null ? '' : formatDay(each.lastDay),
        ])
        const head = ['ID', 'Titre', 'Message', 'Date de création', 'Actif', 'Pour', 'Jusqu’au']
        return sendCsv(reply, 'actualites.csv', [head, ...cells])
      },
    )

    app.post(
      '/api/admin/announcement',
      { config: { access: only('admin') }, schema: { body: announcementRequest } },
      (request, reply) =>
        answerOnce(db, request, reply, now(), async (tx) => {
          const announced = announcedIn(request.body)
          mustNotBeOver(announced.lastDay, now())
          const announcement = await storeAnnouncement(tx, announced, now())
          const answer = { message: 'Announcement posted successfully!', announcement }
          return { status: 201, body: JSON.stringify(z.encode(announcementAnswer, answer)) }
        }),
    )

    app.put(
      '/api/admin/announcement/:id',
      {
        config: { access: only('admin') },
        schema: { params, body: announcementRequest, response: { 200: announcementAnswer } },
      },
      async (request) => {
        const announced = announcedIn(request.body)
        mustNotBeOver(announced.lastDay, now())
        const announcement = await inTransaction(db, (tx) => changeAnnouncement(tx, request.params.id, announced))
        if (announcement === null) throw unknownAnnouncement()
        return { message: 'Annonce modifiée.', announcement }
      },
    )

    app.put(
      '/api/admin/announcement/:id/toggle-active',
      {
        config: { access: only('admin') },
        schema: { params, response: { 200: activityAnswer } },
      },
      async (request) => {
        const isActive = await inTransaction(db, (tx) => toggleAnnouncement(tx, request.params.id))
        if (isActive === null) throw unknownAnnouncement()
        return { isActive }
      },
    )
  }
