export { decidePurchase, recordSale, requestStock } from './actions.ts'
export { findStock, forgetSaleNotes } from './queries.ts'
export { mustBeUndecided, stockOf } from './rules.ts'
