export { storeAnnouncement, toggleAnnouncement } from './queries.ts'
