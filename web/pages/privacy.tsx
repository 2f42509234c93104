import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { yearsInWords } from '#platform/kernel/days/years-in-words.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { addresses } from '#web/addresses.ts'
import { pageServices } from '#web/loader-context.ts'
import { SHOP_NAME } from '#web/shell/brand.tsx'
import { sharedMeta } from '#web/shell/shared-meta.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/privacy'
import { Contents } from './contents.tsx'
import { Gist, type GistEntry } from './gist.tsx'
import { NumberedSection } from './numbered-section.tsx'
import style from './prose.module.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, orderRetentionYears, settings } = context.get(pageServices)
  const { email, phone, cndpNumber } = await settings()
  return { meta: metaOf(publicUrl), email, phone, cndpNumber, orderRetentionYears }
}

const metaOf = (publicUrl: string) =>
  sharedMeta({
    title: 'Données personnelles',
    description:
      'Ce que la boutique sait de vous, pourquoi, qui le reçoit, combien de temps, et vos droits selon la loi 09-08.',
    publicUrl,
    path: addresses.privacy,
  })

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? []

const GIST: readonly GistEntry[] = [
  { to: 'appareil', icon: 'shield', words: 'Ni cookie ni publicité', more: 'Aucun outil de mesure d’un tiers.' },
  { to: 'destinataires', icon: 'user', words: 'Ni vendues ni louées', more: 'Le livreur reçoit le nécessaire.' },
  { to: 'droits', icon: 'edit', words: 'Vos droits', more: 'Voir, corriger, vous opposer.' },
]

/** The sections in their order, by the end of the address that leads to each. */
const SECTIONS = [
  { id: 'responsable', title: 'Qui est responsable' },
  { id: 'recueil', title: 'Ce que nous recueillons, et pourquoi' },
  { id: 'appareil', title: 'Ce qui reste sur votre appareil' },
  { id: 'destinataires', title: 'Qui les reçoit' },
  { id: 'duree', title: 'Combien de temps' },
  { id: 'droits', title: 'Vos droits' },
] as const

const Section = ({ id, children }: { id: (typeof SECTIONS)[number]['id']; children: ReactNode }) => {
  const index = SECTIONS.findIndex((section) => section.id === id)
  return (
    <NumberedSection id={id} number={index + 1} title={SECTIONS[index]!.title}>
      {children}
    </NumberedSection>
  )
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { email, phone, cndpNumber, orderRetentionYears } = loaderData
  return (
    <Page className={style.long}>
      <div className={classes(common.stack, common.gap2, style.head, style.opening)}>
        <h1>Données personnelles</h1>
        <p>Ce que nous savons de vous, à quoi cela sert, et comment garder la main dessus.</p>
      </div>
      <Gist entries={GIST} />
      <Contents sections={SECTIONS} />
      <div className={classes(common.stack, style.prose, style.body)}>
        <Section id="responsable">
          <p>
            {SHOP_NAME} décide de l’usage de vos données et en répond, selon la loi n°&nbsp;09-08 relative à la
            protection des personnes physiques à l’égard du traitement des données à caractère personnel.
          </p>
          {cndpNumber !== '' && (
            <p>
              Déclaration auprès de la Commission nationale de contrôle de la protection des données à caractère
              personnel (CNDP)&nbsp;: n°&nbsp;{cndpNumber}.
            </p>
          )}
        </Section>
        <Section id="recueil">
          <ul className={classes(common.stack, common.gap2, style.bullets)}>
            <li>
              <strong>Pour livrer une commande&nbsp;:</strong> le nom, le téléphone, l’adresse et la ville de la
              personne livrée, les produits commandés et le code promo utilisé.
            </li>
            <li>
              <strong>Pour tenir un compte&nbsp;:</strong> le nom, l’adresse e-mail, le téléphone, l’adresse et le mot
              de passe, que nous ne gardons que sous une forme illisible.
            </li>
            <li>
              <strong>Pour verser les retraits d’un fournisseur ou d’un acheteur&nbsp;:</strong> ses gains ou ses ventes
              et, s’il l’a donné, son RIB.
            </li>
            <li>
              <strong>Pour que vous voyiez où votre compte est ouvert&nbsp;:</strong> le navigateur et l’adresse IP de
              chaque connexion.
            </li>
            <li>
              <strong>Pour empêcher les abus&nbsp;:</strong> l’adresse IP et le nombre de tentatives.
            </li>
          </ul>
          <p>
            Les champs demandés sont nécessaires&nbsp;: sans eux, nous ne pouvons ni livrer ni ouvrir un compte. Le RIB
            est facultatif.
          </p>
        </Section>
        <Section id="appareil">
          <p>
            Votre panier, ce que vous tapez dans le formulaire de commande et votre connexion sont gardés par votre
            navigateur. La boutique n’utilise ni cookie, ni outil de mesure, ni publicité d’un tiers.
          </p>
        </Section>
        <Section id="destinataires">
          <ul className={classes(common.stack, common.gap2, style.bullets)}>
            <li>L’équipe de la boutique, pour préparer et suivre les commandes.</li>
            <li>
              <strong>Le livreur&nbsp;:</strong> le nom, le téléphone et l’adresse de la personne à livrer.
            </li>
            <li>Le fournisseur qui passe lui-même une commande pour un client&nbsp;: ce qu’il a saisi.</li>
            <li>
              Le fournisseur dont un visiteur utilise le code promo&nbsp;: un nom abrégé, la ville et un téléphone
              masqué, rien de plus.
            </li>
            <li>
              L’hébergeur du site et celui de nos <span className={common.nowrap}>e-mails</span>, qui les conservent
              pour notre compte.
            </li>
          </ul>
          <p>Vos données ne sont ni vendues ni louées.</p>
        </Section>
        <Section id="duree">
          <ul className={classes(common.stack, common.gap2, style.bullets)}>
            <li>
              Le nom, le téléphone et l’adresse d’une commande livrée ou annulée&nbsp;:{' '}
              <strong>{yearsInWords(orderRetentionYears)}</strong>. Ses montants, les gains et les retraits restent
              ensuite dans les comptes, sans la personne livrée.
            </li>
            <li>
              Le compte&nbsp;: <strong>tant qu’il est ouvert</strong>, puis le temps que la loi demande pour les
              comptes.
            </li>
            <li>
              L’adresse saisie pour une commande qui n’a pas été passée&nbsp;: <strong>trente jours</strong>.
            </li>
            <li>
              Une connexion&nbsp;: <strong>trente jours au plus</strong>. Un lien de nouveau mot de passe&nbsp;:{' '}
              <strong>une heure</strong>.
            </li>
            <li>
              Le compte des tentatives d’une adresse IP&nbsp;: <strong>quelques heures</strong>.
            </li>
          </ul>
        </Section>
        <Section id="droits">
          <p>
            La loi 09-08 vous donne le droit d’accéder à vos données, de les faire rectifier et, pour des motifs
            légitimes, de vous opposer à leur usage. L’exercer ne coûte rien.
          </p>
          <ul className={classes(common.stack, common.gap2, style.bullets)}>
            <li>
              <strong>Vous avez un compte&nbsp;:</strong> corrigez vos coordonnées ou supprimez votre RIB dans{' '}
              <Link to={addresses.profile}>votre profil</Link>.
            </li>
            <li>
              Pour tout le reste, écrivez-nous
              {email !== '' && (
                <>
                  {' '}
                  à <a href={`mailto:${email}`}>{email}</a>
                </>
              )}
              {phone !== '' && (
                <>
                  {' '}
                  ou appelez le <a href={`tel:${phone}`}>{readablePhone(phone)}</a>
                </>
              )}
              , en indiquant le nom et le téléphone de la commande ou du compte. Nous pouvons vous demander de prouver
              votre identité.
            </li>
            <li>
              Sans réponse satisfaisante, vous pouvez saisir la CNDP&nbsp;:{' '}
              <a href="https://www.cndp.ma" target="_blank" rel="noopener noreferrer">
                www.cndp.ma
              </a>
              .
            </li>
          </ul>
        </Section>
      </div>
    </Page>
  )
}
