export { claimLostParcels } from './claims/actions.ts'
export { countOpenStatements } from './queries.ts'
