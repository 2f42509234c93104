import { ApiError, NetworkError } from './api.ts'

const NO_ANSWER = 'Problème de connexion réseau, veuillez réessayer'
const SOMETHING_ELSE = 'Il y a eu un problème, veuillez réessayer'

/** What a page says of a call that failed, when it has nothing better to say. */
export function errorSentence(error: unknown): string {
  if (error instanceof NetworkError) return NO_ANSWER
  if (!(error instanceof ApiError)) return SOMETHING_ELSE
  if (error.status === 401) return 'Votre session est terminée. Connectez-vous pour continuer.'
  if (error.status === 429) return `Trop de tentatives. ${waitSentence(error.retryAfterSeconds)}`
  if (error.status === 503) return `La boutique est très sollicitée. ${waitSentence(error.retryAfterSeconds)}`
  // These are refusals of the shop's own rules, in French; the others are the server's plumbing.
  if (![403, 404, 409, 422].includes(error.status) || error.message === '' || isEnglish(error.message))
    return SOMETHING_ELSE
  return error.message
}

/** When to try again: `Réessayez dans 45 secondes.` */
export function waitSentence(seconds: number | null): string {
  if (seconds === null || seconds < 1) return 'Réessayez dans un instant.'
  if (seconds < 60) return `Réessayez dans ${counted(seconds, 'seconde')}.`
  if (seconds < 3600) return `Réessayez dans ${counted(Math.ceil(seconds / 60), 'minute')}.`
  return `Réessayez dans ${counted(Math.ceil(seconds / 3600), 'heure')}.`
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count > 1 ? 's' : ''}`

const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^The email has already been taken\.$/, 'Cet email est utilisé.'],
  [/^The email field is required\.$/, "L'adresse email est obligatoire."],
  [
    /^The password field must be at least (\d+) characters\.$/,
    'Le mot de passe doit comporter au moins $1 caractères.',
  ],
  [/^The password field is too common\.$/, 'Ce mot de passe est trop courant\u00A0: choisissez-en un autre.'],
  [/^The .+ field is required\.$/, 'Remplissez ce champ.'],
  [/^The rib field must be 24 digits\.$/, 'Un RIB compte 24 chiffres.'],
  [/^The .+ must be a valid email address\.$/, 'Saisissez une adresse email complète, par exemple nom@exemple.ma.'],
  [/^The phone field must only contain digits\.$/, 'Le numéro de téléphone ne doit contenir que des chiffres.'],
  [/^The .+ field must be a number\.$/, 'Écrivez un nombre, par exemple 149,50.'],
  [/^The .+ field must have at most two decimals\.$/, 'Écrivez deux décimales au plus.'],
  [/^The .+ field must be an integer\.$/, 'Écrivez un nombre entier.'],
  [/^The .+ must be at least (\d+) characters\.$/, 'Écrivez au moins $1 caractères.'],
  [/^The .+ must not be greater than (\d+) characters\.$/, 'Écrivez $1 caractères au plus.'],
]

/** A field's message from the server, in French. */
export const fieldSentence = (message: string): string =>
  translated(message) ?? (isEnglish(message) ? 'Vérifiez ce champ.' : message)

/** The French of a message that the server has in English; null when we have none. */
export function translated(message: string): string | null {
  for (const [pattern, sentence] of SENTENCES) if (pattern.test(message)) return message.replace(pattern, sentence)
  return null
}

const isEnglish = (message: string): boolean =>
  /^(The|This|These) |^[A-Z][a-z]+( [A-Z][a-z]+)+$|^Unauthenticated/.test(message)
