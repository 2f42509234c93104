export { storeAnnouncement, toggleAnnouncement } from './queries.ts'
export { announcementRoutes } from './routes.ts'
