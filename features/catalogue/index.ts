export { addProduct, returnStock, takeStock, writeOff } from './actions.ts'
export { countScarce, listLowStock } from './admin/product-list.ts'
export { findPackOffer, findPackWith, storeContents } from './pack-contents.ts'
export {
  countOnSale,
  findOnSaleByName,
  findProduct,
  holdProducts,
  imagesOf,
  listBuyable,
  listEdits,
  listInStockFirst,
  listNewest,
  listOldestOfCategory,
  listProducts,
  listSimilar,
  listWithSimilarName,
} from './queries.ts'
export { type FullProduct, findCategory, visibleTo } from './rules.ts'
