import type { Page } from '@playwright/test'
import { PEOPLE, type RunningShop } from '../../e2e/running-shop.ts'
import type { Area, Screen } from './screen.ts'
import { press, REFUSED, settled, untilDialog, visit, visitFailing, visitWaiting } from './steps.ts'

type Show = Screen['show']

const screen = (name: string, title: string, show: Show): Screen => ({ name, title, who: 'admin', show })
const at = (name: string, title: string, path: string): Screen => screen(name, title, (page) => visit(page, path))

const refused = (name: string, title: string, show: Show): Screen => ({
  ...screen(name, title, show),
  mayComplain: REFUSED,
})

/** The page of a list, with nothing found, on its way and failed. */
const listStates = (name: string, path: string): Screen[] => [
  at(`${name}-none`, 'Rien ne correspond', `${path}?search=zzzz`),
  ...answerStates(name, path),
]

const answerStates = (name: string, path: string): Screen[] => [
  { ...screen(`${name}-loading`, 'En cours de chargement', (page) => visitWaiting(page, path)), isLoading: true },
  refused(`${name}-failed`, 'Échec du chargement', (page) => visitFailing(page, path)),
]

async function pressOn(page: Page, path: string, button: string | RegExp): Promise<void> {
  await visit(page, path)
  await settled(page)
  await press(page, button)
}

/** A dialog that a button of the page opens. */
const openDialog = (name: string, title: string, path: string, button: string | RegExp): Screen =>
  screen(name, title, async (page) => {
    await pressOn(page, path, button)
    await untilDialog(page)
  })

/** The same, sent as it is. */
const refusedForm = (name: string, path: string, open: string | RegExp, send: string): Screen =>
  refused(name, 'Informations à corriger', async (page) => {
    await pressOn(page, path, open)
    await untilDialog(page)
    await page.locator('dialog[open]').getByRole('button', { name: send, exact: true }).click()
    await page.locator('dialog[open] [aria-invalid=true]').first().waitFor()
  })

/** The newest order that the demo shop has in this state. */
async function orderIn(shop: RunningShop, status: string): Promise<number> {
  const { rows } = await shop.db.execute<{ id: number }>(
    `select id from orders where status = '${status}' and deleted_at is null order by created_at desc limit 1`,
  )
  return rows[0]!.id
}

const orderPage = (name: string, title: string, status: string): Screen =>
  screen(name, title, async (page, shop) => visit(page, `/order-admin/${await orderIn(shop, status)}`))

async function scanSecondFactor(page: Page): Promise<void> {
  await pressOn(page, '/double-authentification', 'Activer la double authentification')
  await page.getByLabel('Mot de passe actuel').fill(PEOPLE.admin.password)
  await press(page, 'Continuer')
  await page.getByRole('img', { name: /QR code/ }).waitFor()
}

async function selectTwo(page: Page): Promise<void> {
  await visit(page, '/order-admin')
  await settled(page)
  const boxes = page.getByRole('checkbox', { name: /^Sélectionner la commande/ })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
}

async function askToCancel(page: Page, shop: RunningShop): Promise<void> {
  const id = await orderIn(shop, 'pending')
  await visit(page, `/order-admin?search=${id}`)
  await page.getByRole('combobox', { name: `Statut de la commande ${id}`, exact: true }).selectOption('annulé')
  await untilDialog(page)
}

async function correctOrder(page: Page, shop: RunningShop): Promise<void> {
  await pressOn(page, `/order-admin/${await orderIn(shop, 'pending')}`, 'Corriger la commande')
  await untilDialog(page)
}

async function selectAll(page: Page, path: string, box: RegExp): Promise<void> {
  await visit(page, path)
  await settled(page)
  await page.getByRole('checkbox', { name: box }).check()
}

async function pasteList(page: Page): Promise<void> {
  await pressOn(page, '/payment-admin', 'Coller une liste')
  await page.getByLabel('Numéros de commande').fill('182 180 1 99999999')
  await press(page, 'Vérifier la liste')
  await page.getByRole('list', { name: 'Numéros de la liste' }).waitFor()
}

async function searchEverywhere(page: Page): Promise<void> {
  await pressOn(page, '/dashbord-admin', 'Rechercher partout')
  await page.getByRole('dialog').getByRole('combobox').fill('sara')
  await page.getByRole('option').filter({ hasText: 'F-1001' }).waitFor()
}

async function lookAtFile(page: Page): Promise<void> {
  await pressOn(page, '/produits-admin', 'Importer (CSV)')
  const text = 'Nom;Description;Catégorie;Prix client;Stock\nComprimés de zinc;Un comprimé.;Complément;80;4\n'
  const file = { name: 'produits.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('Fichier CSV').setInputFiles(file)
  await press(page, 'Voir les changements')
  await page.getByRole('button', { name: /^Nouveau/ }).waitFor()
}

async function ringBell(page: Page): Promise<void> {
  await pressOn(page, '/dashbord-admin', /^Notifications/)
  await page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first().waitFor()
}

const dashboard: Area = {
  title: 'Administration, vue d’ensemble',
  screens: [
    at('admin', 'Tableau de bord', '/dashbord-admin'),
    ...answerStates('admin', '/dashbord-admin'),
    screen('admin-bell', 'Notifications', ringBell),
    screen('admin-search', 'Rechercher partout', searchEverywhere),
    screen('admin-keys', 'Raccourcis', async (page) => {
      await visit(page, '/order-admin')
      await settled(page)
      await page.keyboard.press('?')
      await untilDialog(page)
    }),
    screen('admin-menu', 'Menu du compte', (page) => pressOn(page, '/dashbord-admin', 'Amina Berrada')),
    at('statistics', 'Taux de livraison, par ville', '/statistiques'),
    at('statistics-supplier', 'Taux de livraison, par fournisseur', '/statistiques?by=supplier'),
    ...answerStates('statistics', '/statistiques'),
  ],
}

const orders: Area = {
  title: 'Administration, commandes et paiements',
  screens: [
    at('orders', 'Commandes', '/order-admin'),
    ...listStates('orders', '/order-admin'),
    screen('orders-selected', 'Deux commandes sélectionnées', selectTwo),
    screen('orders-cancel', 'Annuler une commande', askToCancel),
    orderPage('order', 'Une commande en attente', 'pending'),
    orderPage('order-delivered', 'Une commande livrée', 'delivered'),
    orderPage('order-cancelled', 'Une commande annulée', 'cancelled'),
    screen('order-correct', 'Corriger une commande', correctOrder),
    refused('order-unknown', 'Une commande inconnue', (page) => visit(page, '/order-admin/999999')),
    at('confirmation', 'Confirmation', '/confirmation'),
    screen('confirmation-keys', 'Les touches de la confirmation', async (page) => {
      await visit(page, '/confirmation')
      await page.keyboard.press('?')
      await untilDialog(page)
    }),
    at('call-figures', 'Chiffres des appels', '/confirmation/chiffres?days=30'),
    ...answerStates('call-figures', '/confirmation/chiffres'),
    at('agents', 'Agents', '/agents'),
    ...listStates('agents', '/agents'),
    at('payments', 'Paiements', '/payment-admin'),
    ...listStates('payments', '/payment-admin'),
    screen('payments-selected', 'Commandes sélectionnées', (page) =>
      selectAll(page, '/payment-admin', /^Sélectionner les/),
    ),
    screen('payments-paste', 'Une liste collée', pasteList),
  ],
}

const products: Area = {
  title: 'Administration, produits',
  screens: [
    at('products', 'Produits', '/produits-admin'),
    ...listStates('products', '/produits-admin'),
    openDialog('product-form', 'Ajouter un produit', '/produits-admin', 'Ajouter un produit'),
    refusedForm('product-form-refused', '/produits-admin', 'Ajouter un produit', 'Ajouter'),
    openDialog('product-edit', 'Modifier un produit', '/produits-admin', /^Modifier /),
    openDialog('product-delete', 'Supprimer un produit', '/produits-admin', /^Supprimer /),
    openDialog('product-import', 'Importer', '/produits-admin', 'Importer (CSV)'),
    screen('product-import-preview', 'Changements d’un fichier', lookAtFile),
  ],
}

async function tickOrders(page: Page): Promise<void> {
  await visit(page, '/expedition')
  await settled(page)
  await page.getByRole('checkbox', { name: /^Confirmées/ }).check()
}

async function openPastList(page: Page): Promise<void> {
  await visit(page, '/expedition')
  await settled(page)
  await page.getByRole('link', { name: /^BR-/ }).first().click()
  await page.getByRole('region', { name: /^BR-/ }).waitFor()
}

async function tickRefused(page: Page): Promise<void> {
  await visit(page, '/suivi-colis?tab=refused')
  await settled(page)
  await page
    .getByRole('checkbox', { name: /^Sélectionner la commande/ })
    .first()
    .check()
}

async function lookAtStatuses(page: Page): Promise<void> {
  await visit(page, '/suivi-colis?vue=import')
  const panel = page.getByRole('region', { name: 'Importer les statuts' })
  await panel.getByLabel('Livreur').selectOption({ label: 'Ozon Express' })
  await panel
    .getByLabel('Les statuts de votre livreur')
    .fill('Suivi\tStatut\nOZ-1\tLivré\nOZ-2\tConfirmé par livreur\n\tRefusé')
  await press(page, 'Voir l’aperçu')
  await panel.getByRole('list', { name: 'Lignes du fichier' }).waitFor()
}

/** Opens the newest statement in a state: their numbers go on with the weeks. */
async function openStatement(page: Page, state: 'ouvert' | 'clos'): Promise<void> {
  await visit(page, '/versements')
  await settled(page)
  const row = page.locator('li, tr').filter({ has: page.getByText(state, { exact: true }) })
  await row.getByRole('link', { name: /^OZ-/ }).first().click()
  await page.getByRole('heading', { name: /^Relevé OZ-/ }).waitFor()
}

const parcels: Area = {
  title: 'Administration, colis',
  screens: [
    at('shipping', 'Expédition', '/expedition'),
    ...answerStates('shipping', '/expedition'),
    screen('shipping-ticked', 'Commandes à préparer, cochées', tickOrders),
    screen('shipping-list', 'Un bordereau', openPastList),
    at('parcels', 'Suivi des colis', '/suivi-colis'),
    ...listStates('parcels', '/suivi-colis'),
    ...['silent', 'refused', 'out', 'moving', 'check'].map((tab) =>
      at(`parcels-${tab}`, 'Suivi des colis', `/suivi-colis?tab=${tab}`),
    ),
    screen('parcels-ticked', 'Colis refusés, cochés', tickRefused),
    openDialog('parcel-called', 'Client rappelé', '/suivi-colis', /^Rappelée /),
    openDialog('parcel-day', 'Un autre jour', '/suivi-colis', /^Reporter au/),
    openDialog('parcel-address', 'Une autre adresse', '/suivi-colis', /^Nouvelle adresse /),
    refusedForm('parcel-note-refused', '/suivi-colis', /^Noter /, 'Noter'),
    at('statuses', 'Importer les statuts', '/suivi-colis?vue=import'),
    screen('statuses-preview', 'Statuts d’un livreur, à appliquer', lookAtStatuses),
    at('couriers', 'Livreurs', '/livreurs'),
    ...answerStates('couriers', '/livreurs'),
    openDialog('courier-form', 'Ajouter un livreur', '/livreurs', 'Ajouter un livreur'),
    refusedForm('courier-form-refused', '/livreurs', 'Ajouter un livreur', 'Ajouter'),
    at('courier', 'Un livreur, villes et tarifs', '/livreurs/1'),
    at('courier-words', 'Un livreur, libellés', '/livreurs/1?onglet=libelles'),
    at('courier-file', 'Un livreur, fichier', '/livreurs/1?onglet=fichier'),
    at('returns', 'Retours attendus', '/retours'),
    ...listStates('returns', '/retours'),
    openDialog('return-receive', 'Recevoir un retour', '/retours', /^Reçu /),
    openDialog('return-lost', 'Colis perdu', '/retours', /^Perdu /),
    at('settlements', 'Versements', '/versements'),
    ...answerStates('settlements', '/versements'),
    at('settlement-new', 'Nouveau relevé', '/versements/nouveau'),
    screen('settlement-open', 'Un relevé ouvert', (page) => openStatement(page, 'ouvert')),
    screen('settlement-closed', 'Un relevé clos', (page) => openStatement(page, 'clos')),
  ],
}

const people: Area = {
  title: 'Administration, personnes et argent',
  screens: [
    at('users', 'Utilisateurs', '/user-admin'),
    ...listStates('users', '/user-admin'),
    screen('user', 'Fournisseur', async (page) => {
      await visit(page, '/user-admin?search=F-1001')
      await page.getByRole('link', { name: 'Sara El Amrani', exact: true }).click()
      await page.getByRole('region', { name: 'Commandes, comme le fournisseur les voit' }).waitFor()
    }),
    openDialog('user-ban', 'Bannir', '/user-admin', /^Bannir /),
    at('clients', 'Clients', '/client-admin'),
    ...listStates('clients', '/client-admin'),
    at('client', 'Client', '/client-admin/1'),
    at('client-records', 'Fiches des clients', '/client-admin?vue=fiches'),
    at('withdrawals', 'Retraits', '/retraite'),
    ...listStates('withdrawals', '/retraite'),
    screen('withdrawals-selected', 'Retraits sélectionnés', (page) =>
      selectAll(page, '/retraite', /^Tout sélectionner$/),
    ),
    openDialog('withdrawal-approve', 'Approuver un retrait', '/retraite', /^Approuver /),
    openDialog('withdrawal-refuse', 'Refuser un retrait', '/retraite', /^Refuser /),
    at('purchases', 'Achats de stock', '/purchase'),
    ...listStates('purchases', '/purchase'),
    openDialog('purchase-approve', 'Approuver un achat', '/purchase', /^Approuver /),
    at('buyers', 'Acheteurs', '/buyerAdmin'),
    ...listStates('buyers', '/buyerAdmin'),
    openDialog('buyer-sale', 'Modifier le stock', '/buyerAdmin', /^Modifier le stock/),
    openDialog('buyer-invite', 'Inviter un acheteur', '/buyerAdmin', 'Inviter un acheteur'),
    refusedForm('buyer-invite-refused', '/buyerAdmin', 'Inviter un acheteur', 'Envoyer l’invitation'),
  ],
}

async function publishNothing(page: Page): Promise<void> {
  await pressOn(page, '/AdminAnnouncement', 'Publier')
  await page.getByText('Saisissez un titre.').waitFor()
}

async function changeSetting(page: Page): Promise<void> {
  await visit(page, '/reglages')
  await page.getByLabel('Agence web').fill('Atelier Zellige')
}

const house: Area = {
  title: 'Administration, maison',
  screens: [
    at('announcements-admin', 'Annonces', '/AdminAnnouncement'),
    ...listStates('announcements-admin', '/AdminAnnouncement'),
    openDialog('announcement-edit', 'Modifier une annonce', '/AdminAnnouncement', /^Modifier/),
    refused('announcements-admin-refused', 'Annonce à corriger', publishNothing),
    at('settings', 'Réglages', '/reglages'),
    screen('settings-changed', 'Réglage modifié', changeSetting),
    ...answerStates('settings', '/reglages'),
    at('my-account', 'Mon compte', '/mon-compte'),
    at('second-factor', 'Double authentification exigée', '/double-authentification'),
    screen('second-factor-scan', 'Double authentification, QR code', scanSecondFactor),
    at('journal', 'Journal', '/journal'),
    at('journal-none', 'Rien ne correspond', '/journal?actor=F-0'),
    ...answerStates('journal', '/journal'),
  ],
}

export const adminAreas: readonly Area[] = [dashboard, orders, products, parcels, people, house]
