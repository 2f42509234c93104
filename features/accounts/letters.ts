import type { Letter } from '#platform/mail/letter.ts'
import type { InvitedRole } from './model.ts'

/** Welcomes a new supplier, with the identifier to log in by and the promo code to share. */
export const welcomeLetter = (shopName: string, customId: string, promoCode: string): Letter => ({
  subject: `Bienvenue chez ${shopName}\u00A0: votre identifiant`,
  paragraphs: [
    'Votre compte fournisseur est ouvert. Connectez-vous avec l’identifiant ci-dessous ou avec votre adresse e-mail.',
    'Partagez votre code promo\u00A0: vos clients ont une remise, et chaque commande passée avec lui vous rapporte un gain.',
  ],
  facts: [
    ['Identifiant', customId],
    ['Code promo', promoCode],
  ],
  action: { label: 'Se connecter', path: '/login?retour=%2Fdashboard' },
  note: 'Gardez l’identifiant pour vous\u00A0; le code promo, lui, est fait pour être partagé.',
})

const resetPath = (email: string, token: string): string => `/reset-password?${new URLSearchParams({ token, email })}`

/** Carries the link to choose a new password (one hour). */
export const resetLetter = (email: string, token: string): Letter => ({
  subject: 'Choisir un nouveau mot de passe',
  paragraphs: ['Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte.'],
  action: { label: 'Choisir un mot de passe', path: resetPath(email, token) },
  note: 'Ce lien vaut une heure et ne sert qu’une fois. Si vous n’avez rien demandé, ignorez ce message\u00A0: rien n’a changé.',
})

const INVITED_TO: Readonly<Record<InvitedRole, { space: string; use: string }>> = {
  buyer: { space: 'espace acheteur', use: 'vous y suivez votre stock et demandez vos retraits' },
  agent: { space: 'poste de confirmation', use: 'vous y appelez les clientes et confirmez leurs commandes' },
}

/** Invites a buyer or an agent, with the link to choose a first password (seven days). */
export const invitationLetter = (
  shopName: string,
  role: InvitedRole,
  { customId, email, token }: { customId: string; email: string; token: string },
): Letter => ({
  subject: `${shopName}\u00A0: votre ${INVITED_TO[role].space}`,
  paragraphs: [`Un ${INVITED_TO[role].space} vous attend\u00A0: ${INVITED_TO[role].use}.`],
  facts: [['Identifiant', customId]],
  action: { label: 'Choisir mon mot de passe', path: resetPath(email, token) },
  note: 'Ce lien vaut sept jours et ne sert qu’une fois.',
})

/** Warns the address that the account had before the change: nobody loses an account without notice. */
export const profileChangedLetter = (changes: readonly string[]): Letter => ({
  subject: 'Votre profil a été modifié',
  paragraphs: [
    `Ces informations de votre compte viennent de changer\u00A0: ${changes.join(', ')}.`,
    'Si ce n’était pas vous, changez votre mot de passe et écrivez-nous sans attendre.',
  ],
  action: { label: 'Nous contacter', path: '/contact' },
})

/** Warns of a changed password: nobody loses an account without notice. */
export const passwordChangedLetter: Letter = {
  subject: 'Votre mot de passe a été changé',
  paragraphs: [
    'Le mot de passe de votre compte vient de changer, et vos autres sessions sont fermées.',
    'Si ce n’était pas vous, choisissez-en un nouveau et écrivez-nous sans attendre.',
  ],
  action: { label: 'Choisir un nouveau mot de passe', path: '/forgot-password' },
}
