import type { CourierState, FileField } from '../model.ts'

/** What becomes of a row of a tariff, in the words of the preview. */
export const TARIFF_VERDICTS = {
  added: 'sera ajoutée',
  changed: 'sera modifiée',
  same: 'déjà ainsi',
  other_city: 'pas une de vos villes',
  twice: 'cette ville est deux fois dans le tableau',
  amount: 'un montant ne se lit pas',
} as const

export type TariffVerdict = keyof typeof TARIFF_VERDICTS

/** Columns of a tariff, with their words on the screen. */
export const TARIFF_FIELDS = {
  city: 'Ville',
  number: 'Son numéro pour la ville',
  delivered: 'Frais livré',
  refused: 'Frais refusé',
  returned: 'Frais de retour',
  delay: 'Délai',
} as const

export type TariffField = keyof typeof TARIFF_FIELDS

/** Words that couriers write, and what each means: compared whole, without accents and capitals. */
export const SHIPPED_WORDS: Readonly<Record<CourierState, readonly string[]>> = {
  handed: [
    ...['NEW_PARCEL', 'WAITING_PICKUP', 'PICKED_UP', 'PENDING', 'TO_PREPARE', 'TO_PICKUP', 'PICKEDUP'],
    ...['Nouveau colis', 'En attente de ramassage', 'Ramassé'],
  ],
  in_network: [
    ...['SENT', 'RECEIVED', 'DISTRIBUTION', 'WAREHOUSE', 'TRANSIT', 'DISTRIBUTED'],
    ...['Expédié', 'Reçu', 'En transit', 'Mise en distribution', 'En voyage'],
  ],
  out: ['OUT_FOR_DELIVERY', 'DELIVERING', 'En cours de livraison', 'Sorti en livraison'],
  no_answer: [
    ...['NOANSWER', 'NOANSWER_DAY_2', 'NOANSWER_DAY_3', 'UNREACHABLE'],
    ...['Pas de réponse', 'Injoignable', 'Boîte vocale'],
  ],
  postponed: ['POSTPONED', 'PROGRAMED', 'SCHEDULED', 'Reporté', 'Programmé'],
  wrong_number: ['Numéro erroné'],
  out_of_zone: ['OUT_OF_AREA', 'Hors zone'],
  delivered: ['DELIVERED', 'INVOICED', 'PAID', 'NOT_PAID', 'Livré', 'Envoi livré'],
  refused: ['REFUSE', 'CANCELED', 'REJECTED', 'Refusé', 'Annulé'],
  // Never `back`: only a hand finds a parcel back.
  returning: [
    ...[
      'RETURNED',
      'RETOUR_PENDING',
      'TORETURN',
      'RETURN_WAREHOUSE',
      'RETURN_TOCHECK',
      'RETURN_STOCK',
      'RETURN_SELLER',
    ],
    ...['Retour en cours', 'Retourné'],
  ],
}

/** Words that say nothing about where the whole parcel is: nobody gives them a meaning once for all. */
export const ALWAYS_ASKED: readonly string[] = ['PARTIALLY_DELIVERED', 'NEW_DESTINATION', 'DAMAGED', 'DEPLA']

/** Whole headings by which a field of a courier's file is known. */
export const KNOWN_HEADINGS: Readonly<Partial<Record<FileField, readonly string[]>>> = {
  number: ['Réf', 'Référence', 'Identifiant marchand', 'Code interne'],
  tracking: ['Code suivi', 'Code de suivi', 'Numéro de suivi'],
  name: ['Nom du destinataire', 'Nom complet', 'Destinataire'],
  phone: ['Téléphone', 'Tél', 'GSM'],
  city: ['Ville'],
  address: ['Adresse'],
  amount: ['Prix', 'Prix COD', 'CRBT', 'Montant'],
  products: ['Produit', 'Nature', 'Nature de produit'],
  pieces: ['Quantité'],
  note: ['Commentaire', 'Remarque', 'Note'],
  opening: ['Autorisé à ouvrir', 'Ouverture colis'],
  exchange: ['Colis à remplacer'],
}

/** Ways of writing a field in a courier's file, with their words; the first is the usual one. */
export const WAYS_OF_WRITING: Readonly<Partial<Record<FileField, Readonly<Record<string, string>>>>> = {
  phone: { '': '0612345678', '+212': '+212612345678' },
  city: { '': 'son nom', number: 'son numéro' },
  amount: { '': '419.50', ',': '419,50', whole: 'dirhams entiers' },
  opening: { '': 'Oui / Non', '1/0': '1 / 0', 'YES/NO': 'YES / NO' },
  exchange: { '': 'Oui / Non', '1/0': '1 / 0', 'YES/NO': 'YES / NO' },
}
