export { addProduct, returnStock, takeStock } from './actions.ts'
export { findProduct, holdProducts, listProducts, listSimilar, type Pieces } from './queries.ts'
export { catalogueRoutes } from './routes.ts'
export { type FullProduct, findCategory, seenBy } from './rules.ts'
