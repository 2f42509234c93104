import type { Page } from '@playwright/test'
import type { Area, Screen } from './screen.ts'
import { press, REFUSED, settled, untilDialog, visit, visitFailing, visitWaiting } from './steps.ts'
import type { VisitorName } from './visits.ts'

const at = (name: string, title: string, path: string, who: VisitorName): Screen => ({
  name,
  title,
  who,
  show: (page) => visit(page, path),
})

/** After a tap on a button of the page, which opens a dialog. */
const openDialog = (name: string, title: string, path: string, who: VisitorName, button: string | RegExp): Screen => ({
  name,
  title,
  who,
  show: async (page) => {
    await visit(page, path)
    await press(page, button)
    await untilDialog(page)
  },
})

const waiting = (name: string, path: string, who: VisitorName): Screen => ({
  name: `${name}-loading`,
  title: 'En cours de chargement',
  who,
  isLoading: true,
  show: (page) => visitWaiting(page, path),
})

const failing = (name: string, path: string, who: VisitorName): Screen => ({
  name: `${name}-failed`,
  title: 'Échec du chargement',
  who,
  mayComplain: REFUSED,
  show: (page) => visitFailing(page, path),
})

async function openAccountMenu(page: Page): Promise<void> {
  await visit(page, '/dashboard')
  await settled(page)
  await press(page, 'Sara El Amrani')
}

/** With its code and its orders, however long they take. */
async function visitAsSupplier(page: Page): Promise<void> {
  await visit(page, '/dashboard')
  await page.getByRole('button', { name: 'Copier le code' }).waitFor()
  await page
    .getByRole('button', { name: /^Pourquoi ce montant/ })
    .first()
    .waitFor()
}

/** A buyer who has never asked for anything. */
async function visitAsNewBuyer(page: Page): Promise<void> {
  await page.route('**/api/buyer/history', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/get-stock-data', async (route) => {
    const response = await route.fetch()
    const known = (await response.json()) as Record<string, unknown>
    const none = Object.entries(known).map(([key, value]) => [key, typeof value === 'number' ? 0 : value])
    await route.fulfill({ response, json: Object.fromEntries(none) })
  })
  await visit(page, '/buyer')
}

const supplier: Area = {
  title: 'Tableau de bord du fournisseur',
  screens: [
    { name: 'supplier', title: 'Tableau de bord', who: 'sara', show: visitAsSupplier },
    at('supplier-new', 'Aucune commande encore', '/dashboard', 'newSupplier'),
    at('supplier-none', 'Aucune commande ne correspond', '/dashboard?search=zzzz', 'sara'),
    waiting('supplier', '/dashboard', 'sara'),
    failing('supplier', '/dashboard', 'sara'),
    openDialog('supplier-why', 'Pourquoi ce montant', '/dashboard', 'sara', /^Pourquoi ce montant/),
    openDialog('supplier-code', 'Changer de code', '/dashboard', 'sara', 'Changer de code'),
    openDialog('supplier-withdrawal', 'Demander un retrait', '/dashboard', 'sara', 'Demander un retrait'),
    { name: 'supplier-menu', title: 'Menu du compte', who: 'sara', show: openAccountMenu },
    at('profile', 'Profil', '/profile', 'sara'),
    at('announcements', 'Annonces', '/announcement', 'sara'),
  ],
}

const buyer: Area = {
  title: 'Tableau de bord de l’acheteur',
  screens: [
    at('buyer', 'Tableau de bord', '/buyer', 'karim'),
    { name: 'buyer-new', title: 'Rien encore', who: 'karim', show: visitAsNewBuyer },
    waiting('buyer', '/buyer', 'karim'),
    failing('buyer', '/buyer', 'karim'),
    openDialog('buyer-stock', 'Acheter du stock', '/buyer', 'karim', 'Acheter un nouveau stock'),
    openDialog('buyer-declare', 'Déclarer une vente', '/buyer', 'karim', 'Déclarer une vente'),
    at('profile-buyer', 'Profil', '/profile', 'karim'),
  ],
}

export const accountAreas: readonly Area[] = [supplier, buyer]
