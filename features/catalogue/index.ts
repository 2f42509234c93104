export { addProduct, returnStock, takeStock } from './actions.ts'
export { findProduct, holdProducts, listProducts, listSimilar } from './queries.ts'
export { catalogueRoutes } from './routes.ts'
export { type FullProduct, findCategory, seenBy } from './rules.ts'
