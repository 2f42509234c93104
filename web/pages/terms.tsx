import type { ReactNode } from 'react'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { addresses } from '#web/addresses.ts'
import { pageServices } from '#web/loader-context.ts'
import { sharedMeta } from '#web/shell/shared-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/terms'
import { Contents } from './contents.tsx'
import style from './prose.module.css'
import { contentsOf, Section, TermsGist } from './terms-sections.tsx'
import { Withdrawal } from './withdrawal.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, today, sellerFacts } = context.get(pageServices)
  const { settings, rates } = await today()
  const { deliveryText, deliveryDelay, phone, email } = settings
  const { company, identity } = await sellerFacts()
  return {
    meta: metaOf(publicUrl),
    deliveryText,
    deliveryDelay,
    company,
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
  const { deliveryText, deliveryDelay, company, identity, phone, email, discountPercent } = loaderData
  return (
    <Page className={style.long}>
      <div className={classes(common.stack, common.gap2, style.head, style.opening)}>
        <h1>Conditions d’utilisation</h1>
        <p>En consultant la boutique ou en y passant commande, vous acceptez ce qui suit.</p>
        {company && (
          <p className={style.seller}>
            Vendeur&nbsp;: {company}, <a href="#mentions-legales">Mentions légales</a>
          </p>
        )}
      </div>
      <TermsGist />
      <Contents sections={contentsOf(identity.length > 0)} />
      <div className={classes(common.stack, style.prose, style.body)}>
        <Section id="commander">
          <p>
            Vous devez avoir plus de 18&nbsp;ans pour commander ou pour ouvrir un compte. Une commande peut se faire
            sans compte. Les informations que vous donnez doivent être exactes&nbsp;: elles servent à vous livrer.
          </p>
        </Section>
        <Section id="prix">
          <p>
            Les prix sont en dirhams (DH), toutes taxes comprises. Le prix appliqué est celui affiché au moment où vous
            confirmez la commande. Les produits sont vendus dans la limite des stocks&nbsp;; s’il en manque un, nous
            vous prévenons avant toute livraison.
          </p>
          <p>
            Un complément alimentaire ne remplace ni une alimentation variée ni un traitement. En cas de doute, demandez
            conseil à un médecin ou à un pharmacien.
          </p>
        </Section>
        <Section id="livraison">
          <ul className={classes(common.stack, common.gap2, style.bullets)}>
            {deliveryText !== '' && <li>{deliveryText}</li>}
            {deliveryDelay !== '' && <li>Délai habituel de livraison&nbsp;: {deliveryDelay}.</li>}
            <li>Le livreur vous appelle avant de passer, au numéro que vous avez indiqué.</li>
            <li>Vous payez en espèces, à la réception. Aucun paiement n’est demandé en ligne.</li>
            <li>Une commande peut être annulée sans frais tant qu’elle n’a pas été expédiée.</li>
          </ul>
        </Section>
        <Withdrawal />
        <Section id="codes-promo">
          <p>
            {discountPercent > 0 &&
              `Un code promo donne une réduction de ${discountPercent}\u00A0% sur le sous-total, hors livraison. `}
            Un seul code s’applique par commande, et un code ne s’échange pas contre de l’argent.
          </p>
        </Section>
        <Section id="comptes">
          <p>
            Le titulaire d’un compte garde son mot de passe secret et répond de ce qui est fait avec son compte. Les
            gains d’un fournisseur sont dus une fois les commandes livrées. Nous pouvons fermer un compte qui sert à
            passer de fausses commandes ou à tromper des clients.
          </p>
        </Section>
        <Section id="donnees">
          <p>
            Votre nom, votre téléphone et votre adresse servent à préparer et à livrer votre commande. Ils ne sont pas
            vendus. Vous pouvez demander à les consulter, à les corriger ou à les faire effacer.
          </p>
        </Section>
        <Section id="responsabilite">
          <p>
            Nous répondons de la conformité des produits livrés. Pour tout autre dommage lié à l’utilisation du site, et
            dans la limite de ce que permet la loi, notre responsabilité ne dépasse pas 100&nbsp;USD ou leur équivalent
            en dirhams.
          </p>
        </Section>
        <Section id="modifications">
          <p>
            Ces conditions peuvent changer. Un changement important est annoncé sur cette page au moins 30&nbsp;jours
            avant de s’appliquer. Une commande suit les conditions en vigueur le jour où elle est passée.
          </p>
        </Section>
        <Section id="reclamations">
          <p>
            Écrivez-nous d’abord&nbsp;: la plupart des problèmes se règlent en un message. À défaut d’accord dans les
            30&nbsp;jours qui suivent votre réclamation, les tribunaux marocains sont compétents.
          </p>
          <div>
            <ButtonLink look="secondary" to={addresses.contact}>
              Nous contacter
            </ButtonLink>
          </div>
        </Section>
        {identity.length > 0 && (
          <Section id="mentions-legales">
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
          </Section>
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
