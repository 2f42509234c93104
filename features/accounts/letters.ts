import { type WrittenLetter, writeLetter } from '#platform/mail/letter.ts'

interface Sender {
  name: string
  publicUrl: string
}

/** Welcomes a new supplier, with the identifier to log in by and the promo code to share. */
export const welcomeLetter = (
  { name, customId, promoCode }: { name: string; customId: string; promoCode: string },
  shop: Sender,
): WrittenLetter =>
  writeLetter(
    {
      subject: `Bienvenue chez ${shop.name}\u00A0: votre identifiant`,
      greeting: `Bonjour ${name},`,
      paragraphs: [
        'Votre compte fournisseur est ouvert. Connectez-vous avec l’identifiant ci-dessous ou avec votre adresse e-mail.',
        'Partagez votre code promo\u00A0: vos clients ont une remise, et chaque commande passée avec lui vous rapporte un gain.',
      ],
      facts: [
        ['Identifiant', customId],
        ['Code promo', promoCode],
      ],
      action: { label: 'Se connecter', url: `${shop.publicUrl}/login?retour=%2Fdashboard` },
      note: 'Gardez l’identifiant pour vous\u00A0; le code promo, lui, est fait pour être partagé.',
    },
    shop.name,
  )

/** Carries the link to choose a new password (one hour). */
export const resetLetter = (
  { name, email, token }: { name: string; email: string; token: string },
  shop: Sender,
): WrittenLetter =>
  writeLetter(
    {
      subject: 'Choisir un nouveau mot de passe',
      greeting: `Bonjour ${name},`,
      paragraphs: ['Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte.'],
      action: {
        label: 'Choisir un mot de passe',
        url: `${shop.publicUrl}/reset-password?${new URLSearchParams({ token, email })}`,
      },
      note: 'Ce lien vaut une heure et ne sert qu’une fois. Si vous n’avez rien demandé, ignorez ce message\u00A0: rien n’a changé.',
    },
    shop.name,
  )

/** Invites a buyer, with the link to choose a first password (seven days). */
export const invitationLetter = (
  { name, email, customId, token }: { name: string; email: string; customId: string; token: string },
  shop: Sender,
): WrittenLetter =>
  writeLetter(
    {
      subject: `${shop.name}\u00A0: votre espace acheteur`,
      greeting: `Bonjour ${name},`,
      paragraphs: ['Un espace acheteur vous attend\u00A0: vous y suivez votre stock et demandez vos retraits.'],
      facts: [['Identifiant', customId]],
      action: {
        label: 'Choisir mon mot de passe',
        url: `${shop.publicUrl}/reset-password?${new URLSearchParams({ token, email })}`,
      },
      note: 'Ce lien vaut sept jours et ne sert qu’une fois.',
    },
    shop.name,
  )

/** Warns the address that the account had before the change: nobody loses an account without notice. */
export const profileChangedLetter = (
  { name, changes }: { name: string; changes: readonly string[] },
  shop: Sender,
): WrittenLetter =>
  writeLetter(
    {
      subject: 'Votre profil a été modifié',
      greeting: `Bonjour ${name},`,
      paragraphs: [
        `Ces informations de votre compte viennent de changer\u00A0: ${changes.join(', ')}.`,
        'Si ce n’était pas vous, changez votre mot de passe et écrivez-nous sans attendre.',
      ],
      action: { label: 'Nous contacter', url: `${shop.publicUrl}/contact` },
    },
    shop.name,
  )

/** Warns of a changed password: nobody loses an account without notice. */
export const passwordChangedLetter = ({ name }: { name: string }, shop: Sender): WrittenLetter =>
  writeLetter(
    {
      subject: 'Votre mot de passe a été changé',
      greeting: `Bonjour ${name},`,
      paragraphs: [
        'Le mot de passe de votre compte vient de changer, et vos autres sessions sont fermées.',
        'Si ce n’était pas vous, choisissez-en un nouveau et écrivez-nous sans attendre.',
      ],
      action: { label: 'Choisir un nouveau mot de passe', url: `${shop.publicUrl}/forgot-password` },
    },
    shop.name,
  )
