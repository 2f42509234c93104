export { forgetPersonIn, historyOf } from './queries.ts'
