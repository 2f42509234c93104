import { addresses } from '#web/addresses.ts'
import type { Contact } from '#web/services.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Logo, SHOP_NAME } from './brand.tsx'
import style from './footer.module.css'
import { SiteLink } from './site-link.tsx'

const LINKS = [
  [addresses.home, 'Accueil'],
  [addresses.shop, 'Boutique'],
  [addresses.about, 'À propos'],
  [addresses.checkout, 'Paiement'],
  [addresses.contact, 'Contactez-nous'],
  [addresses.login, 'Connexion'],
  [addresses.signup, 'Inscription'],
  [addresses.profile, 'Profil'],
] as const

export function Footer({ contact }: { contact: Contact }) {
  const social = [
    { url: contact.socialUrl, icon: 'facebook' },
    { url: contact.microblogUrl, icon: 'microblog' },
  ] as const
  const shown = social.filter(({ url }) => url !== '')
  return (
    <footer className={style.footer}>
      <div className={style.inside}>
        <div>
          <SiteLink className={style.home!} to={addresses.home} aria-label={`${SHOP_NAME}, accueil`}>
            <Logo ground="dark" />
          </SiteLink>
          <p className={style.claim}>Cosmétiques et compléments choisis avec soin, livrés partout au Maroc.</p>
          {shown.length > 0 && (
            <ul className={style.social}>
              {shown.map(({ url, icon }) => (
                <li key={url}>
                  <a href={url} target="_blank" rel="noopener noreferrer" aria-label={`Nous suivre sur ${siteOf(url)}`}>
                    <Icon name={icon} />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <nav aria-label="Pied de page">
          <ul className={style.links}>
            {LINKS.map(([to, label]) => (
              <li key={to}>
                <SiteLink to={to}>{label}</SiteLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={style.legal}>
          <p>
            © {SHOP_NAME}. Tous droits réservés.
            {contact.agencyName !== '' && (
              <>
                {' '}
                Site réalisé par{' '}
                {contact.agencyUrl === '' ? (
                  contact.agencyName
                ) : (
                  <a href={contact.agencyUrl} target="_blank" rel="noopener noreferrer">
                    {contact.agencyName}
                  </a>
                )}
                .
              </>
            )}
          </p>
          <SiteLink to={addresses.terms}>Conditions d’utilisation</SiteLink>
          <SiteLink to={addresses.privacy}>Données personnelles</SiteLink>
        </div>
      </div>
    </footer>
  )
}

/** `https://www.example.com/shop` → `example.com`. */
const siteOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url)
