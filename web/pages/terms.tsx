import type { ReactNode } from 'react'
import { addresses } from '#web/addresses.ts'
import { pageServices } from '#web/loader-context.ts'
import { sharedMeta } from '#web/shell/shared-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Page } from '#web/ui/page.tsx'
import { readablePhone } from '#web/ui/readable-phone.ts'
import type { Route } from './+types/terms'
import style from './pages.module.css'
import { Withdrawal } from './withdrawal.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, today, sellerFacts } = context.get(pageServices)
  const { settings, rates } = await today()
  const { deliveryText, deliveryDelay, seller, phone, email } = settings
  const { identity } = await sellerFacts()
  return {
    meta: metaOf(publicUrl),
    deliveryText,
    deliveryDelay,
    seller,
    identity,
    phone,
    email,
    discountPercent: rates.discountPercent,
  }
}

const metaOf = (publicUrl: string) =>
  sharedMeta({
    title: 'Conditions d’utilisation',
    description:
      'Les règles de la boutique\u00A0: commandes, prix, livraison, paiement à la réception, sept jours pour changer d’avis.',
    publicUrl,
    path: addresses.terms,
  })

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? []

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { deliveryText, deliveryDelay, seller, identity, phone, email, discountPercent } = loaderData
  return (
    <Page width="narrow" className={classes(common.stack, common.gap12)}>
      <div className={classes(common.stack, common.gap3, style.head)}>
        <h1>Conditions d’utilisation</h1>
        <p>En consultant la boutique ou en y passant commande, vous acceptez ce qui suit.</p>
        {seller !== '' && <p className={common.small}>Vendeur&nbsp;: {seller}</p>}
      </div>
      <div className={classes(common.stack, style.prose)}>
        <section>
          <h2>1. Qui peut commander</h2>
          <p>
            Vous devez avoir plus de 18&nbsp;ans pour commander ou pour ouvrir un compte. Une commande peut se faire
            sans compte. Les informations que vous donnez doivent être exactes&nbsp;: elles servent à vous livrer.
          </p>
        </section>
        <section>
          <h2>2. Produits et prix</h2>
          <p>
            Les prix sont en dirhams (DH), toutes taxes comprises. Le prix appliqué est celui affiché au moment où vous
            confirmez la commande. Les produits sont vendus dans la limite des stocks&nbsp;; s’il en manque un, nous
            vous prévenons avant toute livraison.
          </p>
          <p>
            Un complément alimentaire ne remplace ni une alimentation variée ni un traitement. En cas de doute, demandez
            conseil à un médecin ou à un pharmacien.
          </p>
        </section>
        <section>
          <h2>3. Livraison et paiement</h2>
          <ul className={classes(common.stack, common.gap2, style.bullets)}>
            {deliveryText !== '' && <li>{deliveryText}</li>}
            {deliveryDelay !== '' && <li>Délai habituel de livraison&nbsp;: {deliveryDelay}.</li>}
            <li>Le livreur vous appelle avant de passer, au numéro que vous avez indiqué.</li>
            <li>Vous payez en espèces, à la réception. Aucun paiement n’est demandé en ligne.</li>
            <li>Une commande peut être annulée sans frais tant qu’elle n’a pas été expédiée.</li>
          </ul>
        </section>
        <Withdrawal />
        <section>
          <h2>6. Codes promo</h2>
          <p>
            {discountPercent > 0 &&
              `Un code promo donne une réduction de ${discountPercent}\u00A0% sur le sous-total, hors livraison. `}
            Un seul code s’applique par commande, et un code ne s’échange pas contre de l’argent.
          </p>
        </section>
        <section>
          <h2>7. Comptes des fournisseurs et des acheteurs</h2>
          <p>
            Le titulaire d’un compte garde son mot de passe secret et répond de ce qui est fait avec son compte. Les
            gains d’un fournisseur sont dus une fois les commandes livrées. Nous pouvons fermer un compte qui sert à
            passer de fausses commandes ou à tromper des clients.
          </p>
        </section>
        <section>
          <h2>8. Vos données</h2>
          <p>
            Votre nom, votre téléphone et votre adresse servent à préparer et à livrer votre commande. Ils ne sont pas
            vendus. Vous pouvez demander à les consulter, à les corriger ou à les faire effacer.
          </p>
        </section>
        <section>
          <h2>9. Responsabilité</h2>
          <p>
            Nous répondons de la conformité des produits livrés. Pour tout autre dommage lié à l’utilisation du site, et
            dans la limite de ce que permet la loi, notre responsabilité ne dépasse pas 100&nbsp;USD ou leur équivalent
            en dirhams.
          </p>
        </section>
        <section>
          <h2>10. Modifications et préavis</h2>
          <p>
            Ces conditions peuvent changer. Un changement important est annoncé sur cette page au moins 30&nbsp;jours
            avant de s’appliquer. Une commande suit les conditions en vigueur le jour où elle est passée.
          </p>
        </section>
        <section>
          <h2>11. Réclamations</h2>
          <p>
            Écrivez-nous d’abord&nbsp;: la plupart des problèmes se règlent en un message. À défaut d’accord dans les
            30&nbsp;jours qui suivent votre réclamation, les tribunaux marocains sont compétents.
          </p>
          <div>
            <ButtonLink look="secondary" to={addresses.contact}>
              Nous contacter
            </ButtonLink>
          </div>
        </section>
        {identity.length > 0 && (
          <section id="mentions-legales">
            <h2>12. Mentions légales</h2>
            <dl className={classes(common.stack, common.gap3, common.terms, style.facts)}>
              {identity.map(({ name, value }) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))}
              {phone !== '' && (
                <Fact name="Téléphone">
                  <a href={`tel:${phone}`}>{readablePhone(phone)}</a>
                </Fact>
              )}
              {email !== '' && (
                <Fact name="E-mail">
                  <a href={`mailto:${email}`}>{email}</a>
                </Fact>
              )}
            </dl>
          </section>
        )}
      </div>
    </Page>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className={common.anywhere}>{children}</dd>
  </div>
)
