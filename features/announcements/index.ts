export { storeAnnouncement } from './queries.ts'
export { announcementRoutes } from './routes.ts'
