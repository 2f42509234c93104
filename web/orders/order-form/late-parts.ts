// What a form that orders needs once it is sent, in one file: it comes after the page.
export { OrderDialogs } from './order-dialogs.tsx'
export { TroubleNotice } from './order-trouble.tsx'
export { sendOrder } from './send-order.ts'
