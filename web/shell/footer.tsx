import { useRouteLoaderData } from 'react-router'
import type { Settings } from '#features/settings/model.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { addresses } from '#web/addresses.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Logo, SHOP_NAME } from './brand.tsx'
import style from './footer.module.css'
import { SiteLink } from './site-link.tsx'

/** The shop, an order and its rules, an account. */
const GROUPS = [
  [
    [addresses.home, 'Accueil'],
    [addresses.shop, 'Boutique'],
    [addresses.about, 'À propos'],
    [addresses.checkout, 'Paiement'],
  ],
  [
    [addresses.followOrder, 'Suivre ma commande'],
    [addresses.contact, 'Contactez-nous'],
    [addresses.terms, 'Conditions d’utilisation'],
    [addresses.privacy, 'Données personnelles'],
  ],
  [
    [addresses.login, 'Connexion'],
    [addresses.signup, 'Inscription'],
    [addresses.profile, 'Profil'],
  ],
] as const

/** The footer of every public page; renders nothing while the settings cannot be loaded. */
export function Footer() {
  const settings = useRouteLoaderData<typeof rootLoader>('root')?.settings
  return settings && <FooterContent settings={settings} />
}

function FooterContent({ settings }: { settings: Settings }) {
  const { phone, openingHours, seller, agencyName, agencyUrl } = settings
  const social = [
    [settings.instagram, 'Instagram', 'instagram'],
    [settings.socialUrl, 'Facebook', 'facebook'],
    [settings.microblogUrl, 'X', 'microblog'],
  ] as const
  return (
    <footer className={style.footer}>
      <div className={style.inside}>
        <div className={style.house}>
          <SiteLink className={style.home!} to={addresses.home} aria-label={`${SHOP_NAME}, accueil`}>
            <Logo />
          </SiteLink>
          {phone !== '' && (
            <a className={style.phone} href={`tel:${phone}`}>
              <Icon name="phone" />
              {readablePhone(phone)}
            </a>
          )}
          {openingHours !== '' && <p className={style.hours}>{openingHours}.</p>}
          <ul className={style.social}>
            {social.map(
              ([url, name, icon]) =>
                url && (
                  <li key={icon}>
                    <a href={url} target="_blank" rel="noopener noreferrer" aria-label={`Nous suivre sur ${name}`}>
                      <Icon name={icon} />
                    </a>
                  </li>
                ),
            )}
          </ul>
        </div>
        <nav className={style.groups} aria-label="Pied de page">
          {GROUPS.map((links) => (
            <ul key={links[0][0]} className={style.links}>
              {links.map(([to, label]) => (
                <li key={to}>
                  <SiteLink to={to}>{label}</SiteLink>
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <div className={style.legal}>
          {seller !== '' && <p>{seller}</p>}
          <p>
            © {SHOP_NAME}.
            {agencyName !== '' && (
              <>
                {' '}
                Site réalisé par{' '}
                {agencyUrl === '' ? (
                  agencyName
                ) : (
                  <a href={agencyUrl} target="_blank" rel="noopener noreferrer">
                    {agencyName}
                  </a>
                )}
                .
              </>
            )}
          </p>
        </div>
      </div>
    </footer>
  )
}
