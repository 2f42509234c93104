import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OrderEvent } from '#features/back-office/contract.ts'
import { OrderHistory } from './order-history.tsx'

const at = new Date('2026-11-20T12:00:00Z')
const salma = { custom_id: 'C-3001', name: 'Salma', role: 'agent' } as const
const admin = { custom_id: 'A-1', name: 'Rita', role: 'admin' } as const
const sara = { custom_id: 'F-1001', name: 'Sara', role: 'supplier' } as const

const parcel = (by: OrderEvent['by'], changes: OrderEvent['changes']): OrderEvent => ({
  what: 'parcel',
  at,
  by,
  changes,
})
const state = { field: 'parcel_state', from: null, to: 'en retour' } as const
const note = (to: string) => ({ field: 'parcel_note', from: null, to }) as const

test.each([
  [
    parcel(salma, [state, note('Rendue')]),
    'Suivi du colis, État du colis : en retour, Note : Rendue, par Salma (C-3001, agent)',
  ],
  [parcel(admin, [state]), 'Suivi du colis, État du colis : en retour, par Rita (A-1)'],
  [
    parcel(null, [note('Souhaite le jeudi 26 novembre')]),
    'Suivi du colis, Note : Souhaite le jeudi 26 novembre, par la cliente',
  ],
  [{ what: 'readdressed', at, by: sara, changes: [] }, 'Livraison modifiée, par Sara (F-1001, fournisseur)'],
  [
    { what: 'called', at, by: null, changes: [{ field: 'outcome', from: null, to: 'confirmé' }] },
    'Confirmée par la cliente, par la cliente',
  ],
] satisfies [OrderEvent, string][])('%j is told as « %s »', (event, told) => {
  const html = renderToStaticMarkup(createElement(OrderHistory, { history: [event] }))
  const texts = html
    .replace(/^.*?<ol/, '<ol')
    .replace(/<time.*?<\/time>/g, '')
    .replaceAll('\u00A0', ' ')
    .replace(/<\/(p|li)>/g, ', ')
    .replace(/<[^>]*>/g, '')
  expect(texts.replace(/(, )+/g, ', ').replace(/, $/, '')).toBe(told)
})
