export { forgetCallNotes, notesOfCalls } from './queries.ts'
