export { forgetPersonIn, historyOf, listChangesOf } from './queries.ts'
export { auditRoutes } from './routes.ts'
