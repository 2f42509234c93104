import { useLocation, useRouteLoaderData } from 'react-router'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { addresses } from '#web/addresses.ts'
import { useCartCount } from '#web/cart/cart.ts'
import { ADMIN_LINKS } from '#web/closed-area/admin-links.ts'
import { AdminBell } from '#web/notifications/bell-on-public-pages.tsx'
import type { loader as rootLoader } from '#web/root.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Logo, SHOP_NAME } from './brand.tsx'
import { ChatButton } from './chat-button.tsx'
import style from './header.module.css'
import { SiteLink } from './site-link.tsx'
import { useDisclosure } from './use-disclosure.ts'

const BUYER_LINKS = [
  [addresses.buyer, 'Tableau de bord'],
  [addresses.shop, 'Boutique'],
  [addresses.terms, "Conditions d'utilisation"],
  [addresses.contact, 'Contactez-nous'],
] as const

/**
 * The headers of all roles, since a page is the same for everybody: `data-role` on `<html>` shows one of them. `onLogOut`
 * replaces the log-out of pages that must do something else first.
 */
export function Header({ onLogOut }: { onLogOut?: (() => void) | undefined }) {
  const path = useLocation().pathname.toLowerCase()
  const { isOpen, toggle, box, button } = useDisclosure<HTMLElement>()
  return (
    <header
      className={style.header}
      ref={box}
      // On home buyers, on the Boutique admins get the visitors' header.
      data-buyers={path === addresses.home ? 'default' : 'buyer'}
      data-admins={path === addresses.shop.toLowerCase() ? 'default' : 'admin'}
    >
      <div className={style.bar}>
        <IconButton
          icon={isOpen ? 'close' : 'menu'}
          iconSize={24}
          label="Menu"
          className={style.burger}
          ref={button}
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={toggle}
        />
        <SiteLink className={style.home!} to={addresses.home} aria-label={`${SHOP_NAME}, accueil`}>
          <Logo />
        </SiteLink>
        <div className={style.panel} id="navigation" data-open={isOpen}>
          <nav className={style.default} aria-label="Navigation principale">
            <ul className={style.links}>
              <NavigationEntry to={addresses.home}>Accueil</NavigationEntry>
              <NavigationEntry to={addresses.shop}>Boutique</NavigationEntry>
              <NavigationEntry to={addresses.about}>A propos</NavigationEntry>
              <NavigationEntry to={addresses.contact}>Contact</NavigationEntry>
              <NavigationEntry to={addresses.followOrder} className={style.apart}>
                Suivre ma commande
              </NavigationEntry>
              <NavigationEntry to={addresses.login} className={classes(style.visitor, style.aside)}>
                Connexion
              </NavigationEntry>
              <NavigationEntry to={addresses.signup} className={classes(style.visitor, style.aside)}>
                Inscription
              </NavigationEntry>
            </ul>
          </nav>
          <nav className={style.buyer} aria-label="Navigation des acheteurs">
            <ul className={style.links}>
              {BUYER_LINKS.map(([to, label]) => (
                <NavigationEntry key={to} to={to}>
                  {label}
                </NavigationEntry>
              ))}
            </ul>
          </nav>
          <nav className={style.admin} aria-label="Navigation de l’administration">
            <ul className={style.links}>
              {ADMIN_LINKS.map(([to, label]) => (
                <NavigationEntry key={to} to={to}>
                  {label}
                </NavigationEntry>
              ))}
            </ul>
          </nav>
          <PhoneLink />
        </div>
        <div className={style.tools}>
          <SiteLink
            className={classes(style.cart, style.visitor, style.search)}
            to={addresses.search}
            aria-label="Rechercher dans la boutique"
          >
            <Icon name="search" size={24} />
          </SiteLink>
          <ChatButton />
          <CartLink />
          <AdminBell className={classes(style.admin, style.bell)} />
          <AccountMenu onLogOut={onLogOut} />
        </div>
      </div>
    </header>
  )
}

interface NavigationEntryProps {
  to: string
  children: string
  className?: string | undefined
}

function NavigationEntry({ to, children, className }: NavigationEntryProps) {
  const { pathname } = useLocation()
  return (
    <li className={className} data-here={to === addresses.shop && pathname.startsWith('/product-') ? '' : undefined}>
      <SiteLink to={to} className={style.link!}>
        {children}
      </SiteLink>
    </li>
  )
}

/** The shop's phone and whether somebody is there, for visitors and suppliers; nothing without a phone. */
function PhoneLink() {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const phone = root?.settings.phone
  return (
    phone && (
      <a className={classes(style.default, style.phone)} href={`tel:${phone}`}>
        <Icon name="phone" />
        {readablePhone(phone)}
        {root.open && <span className={style.open}>{root.open.words}</span>}
      </a>
    )
  )
}

function CartLink() {
  const count = useCartCount()
  return (
    <SiteLink className={classes(style.cart, style.visitor)} to={addresses.checkout}>
      <Icon name="bag" size={24} />
      <span className="visually-hidden">
        Panier, {count} {count > 1 ? 'articles' : 'article'}
      </span>
      {count > 0 && (
        <span className={style.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </SiteLink>
  )
}
