export { readSettings } from './queries.ts'
export { settingRoutes } from './routes.ts'
export { senderOf } from './sender.ts'
