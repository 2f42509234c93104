import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { invalidField, type Problem } from '#platform/kernel/refusal.ts'
import { MIN_PASSWORD, PASSWORD_FIELD } from './model.ts'

/** What people of this shop think of first, and no list of the world's has. */
const OURS = `motdepasse1 azerty1234 123123123 00000000 87654321 98765432 987654321 88888888 99999999 22222222 12341234
  abcdefgh jetaime1 jetaime123 admin1234 marrakech casablanca1 casa2026 maroc123 maroc2026 maroc1234 hamdoulah
  inchallah mohamed1 mohammed1 fatima123 boutique1 boutique123 bonjour123 soleil123 doudou123 loulou123 poiuytrewq
  instagram tiktok123 whatsapp android1 iphone123 summer2026 winter2026`

/** The 49,000 that stolen lists hold most often; the short ones are refused by their length. */
const COMMON = new Set([...passwords.filter((each) => each.length >= MIN_PASSWORD), ...OURS.split(/\s+/)])

/** What is wrong with a new password, if anything; `least` characters at least. */
export function passwordProblem(password: string, least: number): Problem | null {
  if (password.length < least)
    return { code: 'min_length', message: `The password field must be at least ${least} characters.` }
  if (!COMMON.has(password.toLowerCase())) return null
  return { code: 'password_too_common', message: 'The password field is too common.' }
}

/** Refuses (422) a short or common password. */
export function mustBePassword(password: string, least = MIN_PASSWORD): void {
  const problem = passwordProblem(password, least)
  if (problem) throw invalidField(PASSWORD_FIELD, problem.code, problem.message)
}
