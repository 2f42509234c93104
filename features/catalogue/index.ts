export { addProduct, returnStock, tellOfTakenStock } from './actions.ts'
export { productAdminRoutes } from './admin-routes.ts'
export { choosePicture } from './picture-choice.ts'
export { sweepPictures } from './picture-shelf.ts'
export { countScarce, listLowStock } from './product-list.ts'
export {
  findProduct,
  listEdits,
  listFirst,
  listFirstOf,
  listLike,
  listProducts,
  listSimilar,
} from './queries.ts'
export { catalogueRoutes } from './routes.ts'
export { type FullProduct, findCategory, seenBy } from './rules.ts'
export { cardAddress } from './share-card.ts'
export { shareCardRoutes } from './share-card-routes.ts'
export { browse } from './shop-page.ts'
