export { claimLostParcels } from './claims/actions.ts'
