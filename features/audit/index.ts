export { forgetPersonIn, historyOf, listChangesOf } from './queries.ts'
