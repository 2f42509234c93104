import { addresses } from '#web/addresses.ts'
import { pageServices } from '#web/loader-context.ts'
import { sharedMeta } from '#web/shell/shared-meta.ts'
import { ChatLink } from '#web/ui/chat-link.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { readablePhone } from '#web/ui/readable-phone.ts'
import type { Route } from './+types/contact'
import style from './pages.module.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, today, sellerFacts } = context.get(pageServices)
  const { settings, open } = await today()
  const { chatNumber, chatGreeting, phone, instagram, email, openingHours } = settings
  const { identity } = await sellerFacts()
  const address = identity.find(({ name }) => name === 'Siège')?.value ?? ''
  return { meta: metaOf(publicUrl), open, chatNumber, chatGreeting, phone, instagram, email, openingHours, address }
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
  const { open, chatNumber, chatGreeting, phone, instagram, email, openingHours, address } = loaderData
  const cards: readonly { icon: IconName; title: string; text: string; label: string; href: string }[] = [
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
  return (
    <Page className={classes(common.stack, common.gap12)}>
      <div className={classes(common.stack, common.gap3, style.head)}>
        <h1>Contactez-Nous</h1>
        <p>Une question sur un produit, un doute sur une commande&nbsp;? Choisissez le moyen qui vous convient.</p>
      </div>
      {[chatNumber, openingHours, address].some((each) => each !== '') && (
        <section className={style.first} aria-labelledby="joindre">
          <div className={classes(common.stack, common.gap2)}>
            {chatNumber === '' ? (
              <h2 id="joindre">Nous joindre</h2>
            ) : (
              <>
                <h2 id="joindre">Le plus simple&nbsp;: WhatsApp</h2>
                <p className={common.quiet}>
                  Envoyez-nous une question, une photo ou le numéro de votre commande. Vous gardez la réponse sur votre
                  téléphone.
                </p>
              </>
            )}
            {open && (
              <p className={style.open} data-open={open.isOpen}>
                {open.words}
              </p>
            )}
            {openingHours !== '' && (
              <p className={common.note}>
                Nos horaires&nbsp;: {openingHours.charAt(0).toLowerCase() + openingHours.slice(1)}.
              </p>
            )}
            {address !== '' && <p className={common.note}>Notre adresse&nbsp;: {address}</p>}
          </div>
          {chatNumber !== '' && (
            <ChatLink number={chatNumber} words={chatGreeting} className={style.chat}>
              Écrire sur WhatsApp
            </ChatLink>
          )}
        </section>
      )}
      <ul className={classes(common.stack, style.cards, style.three)}>
        {cards
          .filter(({ href }) => href !== '')
          .map(({ icon, title, text, label, href }) => (
            <li
              key={title}
              className={classes(common.stack, common.gap2, common.targets, style.card, style.contactCard)}
            >
              <span className={classes(common.mark, style.mark)}>
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
    </Page>
  )
}

/** `https://www.instagram.com/shop/` → `@shop`. */
function instagramName(address: string): string {
  const name = URL.canParse(address) ? new URL(address).pathname.split('/')[1] : ''
  return name ? `@${name}` : address
}
