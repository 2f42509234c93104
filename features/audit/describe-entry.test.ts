import { expect, test } from 'vitest'
import { formatMinute } from '#platform/kernel/time.ts'
import { describeAct, describeChanges, describeSubject } from './describe-entry.ts'
import type { FieldChange } from './model.ts'

const NB = '\u00A0'

test.each([
  ['order', { column: 'status', before: 'pending', after: 'delivered' }, ['Statut', 'en attente', 'livré']],
  ['order', { column: 'payment', before: 'pending', after: 'void' }, ['Paiement', 'en attente', 'No Payé']],
  ['order', { column: 'cancel_reason', before: null, after: 'wrong_number' }, ['Motif', null, 'faux numéro']],
  [
    'order',
    { column: 'collected', before: 39810, after: 1234567 },
    ['À encaisser', `398,10${NB}DH`, `12${NB}345,67${NB}DH`],
  ],
  [
    'order',
    { column: 'deleted_at', before: null, after: '2026-11-20T05:25:00Z' },
    ['Supprimé le', null, formatMinute(new Date('2026-11-20T05:25:00Z'))],
  ],
  ['withdrawal', { column: 'status', before: 'pending', after: 'refused' }, ['Statut', 'en attente', 'refusé']],
  [
    'product',
    { column: 'category', before: 'cosmetic', after: 'supplement' },
    ['Catégorie', 'Cosmetique', 'Complément'],
  ],
  ['product', { column: 'quantity', before: null, after: 12 }, ['Stock', null, '+12']],
  ['product', { column: 'quantity', before: null, after: -3 }, ['Stock', null, '-3']],
  ['announcement', { column: 'is_active', before: true, after: false }, ['Active', 'oui', 'non']],
  ['order', { column: 'state', before: null, after: 'prepared' }, ['État du colis', null, 'préparé']],
  [
    'courier',
    { column: 'state', before: 'out', after: 'no_answer' },
    ['État du colis', 'en livraison', 'pas de réponse'],
  ],
  ['courier', { column: 'fee_refused', before: null, after: 1050 }, ['Frais refusé', null, `10,50${NB}DH`]],
  ['courier', { column: 'tolerance', before: 0, after: 100 }, ['Tolérance', `0,00${NB}DH`, `1,00${NB}DH`]],
  ['statement', { column: 'paid_on', before: null, after: '2026-11-20' }, ['Versé le', null, '20/11/2026']],
  ['account', { column: 'role', before: 'buyer', after: 'admin' }, ['Rôle', 'acheteur', 'admin']],
  ['setting', { column: 'agencyName', before: 'A', after: null }, ['Agence web', 'A', 'valeur par défaut']],
  ['order', { column: 'new_column', before: 'x', after: 'y' }, ['new_column', 'x', 'y']],
  ['order', { column: 'status', before: 'unknown', after: 'toString' }, ['Statut', 'unknown', 'toString']],
] as const)('of a %s, %j is said as %j', (subject, change, [what, before, after]) => {
  expect(describeChanges({ subject, changes: [change as FieldChange] })).toEqual([{ what, before, after }])
})

test('whose stock was sold is said by name, not by number', () => {
  const changes = [
    { column: 'buyer_id', before: null, after: 4 },
    { column: 'amount', before: null, after: 10000 },
  ]
  expect(describeChanges({ subject: 'sale', changes })).toEqual([
    { what: 'Montant', before: null, after: `100,00${NB}DH` },
  ])
})

test.each([
  [{ subject: 'order', subjectId: 231, about: null }, 'Commande 231'],
  [{ subject: 'product', subjectId: 12, about: { customId: null, name: 'Crème' } }, 'Produit 12, Crème'],
  [{ subject: 'account', subjectId: 7, about: { customId: 'F-1007', name: 'Sara' } }, 'Compte F-1007, Sara'],
  [{ subject: 'withdrawal', subjectId: 3, about: { customId: 'F-1007', name: 'Sara' } }, 'Retrait 3, Sara (F-1007)'],
  [{ subject: 'setting', subjectId: null, about: null }, 'Réglage'],
] as const)('%j is called %s', (entry, expected) => {
  expect(describeSubject(entry)).toBe(expected)
})

const changed = (column: string, after: string | number | null) => [{ column, before: null, after }]

test.each([
  ['order', 'changed', changed('status', 'delivered'), 'Modification'],
  ['order', 'changed', changed('deleted_at', '2026-11-20T05:25:00Z'), 'Suppression'],
  ['account', 'changed', changed('banned_at', '2026-11-20T05:25:00Z'), 'Bannissement'],
  ['account', 'changed', changed('banned_at', null), 'Rétablissement'],
  ['account', 'created', changed('role', 'buyer'), 'Création'],
  ['product', 'created', changed('name', 'Crème'), 'Création'],
  ['product', 'created', changed('quantity', 5), 'Entrée de stock'],
  ['sale', 'created', changed('amount', 5), 'Enregistrement'],
  ['order', 'created', changed('state', 'prepared'), 'Colis'],
  ['order', 'created', changed('parcel_note', 'Rappelée'), 'Colis'],
  ['courier', 'created', changed('name', 'Ozone'), 'Création'],
  ['courier', 'created', changed('their_name', 'Rabat Ville'), 'Modification'],
  ['courier', 'created', changed('state', 'out'), 'Modification'],
] as const)('a %s %s with %j is a %s', (subject, act, changes, expected) => {
  expect(describeAct({ subject, act, changes })).toBe(expected)
})
