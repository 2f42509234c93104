import type { SettingName } from '#features/settings/model.ts'
import { addresses } from '#web/addresses.ts'

interface SettingField {
  name: SettingName
  /** Names the places that show it. */
  hint: string
  type?: 'text' | 'tel' | 'email' | 'url'
  isWide?: boolean
  choice?: SettingChoice
  /** A control of its own instead of a line of text. */
  control?: 'cities' | 'hours' | 'script'
}

/** Box to tick, with the value of each state. */
export interface SettingChoice {
  label: string
  ticked: string
  unticked: string
}

interface SettingGroup {
  id: string
  title: string
  /** A page of the shop that shows it; left out where none does. */
  shownAt?: string
  /** Advice before a change. */
  note?: string
  fields: readonly SettingField[]
}

/** Settings as the owner thinks of them. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: 'vendeur',
    title: 'Identité du vendeur',
    shownAt: addresses.terms,
    note: 'Pied de page, conditions, bons de livraison, relevés et catalogue. Ce qui est vide n’y paraît pas.',
    fields: [
      { name: 'sellerCompany', hint: 'Par exemple «\u00A0Rosalia SARL\u00A0».' },
      { name: 'sellerRc', hint: 'Le numéro et la ville, par exemple «\u00A0123456 Casablanca\u00A0».' },
      { name: 'sellerIce', hint: 'Quinze chiffres.' },
      { name: 'sellerIf', hint: 'En chiffres.' },
      { name: 'sellerAddress', hint: 'Sur une ligne, avec la ville.', isWide: true },
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    shownAt: addresses.contact,
    fields: [
      { name: 'phone', type: 'tel', hint: 'En-tête et pied de page, pages Contact et Données personnelles.' },
      { name: 'email', type: 'email', hint: 'Pages Contact et Données personnelles.' },
      {
        name: 'instagram',
        type: 'url',
        hint: 'Page Contact et pied de page. L’adresse complète de votre profil.',
        isWide: true,
      },
    ],
  },
  {
    id: 'horaires',
    title: 'Horaires',
    shownAt: addresses.contact,
    fields: [
      {
        name: 'openingHours',
        hint: 'Page Contact et pied de page\u00A0; l’en-tête dit si vous êtes là. La pause est facultative\u00A0; sans aucun jour, rien ne paraît.',
        isWide: true,
        control: 'hours',
      },
    ],
  },
  {
    id: 'messagerie',
    title: 'Messagerie',
    shownAt: addresses.home,
    fields: [
      {
        name: 'chatNumber',
        type: 'tel',
        hint: `Bouton «\u00A0Nous écrire\u00A0» de toutes les pages. Avec l’indicatif du pays, par exemple 212612345678. Vide, il n’y a pas de bouton.`,
        isWide: true,
      },
      { name: 'chatGreeting', hint: 'Déjà écrit quand un client ouvre la conversation.', isWide: true },
    ],
  },
  {
    id: 'video-et-reseaux',
    title: 'Vidéo et réseaux',
    shownAt: addresses.home,
    fields: [
      {
        name: 'videoUrl',
        type: 'url',
        hint: 'Bouton «\u00A0Voir la vidéo\u00A0» de l’accueil. L’adresse d’intégration, par exemple https://www.youtube.com/embed/… Vide, il n’y a pas de bouton.',
        isWide: true,
      },
      { name: 'socialUrl', type: 'url', hint: 'Icône du pied de page.' },
      { name: 'microblogUrl', type: 'url', hint: 'Icône du pied de page.' },
    ],
  },
  {
    id: 'mentions-legales',
    title: 'Mentions légales',
    shownAt: addresses.privacy,
    fields: [
      { name: 'agencyName', hint: 'Pied de page, après «\u00A0Site réalisé par\u00A0».' },
      { name: 'agencyUrl', type: 'url', hint: 'Où mène le nom de l’agence. Vide, il ne mène nulle part.' },
      {
        name: 'cndpNumber',
        hint: 'Page Données personnelles et sous chaque formulaire. Le numéro de votre déclaration selon la loi 09-08.',
        isWide: true,
      },
    ],
  },
  {
    id: 'autorisations',
    title: 'Autorisations',
    shownAt: addresses.about,
    note: 'Page À propos. Ce qui est vide n’y paraît pas.',
    fields: [
      { name: 'dmpNumber', hint: 'Le numéro de votre déclaration ou de votre enregistrement de cosmétiques.' },
      { name: 'onssaNumber', hint: 'Le numéro de votre autorisation pour les compléments alimentaires.' },
    ],
  },
  {
    id: 'frais-et-remise',
    title: 'Frais et remise',
    shownAt: addresses.checkout,
    note: 'Un changement vaut pour les nouvelles commandes\u00A0: celles qui sont déjà passées gardent leurs frais et leur remise.',
    fields: [
      { name: 'deliveryFee', hint: 'En dirhams, pour toutes les villes qui n’ont pas leurs propres frais.' },
      {
        name: 'discountPercent',
        hint: 'Un pourcentage entier, le même pour tous les codes\u00A0; il est déduit du gain du fournisseur.',
      },
      {
        name: 'cityFees',
        hint: 'En dirhams. Une ville laissée vide coûte les frais de livraison ci-dessus.',
        isWide: true,
        control: 'cities',
      },
    ],
  },
  {
    id: 'livraison',
    title: 'Livraison',
    shownAt: addresses.terms,
    fields: [
      {
        name: 'deliveryText',
        hint: 'Accueil, fiches des produits, commande, catalogue et conditions. {frais} y devient les frais du moment.',
        isWide: true,
      },
      {
        name: 'deliveryDelay',
        hint: 'Fiches des produits, commande et conditions. Par exemple «\u00A024 à 72\u00A0h\u00A0».',
      },
    ],
  },
  {
    id: 'commandes',
    title: 'Commandes des visiteurs',
    shownAt: addresses.checkout,
    fields: [
      {
        name: 'maxPieces',
        hint: 'Par produit, sans compte. Au-delà, la page invite à vous appeler.',
      },
      {
        name: 'maxGuestTotal',
        hint: 'En dirhams. Au-delà de la moitié, la commande est à vérifier.',
      },
    ],
  },
  {
    id: 'appels',
    title: 'Appels de confirmation',
    note: 'Dans un texte, {prénom}, {agent}, {boutique}, {produits}, {montant} et {ville} deviennent ceux de la commande appelée.',
    fields: [
      {
        name: 'callScript',
        hint: 'À dire au téléphone, 600 caractères au plus.',
        isWide: true,
        control: 'script',
      },
      {
        name: 'callScriptDarija',
        hint: 'À relire par une personne qui parle darija avant de s’en servir. Vide, la fiche d’appel n’a que le texte ci-dessus.',
        isWide: true,
        control: 'script',
      },
      {
        name: 'noCallsOnFriday',
        hint: 'Un rappel promis à cette heure est déplacé à 14\u00A0h. Les autres heures d’appel sont vos horaires, ou de 9\u00A0h à 20\u00A0h\u00A030 tous les jours sans horaires.',
        isWide: true,
        choice: {
          label: 'Ne pas appeler le vendredi de 12\u00A0h\u00A030 à 14\u00A0h',
          ticked: 'on',
          unticked: 'off',
        },
      },
      {
        name: 'triesBeforeUnreachable',
        hint: 'De 2 à 9. Après le dernier, la commande est injoignable et plus personne ne l’appelle.',
      },
    ],
  },
  {
    id: 'gains',
    title: 'Gains des fournisseurs',
    note: 'Un changement vaut pour les prochaines demandes de retrait, jamais pour celles qui sont déjà faites.',
    fields: [
      {
        name: 'gainsWithdrawable',
        hint: 'Sinon, un gain est retirable dès la livraison de sa commande.',
        isWide: true,
        choice: {
          label: 'Un gain est retirable quand le livreur a payé la boutique',
          ticked: 'paid',
          unticked: 'delivered',
        },
      },
    ],
  },
  {
    id: 'banque',
    title: 'Coordonnées bancaires',
    note: 'Un changement demande votre mot de passe\u00A0; tous les administrateurs en sont avertis par e-mail.',
    fields: [
      {
        name: 'bankHolder',
        hint: 'Les trois sont montrés aux acheteurs qui paient leur stock par virement, à personne d’autre.',
      },
      { name: 'bankName', hint: 'Par exemple «\u00A0Attijariwafa bank\u00A0».' },
      { name: 'bankRib', hint: 'Les 24 chiffres, avec ou sans espaces.', isWide: true },
    ],
  },
  {
    id: 'securite',
    title: 'Sécurité',
    fields: [
      {
        name: 'adminSecondFactor',
        hint: 'En plus du mot de passe, un code du téléphone à chaque connexion. Qui ne l’a pas encore activée, vous compris, doit le faire avant toute autre chose.',
        isWide: true,
        choice: {
          label: 'Exiger la double authentification pour tous les administrateurs',
          ticked: 'required',
          unticked: 'offered',
        },
      },
    ],
  },
]
