import { constraintOf } from '#platform/db/database.ts'
import { emailTaken } from '../rules.ts'

/** Throws an error of the database on, as a refusal when two accounts would have one e-mail address. */
export function refuseTakenEmail(error: unknown): never {
  throw constraintOf(error) === 'an_email_has_one_account' ? emailTaken() : error
}
