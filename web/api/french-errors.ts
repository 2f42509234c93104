import type { Problem } from '#platform/kernel/refusal.ts'
import { ApiError, NetworkError } from './api.ts'

const NO_ANSWER = 'Problème de connexion réseau, veuillez réessayer'
const SOMETHING_ELSE = 'Il y a eu un problème, veuillez réessayer'

/** The sentence for a failed call, where the page has no better one. */
export function errorSentence(error: unknown): string {
  if (error instanceof NetworkError) return NO_ANSWER
  if (!(error instanceof ApiError)) return SOMETHING_ELSE
  if (error.status === 401) return 'Votre session est terminée. Connectez-vous pour continuer.'
  if (error.status === 429) return `Trop de tentatives. ${waitSentence(error.retryAfterSeconds)}`
  if (error.code === 'disk_full') return `${error.message} ${waitSentence(error.retryAfterSeconds)}`
  if (error.status === 503) return `La boutique est très sollicitée. ${waitSentence(error.retryAfterSeconds)}`
  if (error.code === 'account_deleted') return 'Votre compte a été supprimé.'
  // Refusals of the shop's own rules are French on the wire; the others are the server's plumbing.
  return error.code === '' || error.code in FRENCH ? SOMETHING_ELSE : error.message
}

/** Tells when to try again: `Réessayez dans 45 secondes.` */
export function waitSentence(seconds: number | null): string {
  if (seconds === null || seconds < 1) return 'Réessayez dans un instant.'
  if (seconds < 60) return `Réessayez dans ${countInWords(seconds, 'seconde')}.`
  if (seconds < 3600) return `Réessayez dans ${countInWords(Math.ceil(seconds / 60), 'minute')}.`
  return `Réessayez dans ${countInWords(Math.ceil(seconds / 3600), 'heure')}.`
}

const countInWords = (count: number, unit: string): string => `${count} ${unit}${count > 1 ? 's' : ''}`

const CHECK_FIELD = 'Vérifiez ce champ.'

/**
 * French sentences for the codes whose sentence is English on the wire, for one field or for any; `{n}` is the number in
 * the wire's sentence. Null stands where a general sentence serves as well.
 */
export const FRENCH: Readonly<Record<string, string | null>> = {
  taken: 'Cet email est utilisé.',
  'email.required': "L'adresse email est obligatoire.",
  'password.min_length': 'Le mot de passe doit comporter au moins {n} caractères.',
  'current_password.required': 'Saisissez votre mot de passe actuel.',
  password_too_common: 'Ce mot de passe est trop courant\u00A0: choisissez-en un autre.',
  required: 'Remplissez ce champ.',
  rib_digits: 'Un RIB compte 24 chiffres.',
  email: 'Saisissez une adresse email complète, par exemple nom@exemple.ma.',
  digits: 'Le numéro de téléphone ne doit contenir que des chiffres.',
  one_digit: 'Ce numéro n’est à personne\u00A0: vérifiez ses chiffres.',
  number: 'Écrivez un nombre, par exemple 149,50.',
  decimals: 'Écrivez deux décimales au plus.',
  integer: 'Écrivez un nombre entier.',
  min_length: 'Écrivez au moins {n} caractères.',
  max_length: 'Écrivez {n} caractères au plus.',
  ...none('min', 'max', 'min_items', 'max_items', 'as_many_items', 'named_twice', 'not_listed', 'type', 'format'),
  ...none('file', 'invalid', 'idempotency_key_format', 'idempotency_key_reused', 'still_running'),
  ...none('unauthenticated', 'wrong_credentials', 'account_deleted', 'forbidden', 'not_found', 'too_many_attempts'),
  ...none('bad_request', 'request_timeout', 'too_large', 'uri_too_long', 'header_too_large', 'unsupported_type'),
  ...none('server_error', 'unavailable'),
}

function none(...codes: string[]): Record<string, null> {
  return Object.fromEntries(codes.map((code) => [code, null]))
}

/** The French sentence for a field's problem; null where `FRENCH` has none, or the wire's sentence is French already. */
export function translated(field: string, { code, message }: Problem): string | null {
  const sentence = FRENCH[`${field}.${code}`] ?? FRENCH[code] ?? null
  return sentence?.replace('{n}', /\d+(?=\D*$)/.exec(message)?.[0] ?? '') ?? null
}

/** The sentence that a page shows for a field's problem. */
export const fieldSentence = (field: string, problem: Problem): string =>
  translated(field, problem) ?? (problem.code === '' || problem.code in FRENCH ? CHECK_FIELD : problem.message)

/** The first problem of each field, in French. `wireNames` maps our names of fields to the wire's where they differ. */
export const fieldSentences = <Name extends string>(
  { fields }: ApiError,
  names: readonly Name[],
  wireNames?: Readonly<Record<Name, string>>,
): Partial<Record<Name, string>> => {
  const sentences: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const field = wireNames?.[name] ?? name
    const [problem] = fields[field] ?? []
    if (problem) sentences[name] = fieldSentence(field, problem)
  }
  return sentences
}
