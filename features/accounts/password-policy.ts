import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { invalidField, type Problem } from '#platform/kernel/refusal.ts'
import { MIN_PASSWORD, PASSWORD_FIELD } from './model.ts'

/** Passwords that people of this shop think of first, and that no international list has. */
const LOCAL_PASSWORDS = `motdepasse1 azerty1234 123123123 00000000 87654321 98765432 987654321 88888888 99999999 22222222 12341234
  abcdefgh jetaime1 jetaime123 admin1234 marrakech casablanca1 casa2026 maroc123 maroc2026 maroc1234 hamdoulah
  inchallah mohamed1 mohammed1 fatima123 boutique1 boutique123 bonjour123 soleil123 doudou123 loulou123 poiuytrewq
  instagram tiktok123 whatsapp android1 iphone123 summer2026 winter2026`

/** The 49,000 passwords most often found in stolen lists, without those that are too short anyway. */
const COMMON_PASSWORDS = new Set([
  ...passwords.filter((each) => each.length >= MIN_PASSWORD),
  ...LOCAL_PASSWORDS.split(/\s+/),
])

/** Finds the fault of a new password that must have at least `least` characters; null when it has none. */
export function passwordProblem(password: string, least: number): Problem | null {
  if (password.length < least)
    return { code: 'min_length', message: `The password field must be at least ${least} characters.` }
  if (!COMMON_PASSWORDS.has(password.toLowerCase())) return null
  return { code: 'password_too_common', message: 'The password field is too common.' }
}

/** Rule: a new password has at least `least` characters and is not a common one. Refuses (422) any other. */
export function mustBePassword(password: string, least = MIN_PASSWORD): void {
  const problem = passwordProblem(password, least)
  if (problem) throw invalidField(PASSWORD_FIELD, problem.code, problem.message)
}
