export { tellOfPromoOrder } from './actions.ts'
export { deliveredGains } from './queries.ts'
export { gradeOf } from './rules.ts'
