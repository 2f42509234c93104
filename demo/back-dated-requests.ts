// Requests of the demo shop's suppliers and buyers, with the admin's decisions, and its announcements.

export type BackDatedDecision = {
  /** Days after the request. */
  after: number
} & ({ approved: true; reference: string | null } | { approved: false; reason: string })

/** Days are counted back from today, hours are Casablanca's. Amounts in dirhams. */
export type BackDatedRequest = { days: number; hour: number } & (
  | { does: 'buys'; amount: number; answer?: BackDatedDecision }
  | { does: 'sells'; amount: number }
  /** All that is due at that moment. */
  | { does: 'withdraws'; answer?: BackDatedDecision }
)

const WRONG_RIB = 'RIB incomplet\u00A0: vérifiez les 24 chiffres dans votre profil.'

const approved = (after: number, reference: string | null = null): BackDatedDecision => ({
  after,
  approved: true,
  reference,
})
const refused = (after: number, reason: string): BackDatedDecision => ({ after, approved: false, reason })

/** By identifier, oldest first. A refused withdrawal's money is in the next one. */
export const backDatedRequests: Readonly<Record<string, readonly BackDatedRequest[]>> = {
  'F-1001': [
    { days: 46, hour: 10, does: 'withdraws', answer: approved(2, 'VIR-2026-0418') },
    { days: 27, hour: 9, does: 'withdraws', answer: refused(1, WRONG_RIB) },
    { days: 12, hour: 18, does: 'withdraws' },
  ],
  'F-1002': [
    { days: 48, hour: 15, does: 'withdraws', answer: refused(1, 'Le compte bancaire n’est pas à votre nom.') },
    { days: 40, hour: 11, does: 'withdraws', answer: approved(3, 'VIR-2026-0437') },
    { days: 15, hour: 16, does: 'withdraws' },
  ],
  'B-2001': [
    { days: 84, hour: 9, does: 'buys', amount: 10_000, answer: approved(1) },
    { days: 71, hour: 17, does: 'sells', amount: 3_200 },
    { days: 60, hour: 12, does: 'sells', amount: 2_450.5 },
    { days: 55, hour: 10, does: 'withdraws', answer: approved(2, 'VIR-2026-0402') },
    { days: 46, hour: 14, does: 'buys', amount: 5_000, answer: approved(2) },
    { days: 38, hour: 9, does: 'buys', amount: 20_000, answer: refused(4, 'Virement non reçu.') },
    { days: 30, hour: 16, does: 'sells', amount: 4_100 },
    { days: 18, hour: 11, does: 'withdraws' },
    { days: 8, hour: 18, does: 'sells', amount: 1_875 },
    { days: 3, hour: 10, does: 'buys', amount: 15_000 },
  ],
  'B-2002': [
    { days: 65, hour: 11, does: 'buys', amount: 20_000, answer: approved(1) },
    { days: 50, hour: 9, does: 'buys', amount: 5_000, answer: refused(1, 'Demande en double.') },
    { days: 34, hour: 15, does: 'sells', amount: 6_300 },
    { days: 20, hour: 12, does: 'withdraws', answer: refused(1, WRONG_RIB) },
    { days: 6, hour: 10, does: 'sells', amount: 1_250.75 },
    { days: 2, hour: 9, does: 'buys', amount: 10_000 },
  ],
}

export const announcements: readonly { days: number; title: string; message: string; isActive: boolean }[] = [
  {
    days: 58,
    title: 'Livraisons ralenties cette semaine',
    message: 'Un de nos transporteurs fait son inventaire. Les commandes en retard partiront lundi.',
    isActive: false,
  },
  {
    days: 21,
    title: 'Les packs sont arrivés',
    message: 'Partagez leur lien avec votre code promo\u00A0: c’est sur eux que votre gain est le plus élevé.',
    isActive: true,
  },
  {
    days: 4,
    title: 'Retraits payés le jeudi',
    message: 'Une demande envoyée avant mercredi midi est payée par virement le jeudi de la même semaine.',
    isActive: true,
  },
]
