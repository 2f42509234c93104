export { findTrackedOrder } from './queries.ts'
