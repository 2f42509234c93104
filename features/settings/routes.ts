import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { PasswordHashQueue } from '#features/accounts/index.ts'
import { callerOf, only } from '#platform/http/access.ts'
import type { Shop } from '#platform/http/shop.ts'
import { changeSettings } from './actions.ts'
import { answerSettings, settingsAnswer, settingsRequest } from './contract.ts'
import type { AllSettings } from './model.ts'
import { readSettings } from './queries.ts'

/** Calls by which the owner reads and overrides the environment's defaults. */
export const settingRoutes =
  (shop: Shop, hashing: PasswordHashQueue, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/admin/settings',
      { config: { access: only('admin') }, schema: { response: { 200: settingsAnswer } } },
      async () => answerSettings(await readSettings(shop.db, defaults), defaults),
    )

    app.put(
      '/api/admin/settings',
      { config: { access: only('admin') }, schema: { body: settingsRequest, response: { 200: settingsAnswer } } },
      async (request) => {
        const { currentPassword, ...changes } = request.body
        const caller = { id: callerOf(request).id, address: request.ip, password: currentPassword ?? undefined }
        return answerSettings(await changeSettings(shop, hashing, caller, changes, defaults), defaults)
      },
    )
  }
