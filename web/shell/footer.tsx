import { useRouteLoaderData } from 'react-router'
import type { Settings } from '#features/settings/model.ts'
import { addresses } from '#web/addresses.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Logo, SHOP_NAME } from './brand.tsx'
import style from './footer.module.css'
import { SiteLink } from './site-link.tsx'

const LINKS = [
  [addresses.home, 'Accueil'],
  [addresses.shop, 'Boutique'],
  [addresses.about, 'À propos'],
  [addresses.checkout, 'Paiement'],
  [addresses.followOrder, 'Suivre ma commande'],
  [addresses.contact, 'Contactez-nous'],
  [addresses.login, 'Connexion'],
  [addresses.signup, 'Inscription'],
  [addresses.profile, 'Profil'],
] as const

/** The footer of every public page; renders nothing while the settings cannot be loaded. */
export function Footer() {
  const settings = useRouteLoaderData<typeof rootLoader>('root')?.settings
  return settings && <FooterContent settings={settings} />
}

function FooterContent({ settings }: { settings: Settings }) {
  const social = [
    { url: settings.socialUrl, icon: 'facebook' },
    { url: settings.microblogUrl, icon: 'microblog' },
  ] as const
  const shown = social.filter(({ url }) => url !== '')
  return (
    <footer className={style.footer}>
      <div className={style.inside}>
        <div>
          <SiteLink className={style.home!} to={addresses.home} aria-label={`${SHOP_NAME}, accueil`}>
            <Logo />
          </SiteLink>
          <p className={style.claim}>Cosmétiques et compléments choisis avec soin, livrés partout au Maroc.</p>
          {settings.openingHours !== '' && <p className={style.claim}>{settings.openingHours}.</p>}
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
          {settings.seller !== '' && <p className={style.seller}>{settings.seller}</p>}
          <p>
            © {SHOP_NAME}. Tous droits réservés.
            {settings.agencyName !== '' && (
              <>
                {' '}
                Site réalisé par{' '}
                {settings.agencyUrl === '' ? (
                  settings.agencyName
                ) : (
                  <a href={settings.agencyUrl} target="_blank" rel="noopener noreferrer">
                    {settings.agencyName}
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
