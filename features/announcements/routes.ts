import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ROLES } from '#features/accounts/names.ts'
import { inTransaction } from '#platform/db/database.ts'
import { only } from '#platform/http/access.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AnnouncementId } from '#platform/kernel/ids.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { activityAnswer, announcementAnswer, announcementRequest, announcements } from './contract.ts'
import { listAnnouncements, storeAnnouncement, toggleAnnouncement } from './queries.ts'

export const announcementRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/announcement',
      { config: { access: only(...ROLES) }, schema: { response: { 200: announcements } } },
      () => listAnnouncements(db, { activeOnly: true }),
    )

    app.post(
      '/api/admin/allannouncement',
      { config: { access: only('admin') }, schema: { response: { 200: announcements } } },
      () => listAnnouncements(db, { activeOnly: false }),
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
        if (isActive === null) throw new Refusal('missing', 'Cette annonce n’existe pas.')
        return { isActive }
      },
    )
  }
