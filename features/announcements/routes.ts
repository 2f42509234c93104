import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ROLES } from '#features/accounts/model.ts'
import { inTransaction } from '#platform/db/database.ts'
import { only } from '#platform/http/access.ts'
import { sendCsv } from '#platform/http/csv.ts'
import { answerPage, pageNumber, paging } from '#platform/http/paging.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AnnouncementId } from '#platform/kernel/ids.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { activityAnswer, announcementAnswer, announcementPage, announcementRequest, announcements } from './contract.ts'
import { ANNOUNCEMENT_STATES } from './model.ts'
import { listAnnouncements, storeAnnouncement, toggleAnnouncement } from './queries.ts'
import { type AnnouncementFilter, matchesFilter } from './rules.ts'

const filters = { search: paging.search, state: z.optional(z.enum(ANNOUNCEMENT_STATES)) }

export const announcementRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/announcement',
      { config: { access: only(...ROLES) }, schema: { response: { 200: announcements } } },
      () => listAnnouncements(db, { activeOnly: true }),
    )

    const listAsked = async (filter: AnnouncementFilter) =>
      (await listAnnouncements(db, { activeOnly: false })).filter((each) => matchesFilter(each, filter))

    app.post(
      '/api/admin/allannouncement',
      {
        config: { access: only('admin') },
        schema: {
          querystring: z.object({ ...paging, ...filters, page: z.optional(pageNumber) }),
          response: { 200: z.union([announcements, announcementPage]) },
        },
      },
      async ({ query: { page, per_page, search = '', state } }) => {
        const found = await listAsked({ search, state })
        if (page === undefined) return found
        const rows = found.slice((page - 1) * per_page, page * per_page)
        return answerPage({ rows, total: found.length }, { page, per_page })
      },
    )

    app.get(
      '/api/admin/announcements.csv',
      { config: { access: only('admin') }, schema: { querystring: z.object(filters) } },
      async ({ query: { search = '', state } }, reply) => {
        const cells = (await listAsked({ search, state })).map(({ id, title, message, createdAt, isActive }) => [
          id,
          title,
          message,
          formatMinute(createdAt),
          isActive ? 'oui' : 'non',
        ])
        return sendCsv(reply, 'actualites.csv', [['ID', 'Titre', 'Message', 'Date de création', 'Actif'], ...cells])
      },
    )

    app.post(
      '/api/admin/announcement',
      {
        config: { access: only('admin') },
        schema: { body: announcementRequest, response: { 201: announcementAnswer } },
      },
      async (request, reply) => {
        const announcement = await inTransaction(db, (tx) => storeAnnouncement(tx, request.body, now()))
        return reply.code(201).send({ message: 'Announcement posted successfully!', announcement })
      },
    )

    app.put(
      '/api/admin/announcement/:id/toggle-active',
      {
        config: { access: only('admin') },
        schema: { params: z.object({ id: pathId<AnnouncementId>() }), response: { 200: activityAnswer } },
      },
      async (request) => {
        const isActive = await inTransaction(db, (tx) => toggleAnnouncement(tx, request.params.id))
        if (isActive === null) throw new Refusal('missing', 'unknown_announcement', 'Cette annonce n’existe pas.')
        return { isActive }
      },
    )
  }
