export { tellOfPromoOrder } from './actions.ts'
export { deliveredGains, deliveredGainsOf } from './queries.ts'
export { gradeOf } from './rules.ts'
