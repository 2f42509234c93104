export { identify } from './actions.ts'
export { HashingLine, newSalt } from './passwords.ts'
export { findSupplierByCode, type NewAccount, nextCustomId, storeAccount } from './queries.ts'
export { accountRoutes } from './routes.ts'
