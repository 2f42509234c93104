export { answerCustomer, readCustomerPage } from './customer/actions.ts'
export { callNewNumber } from './customer/wrong-number.ts'
export { answersOfCustomers, forgetCallNotes, notesOfCalls } from './queries.ts'
