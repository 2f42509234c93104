export { claimLostParcels } from './claims/actions.ts'
export { countOpenStatements, forgetLineNotes, notesOfLines } from './queries.ts'
