export { deliveredGains } from './queries.ts'
export { gradeOf } from './rules.ts'
