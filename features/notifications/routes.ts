import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { inTransaction } from '#platform/db/database.ts'
import { only } from '#platform/http/access.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import { message } from '#platform/kernel/codecs.ts'
import type { NotificationId } from '#platform/kernel/ids.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { notificationList, readAllRequest, unreadAnswer } from './contract.ts'
import { countUnread, listNotifications, markAllRead, markRead } from './queries.ts'

export const notificationRoutes =
  ({ db, now }: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/admin/notifications',
      { config: { access: only('admin') }, schema: { response: { 200: notificationList } } },
      () => listNotifications(db),
    )

    app.get(
      '/api/admin/notifications/unread',
      {
        // The page polls by itself: that proves nobody's presence, and must not prolong a session.
        config: { access: only('admin'), isBackground: true },
        schema: { response: { 200: unreadAnswer } },
      },
      () => countUnread(db),
    )

    app.post(
      '/api/admin/notifications/:id/mark-read',
      {
        config: { access: only('admin') },
        schema: { params: z.object({ id: pathId<NotificationId>() }), response: { 200: message } },
      },
      async (request) => {
        if (!(await inTransaction(db, (tx) => markRead(tx, request.params.id, now()))))
          throw new Refusal('missing', 'unknown_notification', 'Cette notification n’existe pas.')
        return { message: 'Notification lue.' }
      },
    )

    app.post(
      '/api/admin/notifications/read-all',
      { config: { access: only('admin') }, schema: { body: readAllRequest, response: { 200: message } } },
      async (request) => {
        const { up_to: upTo, ids } = request.body
        await inTransaction(db, (tx) => markAllRead(tx, { upTo, ids }, now()))
        return { message: 'Notifications lues.' }
      },
    )
  }
