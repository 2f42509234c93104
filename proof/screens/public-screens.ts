import type { Locator, Page } from '@playwright/test'
import { freshPhone } from '../../e2e/running-shop.ts'
import {
  addFromProductPage,
  applyCode,
  confirmButton,
  fillRecipient,
  openNavigation,
  placedDialog,
} from '../../e2e/steps.ts'
import type { Area, Screen } from './screen.ts'
import { fillCart, press, REFUSED, untilDialog, visit } from './steps.ts'
import type { VisitorName } from './visits.ts'

const at = (name: string, title: string, path: string, who: VisitorName = 'visitor'): Screen => ({
  name,
  title,
  who,
  show: (page) => visit(page, path),
})

const becoming = (name: string, title: string, show: Screen['show'], who: VisitorName = 'visitor'): Screen => ({
  name,
  title,
  who,
  show,
  mayComplain: REFUSED,
})

const SALMA = { name: 'Salma Idrissi', city: 'Casablanca', address: '12, rue des Lilas, Maârif' }

/** With two products of the shop in the cart. */
async function visitCheckout(page: Page): Promise<void> {
  await fillCart(page)
  await visit(page, '/checkout')
}

async function fillCheckout(page: Page, phone: string): Promise<void> {
  await visitCheckout(page)
  await fillRecipient(page, { ...SALMA, phone })
  // As most people choose it: by the button above the field.
  await page.getByRole('button', { name: /^Rabat/ }).click()
  await page.getByRole('button', { name: new RegExp(`^${SALMA.city}`) }).click()
}

async function placeOrder(page: Page): Promise<void> {
  await fillCheckout(page, freshPhone())
  await confirmButton(page).click()
  await placedDialog(page).waitFor()
}

async function openReceipt(page: Page): Promise<Locator> {
  await placeOrder(page)
  await placedDialog(page).getByRole('button', { name: 'Voir le récapitulatif' }).click()
  const receipt = page.getByRole('region', { name: /^Commande n°/ })
  await receipt.waitFor()
  return receipt
}

const home: Area = {
  title: 'Accueil',
  screens: [
    at('home', 'Accueil', '/'),
    at('home-cosmetics', 'Onglet Cosmetique', '/?onglet=cosmetique'),
    at('home-packs', 'Onglet Packs', '/?onglet=packs'),
    becoming('home-menu', 'Menu ouvert', async (page) => {
      await visit(page, '/')
      await openNavigation(page)
    }),
    at('home-supplier', 'Accueil, fournisseur', '/', 'sara'),
  ],
}

const boutique: Area = {
  title: 'Boutique et produits',
  screens: [
    at('boutique', 'Boutique', '/Boutique'),
    at('boutique-filtered', 'Recherche et tri', '/Boutique?categorie=cosmetique&q=huile&tri=prix-croissant'),
    at('boutique-none', 'Rien ne correspond', '/Boutique?q=zzzz'),
    becoming('boutique-added', 'Produit ajouté', async (page) => {
      await visit(page, '/Boutique')
      await press(page, /^Ajouter au panier, Lait hydratant/)
      await page.getByText('Produit ajouté au panier !').waitFor()
    }),
    at('boutique-supplier', 'Boutique, fournisseur', '/Boutique', 'youssef'),
    at('boutique-buyer', 'Boutique, acheteur', '/Boutique', 'karim'),
    at('product', 'Produit', '/product-details/1'),
    becoming('product-pack', 'Pack', async (page) => {
      await visit(page, '/Boutique?categorie=packs')
      await page.getByRole('link', { name: 'Pack Routine éclat' }).click()
      await page.getByRole('heading', { level: 1, name: 'Pack Routine éclat' }).waitFor()
    }),
    at('product-sold-out', 'Produit épuisé', '/product-details/10'),
    becoming('product-added', 'Produit ajouté', (page) => addFromProductPage(page, 1, 2)),
    becoming('product-too-many', 'Quantité refusée', async (page) => {
      await visit(page, '/product-details/6')
      await page.getByRole('spinbutton', { name: 'Quantité' }).fill('99')
      await press(page, 'Ajouter au panier')
      await untilDialog(page)
    }),
    becoming('product-order', 'Commander en une minute', async (page) => {
      await visit(page, '/product-details/1')
      await press(page, /^Commander en une minute/)
      await page.getByLabel('Nom complet').waitFor()
    }),
    at('product-supplier', 'Produit, fournisseur', '/product-details/1', 'youssef'),
    at('product-buyer', 'Produit, acheteur', '/product-details/1', 'karim'),
  ],
}

const checkout: Area = {
  title: 'Commande',
  screens: [
    at('checkout-empty', 'Panier vide', '/checkout'),
    becoming('checkout', 'Deux produits', visitCheckout),
    becoming('checkout-cities', 'Choix de la ville', async (page) => {
      await visitCheckout(page)
      await page.getByRole('combobox', { name: 'Ville' }).fill('ta')
      await page.getByRole('option', { name: 'Tanger' }).waitFor()
    }),
    becoming('checkout-code', 'Remplie, avec un code promo', async (page) => {
      await fillCheckout(page, '0661204518')
      // As a buyer does, whose cart stays folded.
      await page.getByRole('button', { name: 'J’ai un code promo' }).click()
      await page.getByLabel('Code promo').fill('SARA10')
      await page.getByRole('button', { name: 'Appliquer le code promo' }).click()
      await page.getByRole('main').getByText('Code SARA10 appliqué').waitFor()
    }),
    becoming('checkout-wrong-code', 'Code promo inconnu', async (page) => {
      await visitCheckout(page)
      await applyCode(page, 'RIEN99')
      await page.getByText('Code promo invalide.').first().waitFor()
    }),
    becoming('checkout-refused', 'Informations à corriger', async (page) => {
      await visitCheckout(page)
      await confirmButton(page).click()
      await page.getByRole('alert').filter({ hasText: 'Il manque 4 informations' }).waitFor()
    }),
    becoming('checkout-question', 'Numéro à vérifier', async (page) => {
      await fillCheckout(page, '12345678')
      await confirmButton(page).click()
      await untilDialog(page)
    }),
    {
      ...becoming('checkout-offline', 'Hors ligne', async (page) => {
        await visitCheckout(page)
        await page.context().setOffline(true)
        await page.getByText('Vous êtes hors ligne.').filter({ visible: true }).first().waitFor()
      }),
      mayComplain: /ERR_INTERNET_DISCONNECTED/,
    },
    becoming('checkout-placed', 'Commande passée', placeOrder),
    becoming('checkout-ordered', 'Panier vide, après une commande', async (page) => {
      await placeOrder(page)
      await page.reload()
      await page.getByText(/enregistrée$/).waitFor()
    }),
    becoming('receipt', 'Récapitulatif', async (page) => {
      await openReceipt(page)
    }),
    becoming('tracking', 'Suivi de la commande', async (page) => {
      const receipt = await openReceipt(page)
      const link = await receipt.getByRole('link', { name: 'Suivre ma commande' }).getAttribute('href')
      await visit(page, link!)
    }),
    at('follow-order', 'Suivre ma commande', '/suivi'),
    { ...at('tracking-unknown', 'Lien de suivi inconnu', `/suivi/1-${'A'.repeat(22)}`), mayComplain: REFUSED },
    becoming('checkout-supplier', 'Deux produits, fournisseur', visitCheckout, 'youssef'),
    at('checkout-buyer', 'Commande, acheteur', '/checkout', 'karim'),
  ],
}

const logInButton = 'Se connecter'

const accounts: Area = {
  title: 'Connexion et inscription',
  screens: [
    at('login', 'Connexion', '/login'),
    becoming('login-empty', 'Connexion, champs vides', async (page) => {
      await visit(page, '/login')
      await press(page, logInButton)
      await page.getByText('Saisissez votre mot de passe.').first().waitFor()
    }),
    becoming('login-refused', 'Connexion refusée', async (page) => {
      await visit(page, '/login')
      await page.getByLabel('Identifiant ou e-mail').fill('F-1001')
      await page.getByLabel('Mot de passe', { exact: true }).fill('pas le bon')
      await press(page, logInButton)
      await page.getByRole('alert').filter({ hasText: 'incorrect' }).waitFor()
    }),
    becoming('login-second-step', 'Connexion, deuxième étape', async (page) => {
      const json = { message: 'Saisissez le code.', code: 'second_factor' }
      await page.route('**/api/login', (route) => route.fulfill({ status: 401, json }))
      await visit(page, '/login')
      await page.getByLabel('Identifiant ou e-mail').fill('ADMIN')
      await page.getByLabel('Mot de passe', { exact: true }).fill('un mot de passe')
      await press(page, logInButton)
      await page.getByLabel('Code de vérification').waitFor()
    }),
    at('signup', 'Inscription', '/signup'),
    becoming('signup-refused', 'Inscription, informations à corriger', async (page) => {
      await visit(page, '/signup')
      await page.getByRole('checkbox').check()
      await page.getByRole('main').getByRole('button', { name: 'Créer un compte' }).click()
      await page.getByRole('alert').filter({ visible: true }).first().waitFor()
    }),
    at('forgot-password', 'Mot de passe oublié', '/forgot-password'),
    becoming('forgot-password-sent', 'Lien envoyé', async (page) => {
      await visit(page, '/forgot-password')
      await page.getByRole('textbox').first().fill('personne@exemple.ma')
      await press(page, 'Envoyer le lien')
      await page.getByText('Password reset link sent!').waitFor()
    }),
    at('reset-password', 'Lien incomplet', '/reset-password'),
    at('reset-password-form', 'Nouveau mot de passe', '/reset-password?email=sara%40demo.example&token=abc'),
  ],
}

const texts: Area = {
  title: 'Autres pages publiques',
  screens: [
    at('about', 'Qui sommes-nous', '/%C3%A0-props'),
    at('contact', 'Contact', '/contact'),
    at('terms', 'Conditions d’utilisation', '/terms-of-service'),
    at('privacy', 'Données personnelles', '/donnees-personnelles'),
    { ...at('not-found', 'Page introuvable', '/nulle-part'), mayComplain: REFUSED },
  ],
}

export const publicAreas: readonly Area[] = [home, boutique, checkout, accounts, texts]
