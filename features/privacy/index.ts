export { personalDataKeeper } from './retention.ts'
export { privacyRoutes } from './routes.ts'
