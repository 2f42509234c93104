import { Link } from 'react-router'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { addresses } from '#web/addresses.ts'
import { pageServices } from '#web/loader-context.ts'
import { sharedMeta } from '#web/shell/shared-meta.ts'
import { ChatLink } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/contact'
import style from './contact.module.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, today, sellerFacts } = context.get(pageServices)
  const { settings, open } = await today()
  const { chatNumber, chatGreeting, phone, instagram, email, openingHours, deliveryText, deliveryDelay } = settings
  const { company, address } = await sellerFacts()
  return {
    meta: metaOf(publicUrl),
    open,
    ...{ chatNumber, chatGreeting, phone, instagram, email, openingHours },
    address,
    company,
    delivery: [deliveryText, deliveryDelay && `Délai habituel\u00A0: ${deliveryDelay}.`].filter(Boolean).join(' '),
  }
}

const metaOf = (publicUrl: string) =>
  sharedMeta({
    title: 'Contactez-nous',
    description:
      'Une question sur un produit ou une commande\u00A0? Écrivez-nous sur WhatsApp, appelez-nous ou suivez-nous sur Instagram.',
    publicUrl,
    path: addresses.contact,
  })

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? []

export default function Contact({ loaderData }: Route.ComponentProps) {
  const { open, chatNumber, chatGreeting, phone, instagram, email, openingHours, address, company, delivery } =
    loaderData
  const all: readonly { icon: IconName; title: string; text: string; label: string; href: string }[] = [
    {
      icon: 'phone',
      title: 'Téléphone',
      text: 'Pour une commande en cours ou un conseil.',
      label: readablePhone(phone),
      href: phone && `tel:${phone}`,
    },
    {
      icon: 'instagram',
      title: 'Instagram',
      text: 'Nos nouveautés et nos conseils, en images.',
      label: instagramName(instagram),
      href: instagram,
    },
    {
      icon: 'mail',
      title: 'E-mail',
      text: 'Pour ce qui n’est pas urgent.',
      label: email,
      href: email && `mailto:${email}`,
    },
  ]
  const cards = all.filter(({ href }) => href !== '')
  return (
    <Page className={classes(common.stack, style.contact)}>
      <div className={style.means}>
        <div className={style.head}>
          <div className={classes(common.stack, common.gap2)}>
            <h1>Contactez-Nous</h1>
            <p>Une question sur un produit, un doute sur une commande&nbsp;?</p>
          </div>
          <span className={style.scene} />
        </div>
        {(chatNumber !== '' || open) && (
          <section className={style.first} aria-labelledby="joindre">
            <div className={classes(common.stack, common.gap2)}>
              {chatNumber === '' ? (
                <h2 id="joindre">Nous joindre</h2>
              ) : (
                <>
                  <h2 id="joindre">Le plus simple&nbsp;: WhatsApp</h2>
                  <p className={common.quiet}>Une question, une photo, le numéro d’une commande.</p>
                </>
              )}
              {open && (
                <p className={style.open} data-open={open.isOpen}>
                  {open.words}
                </p>
              )}
            </div>
            {chatNumber !== '' && (
              <ChatLink number={chatNumber} words={chatGreeting} className={style.chat}>
                Écrire sur WhatsApp
              </ChatLink>
            )}
          </section>
        )}
        {cards.length > 0 && (
          <ul className={style.cards}>
            {cards.map(({ icon, title, text, label, href }) => (
              <li key={title} className={style.contactCard}>
                <span className={common.mark}>
                  <Icon name={icon} size={24} />
                </span>
                <h2>{title}</h2>
                <p>{text}</p>
                <a href={href} {...(href.startsWith('http') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        )}
        {[openingHours, address, company].some((each) => each !== '') && (
          <dl className={style.where}>
            {openingHours !== '' && (
              <div>
                <dt>Horaires</dt>
                <dd>{openingHours}</dd>
              </div>
            )}
            {address !== '' && (
              <div>
                <dt>Adresse</dt>
                <dd>{address}</dd>
              </div>
            )}
            {company !== '' && (
              <div>
                <dt>Vendeur</dt>
                <dd>
                  {company}, <Link to={`${addresses.terms}#mentions-legales`}>Mentions légales</Link>
                </dd>
              </div>
            )}
          </dl>
        )}
      </div>
      <section className={classes(common.stack, common.gap5)} aria-labelledby="reponses">
        <h2 id="reponses">La réponse est peut-être ici</h2>
        <ul className={style.answers}>
          <li>
            <h3>Où est ma commande&nbsp;?</h3>
            <p>Avec son numéro et votre téléphone, vous voyez où elle en est.</p>
            <Link to={addresses.followOrder}>Suivre ma commande</Link>
          </li>
          {delivery !== '' && (
            <li>
              <h3>Combien coûte la livraison&nbsp;?</h3>
              <p>{delivery}</p>
              <Link to={`${addresses.terms}#livraison`}>Livraison et paiement</Link>
            </li>
          )}
          <li>
            <h3>Puis-je ouvrir le colis&nbsp;?</h3>
            <p>
              Oui, devant le livreur, avant de payer. S’il ne vous convient pas,{' '}
              <span className={common.nowrap}>refusez-le</span>&nbsp;: vous ne payez rien.
            </p>
            <Link to={`${addresses.terms}#ouvrir-le-colis`}>Savoir comment faire</Link>
          </li>
          <li>
            <h3>Et si je change d’avis&nbsp;?</h3>
            <p>Avant l’envoi, la commande s’annule sans frais. Après la réception, vous avez sept jours.</p>
            <Link to={`${addresses.terms}#changer-d-avis`}>Lire les conditions</Link>
          </li>
        </ul>
      </section>
    </Page>
  )
}

/** `https://www.instagram.com/shop/` → `@shop`. */
function instagramName(address: string): string {
  const name = URL.canParse(address) ? new URL(address).pathname.split('/')[1] : ''
  return name ? `@${name}` : address
}
