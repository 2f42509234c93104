import type { Letter } from '#platform/mail/letter.ts'

const LETTERS = {
  set: [
    'Double authentification activée',
    'La double authentification est maintenant activée sur votre compte\u00A0: à chaque connexion, un code de votre application vous sera demandé après le mot de passe. Vos autres sessions sont fermées.',
  ],
  removed: [
    'Double authentification désactivée',
    'La double authentification n’est plus active sur votre compte\u00A0: le mot de passe suffit de nouveau pour se connecter.',
  ],
  reset: [
    'Double authentification réinitialisée',
    'La double authentification de votre compte a été retirée depuis le serveur, et toutes vos sessions sont fermées\u00A0: le mot de passe suffit de nouveau pour se connecter.',
  ],
} as const

export type SecondFactorChange = keyof typeof LETTERS

/** Warns of a change to the second factor: nobody gets or loses one without notice. */
export const secondFactorLetter = (change: SecondFactorChange): Letter => {
  const [subject, announcement] = LETTERS[change]
  return {
    subject,
    paragraphs: [announcement, 'Si ce n’était pas vous, changez votre mot de passe sans attendre.'],
    action: { label: 'Choisir un nouveau mot de passe', path: '/forgot-password' },
  }
}
