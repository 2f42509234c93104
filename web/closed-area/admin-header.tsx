import { Link, NavLink } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { NotificationBell } from '#web/notifications/notification-bell.tsx'
import { useSession } from '#web/session/session.ts'
import { Logo, SHOP_NAME } from '#web/shell/brand.tsx'
import bar from '#web/shell/header.module.css'
import { useDisclosure } from '#web/shell/use-disclosure.ts'
import { classes } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import style from './admin-header.module.css'
import { ADMIN_LINKS, ADMIN_MENU } from './admin-links.ts'

export function AdminHeader({ onLogOut }: { onLogOut: () => void }) {
  const { isOpen, toggle, box, button } = useDisclosure<HTMLElement>()
  return (
    <header className={bar.header} ref={box}>
      <div className={bar.bar}>
        <IconButton
          icon={isOpen ? 'close' : 'menu'}
          iconSize={24}
          label="Menu"
          className={bar.burger}
          ref={button}
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={toggle}
        />
        <Link className={bar.home} to={addresses.home} aria-label={`${SHOP_NAME}, accueil`}>
          <Logo />
        </Link>
        <nav className={bar.panel} id="navigation" data-open={isOpen} aria-label="Navigation de l’administration">
          <ul className={classes(bar.links, style.links)}>
            {ADMIN_LINKS.map(([to, label]) => (
              <li key={to}>
                <NavLink to={to} className={classes(bar.link, style.link)} prefetch="intent">
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={style.end}>
          <NotificationBell />
          <UserMenu onLogOut={onLogOut} />
        </div>
      </div>
    </header>
  )
}

/** The admin's name and its menu. Its room is reserved from the first paint; the name comes with the script. */
function UserMenu({ onLogOut }: { onLogOut: () => void }) {
  const session = useSession()
  const { isOpen, toggle, box, button } = useDisclosure<HTMLDivElement>()
  return (
    <div className={style.account} ref={box}>
      <button
        type="button"
        className={style.name}
        ref={button}
        aria-expanded={isOpen}
        aria-controls="account-menu"
        onClick={toggle}
      >
        <Icon name="user" />
        <span className={style.nameText}>
          {session ? session.name : <span className="visually-hidden">Mon compte</span>}
        </span>
        <Icon name="chevron-down" size={18} />
      </button>
      <ul className={classes(bar.menu, style.entries)} id="account-menu" hidden={!isOpen}>
        {ADMIN_MENU.map(([to, label, icon]) => (
          <li key={to}>
            <NavLink to={to} end className={bar.entry!} prefetch="intent">
              <Icon name={icon} />
              {label}
            </NavLink>
          </li>
        ))}
        <li className={bar.last}>
          <button type="button" className={bar.entry} onClick={onLogOut}>
            <Icon name="logout" />
            Se déconnecter
          </button>
        </li>
      </ul>
    </div>
  )
}
