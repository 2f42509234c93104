import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { inTransaction } from '#platform/db/database.ts'
import { only } from '#platform/http/access.ts'
import type { Shop } from '#platform/http/shop.ts'
import { changeSettings } from './actions.ts'
import { answerSettings, settingsAnswer, settingsRequest } from './contract.ts'
import type { AllSettings } from './model.ts'
import { readSettings } from './queries.ts'

/** Calls by which the owner reads and overrides the environment's defaults. */
export const settingRoutes =
  ({ db, now }: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/admin/settings',
      { config: { access: only('admin') }, schema: { response: { 200: settingsAnswer } } },
      async () => answerSettings(await readSettings(db, defaults), defaults),
    )

    app.put(
      '/api/admin/settings',
      { config: { access: only('admin') }, schema: { body: settingsRequest, response: { 200: settingsAnswer } } },
      (request) =>
        inTransaction(db, async (tx) => {
          await changeSettings(tx, request.body, defaults, now())
          return answerSettings(await readSettings(tx, defaults), defaults)
        }),
    )
  }
